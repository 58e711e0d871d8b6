import Foundation
import MarketCore

/// A folder that goes away with its last user.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "tickers-\(UUID().uuidString)")
  var path: String { url.path }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to file: String) throws {
    try Data(text.utf8).write(to: url.appending(path: file))
  }

  /// The paths of all files below, sorted.
  var files: [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder = false as ObjCBool
      _ = FileManager.default.fileExists(
        atPath: url.appending(path: path).path, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  /// The paths of the answers that a recording of the standard exchange has, below its folder.
  var answers: [String] {
    files.filter { $0.hasPrefix(Self.exchange) }.map { String($0.dropFirst(Self.exchange.count)) }
  }

  func answer(_ file: String) throws -> Data { try data(of: Self.exchange + file) }

  private static let exchange = Exchanges.standard.id + "/"

  func data(of file: String) throws -> Data {
    try Data(contentsOf: url.appending(path: file))
  }
}
