import Foundation
import MarketCore
import TestTools

/// A folder with a recording of the standard exchange, which goes away with its last user. Paths
/// are those below the exchange's folder.
final class Directory: Sendable {
  private let folder: TemporaryFolder

  /// - Parameter name: as for a temporary folder.
  init(_ files: [String: String] = [:], named name: String? = nil) throws {
    folder = try name.map(TemporaryFolder.init(named:)) ?? TemporaryFolder()
    for (path, text) in files {
      try folder.write(text, to: "\(Exchanges.standard.id.rawValue)/\(path)")
    }
  }

  var url: URL { folder.url }

  /// The exchange's folder.
  var exchange: URL { url.appending(path: Exchanges.standard.id.rawValue) }

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

  /// The names of the files below a folder, sorted.
  func names(in folder: String) throws -> [String] {
    let path = exchange.appending(path: folder).path()
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// What a file says.
  func text(of file: String) throws -> String {
    String(
      decoding: try folder.data(of: "\(Exchanges.standard.id.rawValue)/\(file)"), as: UTF8.self)
  }
}
