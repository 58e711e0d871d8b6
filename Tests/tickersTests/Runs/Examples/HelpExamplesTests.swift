import Arguments
import MarketCore
import TestTools
import Testing

@testable import tickers

/// The examples of help and man page, which are run.
@Suite(.startsPrograms) struct HelpExamplesTests {
  private static let program = Tickers.program

  @Test(arguments: (program.examples + program.commands.flatMap(\.examples)).map(\.line))
  func `an example of the help prints something`(line: String) throws {
    guard let outcome = try ExampleShell().run(line) else { return }
    // A recording may end before the condition of --until is true.
    let hasCondition = line.contains(/\s(-u|--until)\s/)
    #expect(outcome.status == 0 || hasCondition && outcome.status == 1, "\(outcome)")
    // A server has nothing to answer.
    let isSilent =
      hasCondition || line.replacing(/'[^']*'/, with: "").contains(/>|eval|^tickers mcp/)
    #expect(isSilent || !outcome.output.isEmpty, "\(outcome)")
    #expect(!outcome.errors.contains(/no \w+ matches/), "\(outcome)")
  }

  @Test func `the overview ends with a few examples, the shortest first`() async {
    let overview = await TestWorld().run([]).output
    let lengths = Self.program.examples.map(\.line.count)
    #expect((3...6).contains(lengths.count) && lengths == lengths.sorted())
    let end = overview.split(separator: "\n").suffix(lengths.count + 1)
    #expect(end.first == "Examples:")
    #expect(end.dropFirst().allSatisfy { $0.hasPrefix("  tickers ") })
  }

  @Test func `an example of the overview prints a price of each exchange`() throws {
    let line = try #require(Self.program.examples.map(\.line).first { $0.contains("BTC-EUR") })
    let outcome = try #require(try ExampleShell().run(line))
    let exchanges = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    let others = ["gate", "upbit", "bitso"]
    // The recorded lists of these have no pairs in euros.
    let listing = Exchanges.all.map(\.id.rawValue).filter { !others.contains($0) }
    #expect(exchanges.map(String.init) == listing)
  }
}
