import Foundation

/// Why a file cannot be read.
package enum FileReadError: Error, Hashable {
  /// In the system's words, as in `Permission denied`.
  case failed(String)
  case tooLarge(limit: Int)
  /// Nothing was written to a named pipe within this time.
  case timedOut(Duration)
}

/// Reads whole files. All files that the program reads are read here.
package enum FileReading {
  /// What can be read.
  package enum Kinds: Sendable {
    /// Files alone, not what could take for ever to read.
    case files
    /// Also pipes and devices; nothing is awaited for longer than this from a named pipe. A pipe of the
    /// process, such as stdin, is awaited as long as it is open.
    case all(timeout: Duration)
  }

  /// Where the pipes of processes are.
  private static let places = ["/dev/stdin", "/dev/fd/", "/proc/"]
  /// The most bytes of a device.
  private static let deviceLimit = 1 << 20

  /// The content up to a limit; `nil` if neither the file nor, maybe, a directory on the way to it exists.
  package static func bytes(
    of path: String, limit: Int, _ kinds: Kinds = .files
  ) throws(FileReadError) -> [UInt8]? {
    guard let file = try OpenFile(path) else { return nil }
    switch (file.kind, kinds) {
    case (S_IFREG, _):
      try file.checkSize(limit)
      return try file.read(upTo: limit, first: file.size + 1)
    case (S_IFIFO, .all(let timeout)) where !places.contains(where: path.hasPrefix):
      return try file.read(upTo: limit, waitingFor: timeout)
    case (S_IFDIR, .all): throw .failed(systemWords(EISDIR))
    case (_, .all):
      file.makeBlocking()
      return try file.read(upTo: file.kind == S_IFIFO ? limit : min(limit, deviceLimit))
    case (_, .files): throw notAFile
    }
  }

  /// The size of a file that can be read; `nil` as for its bytes.
  package static func size(of path: String, limit: Int) throws(FileReadError) -> Int? {
    guard let file = try OpenFile(path) else { return nil }
    guard file.kind == S_IFREG else { throw notAFile }
    try file.checkSize(limit)
    return file.size
  }

  private static let notAFile = FileReadError.failed("not a file")

  fileprivate static func systemWords(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// A file that is open for reading, without waiting for what it has not yet.
private struct OpenFile: ~Copyable {
  private let descriptor: Int32
  /// As in `S_IFREG`.
  let kind: mode_t
  let size: Int

  /// `nil` if it does not exist.
  init?(_ path: String) throws(FileReadError) {
    let (descriptor, code) = Self.retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR].contains(code) { return nil }
      throw .failed(FileReading.systemWords(code))
    }
    self.descriptor = descriptor
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    kind = isKnown ? status.st_mode & S_IFMT : 0
    size = isKnown ? Int(clamping: status.st_size) : 0
  }

  deinit { close(descriptor) }

  func checkSize(_ limit: Int) throws(FileReadError) {
    if size > limit { throw .tooLarge(limit: limit) }
  }

  func makeBlocking() {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Reads up to the end.
  ///
  /// - Parameters:
  ///   - first: the most bytes of the first part.
  ///   - timeout: how long to wait for a writer, and for each part; without it the file is read as it is.
  func read(
    upTo limit: Int, first: Int = 65_536, waitingFor timeout: Duration? = nil
  ) throws(FileReadError) -> [UInt8] {
    var (bytes, length, hasWriter) = ([UInt8](), first, timeout == nil)
    var deadline = timeout.map { ContinuousClock.now + $0 }
    while bytes.count <= limit {
      let (piece, code) = piece(min(length, limit + 1 - bytes.count))
      if !piece.isEmpty {
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        (length, hasWriter, deadline) = (65_536, true, timeout.map { .now + $0 })
      } else if code == EAGAIN || code == 0 && !hasWriter {
        hasWriter = hasWriter || code == EAGAIN
        if let timeout, let deadline, ContinuousClock.now >= deadline { throw .timedOut(timeout) }
        // Not longer, for a writer that has opened it and writes nothing is not noticed.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, 20)
        // One has opened and closed it (on Linux; unconfirmed on macOS).
        if Int32(request.revents) & POLLHUP != 0 { hasWriter = true }
      } else if code == 0 {
        return bytes
      } else {
        throw .failed(FileReading.systemWords(code))
      }
    }
    throw .tooLarge(limit: limit)
  }

  /// Reads once; the error number is 0 at the end.
  private func piece(_ length: Int) -> (bytes: [UInt8], code: Int32) {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let result = Self.retrying { Foundation.read(descriptor, buffer.baseAddress, length) }
      (count, code) = (max(0, result.value), result.code)
    }
    return (bytes, code)
  }

  /// The result of a call that signals do not interrupt, and the error number if it failed.
  private static func retrying<Number: SignedInteger>(
    _ call: () -> Number
  ) -> (value: Number, code: Int32) {
    while true {
      let value = call()
      if value >= 0 { return (value, 0) }
      let code = errno
      if code != EINTR { return (value, code) }
    }
  }
}
