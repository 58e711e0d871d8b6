import Foundation

package enum FileReadError: Error, Hashable {
  /// A reason in words, as in `Permission denied` or `not a file`.
  case failed(String)
  case tooLarge(limit: Int)
  /// Nothing was written to a named pipe for this duration.
  case timedOut(Duration)
}

/// Reads files and their sizes, up to a limit.
package enum FileReading {
  package enum Kinds: Sendable {
    /// Only regular files. Reading a pipe or a device could take forever.
    case files
    /// Also pipes and devices. Reading a named pipe fails if nothing is written to it for this timeout.
    /// Pipes that the process has open, such as stdin, and devices are read without a timeout.
    case all(timeout: Duration)
  }

  /// The path prefixes of pipes that the process has open.
  private static let places = ["/dev/stdin", "/dev/fd/", "/proc/"]
  private static let deviceLimit = 1 << 20

  /// The content of a file; `nil` if the file, or a directory in its path, does not exist.
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
    case (S_IFDIR, .all): throw .failed(systemMessage(EISDIR))
    case (_, .all):
      file.makeBlocking()
      return try file.read(upTo: file.kind == S_IFIFO ? limit : min(limit, deviceLimit))
    case (_, .files): throw notAFile
    }
  }

  /// The size of a regular file in bytes; `nil` if the file, or a directory in its path, does not exist.
  package static func size(of path: String, limit: Int) throws(FileReadError) -> Int? {
    guard let file = try OpenFile(path) else { return nil }
    guard file.kind == S_IFREG else { throw notAFile }
    try file.checkSize(limit)
    return file.size
  }

  private static let notAFile = FileReadError.failed("not a file")

  fileprivate static func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// A file that is open for reading. Until `makeBlocking()` is called, reading does not wait for data.
private struct OpenFile: ~Copyable {
  private let descriptor: Int32
  /// The type of the file, as in `S_IFREG`; 0 if it is unknown.
  let kind: mode_t
  let size: Int

  init?(_ path: String) throws(FileReadError) {
    let (descriptor, code) = Self.retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR].contains(code) { return nil }
      throw .failed(FileReading.systemMessage(code))
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

  /// Reads the whole file; fails above `limit` bytes. `first` is the most bytes of the first system call.
  /// With a timeout, the file is a named pipe: reading fails if nothing is written to it for this time.
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
        // Only 20 ms, because `poll(2)` does not report a writer that opens the pipe and writes nothing.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, 20)
        // `POLLHUP`: a writer has opened and closed the pipe (on Linux; unconfirmed on macOS).
        if Int32(request.revents) & POLLHUP != 0 { hasWriter = true }
      } else if code == 0 {
        return bytes
      } else {
        throw .failed(FileReading.systemMessage(code))
      }
    }
    throw .tooLarge(limit: limit)
  }

  /// Reads once. At the end of the file, or of a pipe without a writer, `bytes` is empty and `code`, the
  /// error number, is 0.
  private func piece(_ length: Int) -> (bytes: [UInt8], code: Int32) {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let result = Self.retrying { Foundation.read(descriptor, buffer.baseAddress, length) }
      (count, code) = (max(0, result.value), result.code)
    }
    return (bytes, code)
  }

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
