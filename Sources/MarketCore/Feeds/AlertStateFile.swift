import Foundation
import Synchronization

/// The file of `--alert-state`, which one process at a time can have open. It is replaced as a whole, so that a
/// crash leaves the old or the new content.
package final class AlertStateFile: Sendable {
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable {
      case inUse = "cannot open"
      case cannotCreate = "cannot create"
      case cannotRead = "cannot read"
      case cannotWrite = "cannot write"
    }

    package let kind: Kind
    let file: String
    let reason: String

    package var description: String { "--alert-state: \(kind.rawValue) \(file): \(reason)" }
  }

  private static let longest = 64 << 20

  /// As the user has written it.
  package let name: String
  private let lock = Mutex<LockedFile?>(nil)

  /// `nil` for an empty name.
  package init?(_ name: String) {
    if name.isEmpty { return nil }
    self.name = name
  }

  deinit { lock.withLock { $0?.close() } }

  /// Opens the file, which is made if it is missing, and keeps other processes from it as long as this one runs.
  func open() throws(Failure) -> AlertStates {
    let file = try LockedFile(name)
    lock.withLock { $0 = file }
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try FileReading.bytes(of: file.path, limit: Self.longest) ?? []
    } catch {
      throw Failure(kind: .cannotRead, file: name, reason: error.reason)
    }
    var states = AlertStates()
    if !bytes.isEmpty {
      do {
        states = try JSONDecoder.ofStates.decode(AlertStates.self, from: Data(bytes))
      } catch {
        throw Failure(
          kind: .cannotRead, file: name, reason: "not a file of --alert-state")
      }
    }
    return states
  }

  func save(_ states: AlertStates) throws(Failure) {
    let content: Data
    do {
      content = try JSONEncoder.ofStates.encode(states)
    } catch {
      throw Failure(kind: .cannotWrite, file: name, reason: "\(error)")
    }
    let failure = lock.withLock { file in
      do throws(Failure) {
        try file?.replace(by: [UInt8](content) + [UInt8(ascii: "\n")])
        return Failure?.none
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// A regular file that no other process has locked. The lock ends with the process.
private struct LockedFile: Sendable {
  /// The path without symbolic links, because a new file replaces this one.
  let path: String
  private var descriptor: Int32

  init(_ name: String) throws(AlertStateFile.Failure) {
    while true {
      let descriptor = open(name, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Self.failure(.cannotCreate, name, errno) }
      guard let status = Self.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG else {
        _ = Foundation.close(descriptor)
        throw AlertStateFile.Failure(kind: .cannotCreate, file: name, reason: "not a file")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        _ = Foundation.close(descriptor)
        throw code == EWOULDBLOCK
          ? AlertStateFile.Failure(kind: .inUse, file: name, reason: "in use by another run")
          : Self.failure(.cannotCreate, name, code)
      }
      // Another process may have replaced the file before the lock.
      var current = stat()
      if stat(name, &current) == 0, current.st_ino == status.st_ino,
        current.st_dev == status.st_dev
      {
        path = URL(filePath: name).resolvingSymlinksInPath().path(percentEncoded: false)
        self.descriptor = descriptor
        return
      }
      _ = Foundation.close(descriptor)
    }
  }

  /// Writes a new file, and gives it the name of this one. It is locked before.
  mutating func replace(by bytes: [UInt8]) throws(AlertStateFile.Failure) {
    let new = path + ".new"
    // One that a crash has left.
    unlink(new)
    let created = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard created >= 0 else { throw Self.failure(.cannotWrite, path, errno) }
    if let status = Self.status(of: descriptor) { fchmod(created, status.st_mode & 0o7777) }
    guard flock(created, LOCK_EX | LOCK_NB) == 0, Self.write(bytes, to: created),
      fsync(created) == 0, rename(new, path) == 0
    else {
      let code = errno
      _ = Foundation.close(created)
      unlink(new)
      throw Self.failure(.cannotWrite, path, code)
    }
    close()
    descriptor = created
  }

  func close() { _ = Foundation.close(descriptor) }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest.removeFirst(max(0, count))
    }
    return true
  }

  private static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  private static func failure(
    _ kind: AlertStateFile.Failure.Kind, _ file: String, _ code: Int32
  ) -> AlertStateFile.Failure {
    AlertStateFile.Failure(kind: kind, file: file, reason: String(cString: strerror(code)))
  }
}

extension JSONEncoder {
  fileprivate static var ofStates: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      try value.encode(date.rfc3339)
    }
    return encoder
  }
}

extension JSONDecoder {
  fileprivate static var ofStates: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      guard let date = Date(rfc3339: try value.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "not a time")
      }
      return date
    }
    return decoder
  }
}
