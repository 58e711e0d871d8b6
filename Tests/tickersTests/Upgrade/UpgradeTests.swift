import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// The command lines of 1.0.0: they work as they did, or the changelog tells the change.
struct UpgradeTests {
  @Test(arguments: try Release.first.pages().map(\.name))
  func `the examples of a page of 1.0 work, or the changelog tells their change`(
    page: String
  ) async throws {
    let home = try Self.home()
    let changes = try Self.changes()
    let examples = try #require(try Release.first.pages().first { $0.name == page }).examples
    for example in examples {
      let outcome = try await Self.run(example, in: home)
      let shown = try Shape.lines(of: outcome.output, example.words.arguments)
      let expected = example.now ?? example.outcome
      #expect(outcome.status == expected.status, "\(example.line)\n\(outcome)")
      if expected.output.isEmpty {
        #expect(outcome.output.isEmpty, "\(example.line)")
        // One line with the replacement.
        #expect(outcome.errors.hasPrefix("tickers: "), "\(example.line)")
      } else {
        let areKept =
          shown.count == expected.output.count
          && zip(expected.output, shown).allSatisfy {
            Shape.isKept($0, in: $1, allowsOthersBetween: example.told != nil)
          }
        #expect(areKept, "\(example.line)\n\(expected.output)\n\(shown)\n\(outcome.errors)")
      }
      if let told = example.told { #expect(changes.contains(told), "\(told)") }
    }
  }

  @Test func `each change is told`() throws {
    let examples = try Release.first.pages().flatMap(\.examples)
    #expect(examples.count > 300)
    for example in examples {
      #expect(example.now == nil || example.told != nil && example.now != example.outcome)
    }
  }

  /// The section of the changelog for users of 1.0, as one line in lower case.
  private static func changes() throws -> String {
    let url = Repository.root.appending(path: "Sources/tickers/Documentation/Changelog.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let parts = text.split(separator: "### Upgrading from 1.0", maxSplits: 1)
    let section = try #require(parts.last).prefix(while: { $0 != "#" })
    return section.lowercased().split { $0.isWhitespace }.joined(separator: " ")
  }
}

// MARK: - Runs

extension UpgradeTests {
  /// `Fixtures` with only the exchanges of 1.0.0. Examples only read it, so all pages share it.
  private static let fixtures = Result {
    let folder = try TemporaryFolder()
    for name in try Release.first.interface("exchange").map({ $0[0] }) + ["started"] {
      try FileManager.default.copyItem(
        at: Repository.fixtures.appending(path: name), to: folder.url.appending(path: name))
    }
    return folder
  }

  /// A home directory with the other files that the examples read.
  private static func home() throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    func copy(_ source: URL, _ name: String) throws {
      let place = home.url.appending(path: name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: source, to: place)
    }
    let folder = Release.first.folder
    for name in ["options", "recording", "simple.csv", "prices.csv"] {
      try copy(folder.appending(path: name), name)
    }
    try copy(folder.appending(path: "prices.csv"), "btc.csv")
    for name in ["coins.csv", ".config/tickers/holdings.csv"] {
      try copy(folder.appending(path: "holdings.csv"), name)
    }
    let prices = String(decoding: try home.data(of: "prices.csv"), as: UTF8.self)
    try home.write("\(prices.prefix { !$0.isNewline })\n", to: "candles.csv")
    try home.write("Symbol,Quantity,Unit Cost,Price\nBTC-USD,0.5,18000,27000\n", to: "price.csv")
    return home
  }

  private static let files: Set = [
    "btc.csv", "candles.csv", "coins.csv", "monday", "options", "price.csv", "prices.csv",
    "recording", "simple.csv",
  ]

  /// Runs an example offline, and once if it would poll until it is interrupted.
  private static func run(
    _ example: Release.Example, in home: TemporaryFolder
  ) async throws -> TestWorld.Outcome {
    let fixtures = try fixtures.get().path
    func path(_ word: String) -> String {
      word == "Fixtures" ? fixtures : files.contains(word) ? "\(home.path)/\(word)" : word
    }
    let (variables, words) = example.words
    // `recording` is a command, too.
    let arguments = words.prefix(1) + words.dropFirst().map(path) + additions(to: words).map(path)
    var world = TestWorld()
    world.environment = ["HOME": home.path].merging(variables.mapValues(path)) { $1 }
    world.change = { $0.runCommand = { _ in .exited(status: 0) } }
    return await world.run(Array(arguments))
  }

  private static func additions(to words: [String]) -> [String] {
    let isOffline = ["exchanges", "recording", "help", "manual", "completions"].contains(words[0])
    if isOffline { return [] }
    func has(_ options: String...) -> Bool { words.contains(where: options.contains) }
    let replay = has("--replay") ? [] : ["--replay", "Fixtures"]
    if has("--history", "--once", "-1") { return replay }
    guard has("-u", "--until", "--count") else { return replay + ["--once"] }
    return replay + (has("-i", "--interval") ? [] : ["--interval", "0.1"])
  }
}
