import Foundation
import TestTools
import Testing

@testable import tickers

/// The commands of the article on portfolios that turn exports of exchanges into holdings files. The files
/// in `Exports` are made up.
@Suite(.startsPrograms) struct ExportRecipesTests {
  /// A command, and the file that it reads.
  struct Recipe: CustomTestStringConvertible {
    let commands: String
    let input: String

    var testDescription: String { input }
  }

  private static let exports = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Exports")
  private static let blocks: [String] = {
    let path = "Sources/tickers/Documentation/Portfolio.md"
    let page = try? String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    return (page ?? "").split(separator: "```sh\n").dropFirst().map { block in
      String(block[..<(block.range(of: "```")?.lowerBound ?? block.endIndex)])
    }
  }()

  static let recipes = blocks.compactMap { block in
    block.firstMatch(of: /^plain < (\S+)/).map { Recipe(commands: block, input: String($0.1)) }
  }

  @Test func `there is a recipe for each kind of export`() {
    #expect(
      Self.recipes.map(\.input) == [
        "kraken-trades.csv", "kraken-ledgers.csv", "coinbase-transactions.csv",
        "binance-trades.csv",
      ])
  }

  @Test(arguments: recipes)
  func `a recipe writes the trades of an export`(recipe: Recipe) async throws {
    let plain = try #require(Self.blocks.first { $0.hasPrefix("plain()") })
    let output = try #require(recipe.commands.firstMatch(of: /> (\S+\.csv)\n$/)).1
    let stem = recipe.input.replacing(".csv", with: "")
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.exports.path)
      .filter { $0.hasPrefix(stem) && $0.hasSuffix(".csv") }
    #expect(!names.isEmpty)
    for name in names {
      let folder = try TemporaryFolder()
      func text(_ kind: String) throws -> String {
        let file = Self.exports.appending(path: name.replacing(".csv", with: kind))
        guard FileManager.default.fileExists(atPath: file.path) else { return "" }
        return try String(contentsOf: file, encoding: .utf8)
      }
      try Data(contentsOf: Self.exports.appending(path: name))
        .write(to: folder.url.appending(path: recipe.input))
      let (_, errors) = try Tool(name: "sh").run(["-ec", plain + recipe.commands], in: folder.url)
      #expect(errors == (try text(".errors")))
      let trades = try Data(contentsOf: folder.url.appending(path: String(output)))
      #expect(String(decoding: trades, as: UTF8.self) == (try text(".expected")))
      var world = TestWorld()
      world.holdings = Array(trades)
      let outcome = await world.run(["holdings", "holdings.csv", "--check"])
      #expect((outcome.errors, outcome.status) == ("", 0))
      #expect(outcome.output.split(separator: "\n").count == trades.split(separator: 10).count)
    }
  }
}
