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

  /// The machine's own.
  static let real = Files { directory throws(FileFailure) in
    let files = FileManager.default
    do {
      try files.createDirectory(at: directory, withIntermediateDirectories: true)
      let names = try files.contentsOfDirectory(atPath: directory.path(percentEncoded: false))
      if names.isEmpty { return }
    } catch {
      throw FileFailure(reason: error.plainReason)
    }
    throw FileFailure(reason: "it is not empty")
  }
}
