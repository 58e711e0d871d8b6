import Foundation
import MarketCore

/// A directory with a recording of the standard exchange, deleted when the test is over. Paths are
/// those below the exchange's folder.
final class Directory: Sendable {
  let url: URL

  /// The exchange's folder.
  var exchange: URL { url.appending(path: Exchanges.standard.id) }

  init(_ files: [String: String] = [:], named name: String = "recordings-\(UUID())") throws {
    url = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = url.appending(path: Exchanges.standard.id).appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { remove() }

  /// A client of these answers.
  var client: MarketClient { .replay(url) }

  /// Makes a symbolic link, and the folders on the way to it.
  func link(_ path: String, to target: String) throws {
    let link = exchange.appending(path: path)
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link.path(), withDestinationPath: target)
  }

  func delete(_ path: String) throws {
    try FileManager.default.removeItem(at: exchange.appending(path: path))
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  /// The names of the files below a folder, sorted.
  func names(in folder: String) throws -> [String] {
    let path = exchange.appending(path: folder).path()
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// What a file says.
  func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: exchange.appending(path: file)), as: UTF8.self)
  }
}
