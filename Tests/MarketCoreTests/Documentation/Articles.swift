import Foundation
import MarketCore

/// The articles about MarketCore, and the recorded answers that their examples run on.
enum Articles {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  private static let catalog = repository.appending(path: "Sources/MarketCore/MarketCore.docc")

  /// A client of the recorded answers, from the first on.
  static var client: MarketClient { client(of: Exchanges.standard) }

  /// The recorded answers of all exchanges.
  static let recordings = repository.appending(path: "Fixtures")

  /// A client of the recorded answers of an exchange.
  static func client(of exchange: any Exchange) -> MarketClient {
    .replay(recordings, of: exchange)
  }

  /// The articles' files, without extension.
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: catalog.path())) ?? [])
    .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()

  /// The lines of an article.
  static func lines(_ name: String) throws -> [String] {
    try String(contentsOf: file(name), encoding: .utf8).components(separatedBy: "\n")
  }

  /// Writes an article, for tests that regenerate a table.
  static func write(_ lines: [String], to name: String) throws {
    try Data(lines.joined(separator: "\n").utf8).write(to: file(name))
  }

  private static func file(_ name: String) -> URL { catalog.appending(path: "\(name).md") }

  /// The blocks between fences in an article: code, its output, bodies of answers.
  static func blocks(_ name: String) throws -> [String] {
    try lines(name).split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }.enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { unindented(Array($0.element)) }
  }

  /// The tests of examples, and what they use.
  static func exampleFiles() throws -> [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { file in
      ["ExampleTests.swift", "/Articles.swift", "/Printed.swift"]
        .contains { file.path().hasSuffix($0) }
    }
  }

  /// All tests of examples, as one text.
  static func examples() throws -> String {
    try exampleFiles().map { file in
      unindented(try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"))
    }.joined(separator: "\n")
  }

  private static func unindented(_ lines: [String]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}
