import Foundation
import MarketCore

/// The reason that a file or a directory cannot be used.
struct FileFailure: Error, Equatable {
  /// The reason in plain words, as in `No space left on device`.
  let reason: String
}

/// The file system, as commands use it.
struct Files: Sendable {
  /// Makes a directory, unless it is there and empty.
  var makeEmptyDirectory: @Sendable (URL) throws(FileFailure) -> Void
  /// Reads a file whole, a pipe too; `nil` when there is none of that path.
  var read: @Sendable (_ path: String) throws(FileFailure) -> [UInt8]?

  /// The machine's own.
  static let real = Files(
    makeEmptyDirectory: { directory throws(FileFailure) in
      let files = FileManager.default
      do {
        try files.createDirectory(at: directory, withIntermediateDirectories: true)
        let names = try files.contentsOfDirectory(atPath: directory.path(percentEncoded: false))
        if names.isEmpty { return }
      } catch {
        throw FileFailure(reason: error.plainReason)
      }
      throw FileFailure(reason: "directory not empty")
    },
    read: { path throws(FileFailure) in
      do {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let bytes = try file.read(upToCount: sizeLimit + 1) ?? Data()
        if bytes.count <= sizeLimit { return Array(bytes) }
      } catch {
        if error.isOfMissingFile { return nil }
        throw FileFailure(reason: error.plainReason)
      }
      throw FileFailure(reason: "it is larger than 1 MiB")
    })

  private static let sizeLimit = 1_048_576
}

extension Error {
  /// Whether a file, or a directory on the way to it, is not there.
  fileprivate var isOfMissingFile: Bool {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let code = ((underlying ?? self) as NSError)
    return code.domain == NSPOSIXErrorDomain && [ENOENT, ENOTDIR].contains(Int32(code.code))
  }
}
