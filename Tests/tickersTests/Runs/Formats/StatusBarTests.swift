import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// The format `waybar`: one object per poll, also after failed polls.
@Suite(.timeLimit(.minutes(20))) struct StatusBarTests {
  /// The object that Waybar reads; another member is an error.
  struct Module: Decodable, Equatable {
    let text: String
    let tooltip: String
    let `class`: String
    let alt: String

    init(_ line: some StringProtocol) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
      let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(members?.keys.sorted() == ["alt", "class", "text", "tooltip"])
    }
  }

  private static func modules(_ output: String) throws -> [Module] {
    #expect(output.isEmpty || output.hasSuffix("\n"))
    return try output.split(separator: "\n").map { try Module($0) }
  }

  /// An exchange that fails at the requests with these numbers.
  private static func exchange(_ id: String, failing: Set<Int> = []) -> TestExchange {
    TestExchange(
      id,
      rows: { number in
        [
          Ticker(pair: Pair(symbol: "BTC-USD"), open: 100, volume: 1, last: Decimal(101 + number)),
          Ticker(pair: Pair(symbol: "ETH-USD"), open: 50, volume: 5, last: 49),
        ]
      }, failing: failing)
  }

  private static func run(_ exchanges: [TestExchange], _ arguments: [String]) async
    -> TestWorld.Outcome
  {
    var world = TestWorld(exchanges: exchanges)
    world.environment = ["TICKERS_EXCHANGE": "all"]
    return await world.run(arguments + ["-o", "waybar", "-i", "10"])
  }

  @Test func `a failed poll keeps the last text, as stale, with the reason`() async throws {
    let outcome = await Self.run(
      [Self.exchange("one", failing: [1])], ["price", "BTC-USD", "ETH-USD", "--count", "3"])
    let modules = try Self.modules(outcome.output)
    #expect(
      modules.map(\.text) == [
        "BTC-USD $101.00  ETH-USD $49.00", "BTC-USD $101.00  ETH-USD $49.00",
        "BTC-USD $103.00  ETH-USD $49.00",
      ])
    #expect(modules.map(\.class) == ["up", "stale", "up"])
    #expect(modules.map(\.alt) == ["BTC-USD", "BTC-USD", "BTC-USD"])
    #expect(
      modules[0].tooltip.hasPrefix("SYMBOL      LAST  PERCENT  VOLUME  TURNOVER\nBTC-USD  $101.00"))
    #expect(modules[1].tooltip == modules[0].tooltip + "\nHTTP 503 Service Unavailable")
    #expect(outcome.status == 0)
  }

  @Test func `without any answer the text is a dash`() async throws {
    let outcome = await Self.run(
      [Self.exchange("one", failing: [0, 1])], ["price", "BTC-USD", "--count", "3"])
    let modules = try Self.modules(outcome.output)
    try #require(modules.count == 3)
    for module in modules[..<2] {
      #expect(module.text == "–" && module.class == "stale" && module.alt.isEmpty)
      #expect(module.tooltip == "HTTP 503 Service Unavailable")
    }
    #expect(modules[2].text == "BTC-USD $103.00" && modules[2].class == "up")
  }

  @Test func `an unknown pair ends polling, and the bar tells why`() async throws {
    let outcome = await TestWorld().run([
      "price", "BTC-USDX", "-e", "kraken", "-o", "waybar", "--replay", Repository.fixtures.path,
    ])
    let module = try #require(try Self.modules(outcome.output).first)
    #expect(module.text == "–" && module.class == "stale")
    #expect(module.tooltip.hasPrefix("unknown pair BTC-USDX on Kraken; did you mean "))
    #expect(outcome.status == 66)
  }

  @Test func `rows of an exchange that fails stay, and the class is stale`() async throws {
    let outcome = await Self.run(
      [Self.exchange("one"), Self.exchange("two", failing: [1])],
      ["price", "BTC-USD", "--count", "2", "-t", "{exchange} {last} {stale}"])
    let modules = try Self.modules(outcome.output)
    try #require(modules.count == 2)
    #expect(modules[0].text == "one $101.00   two $101.00 ")
    #expect(modules[1].text.hasPrefix("one $102.00   two $101.00 stale "))
    #expect(modules.map(\.class) == ["up", "stale"])
    #expect(modules[1].tooltip.hasPrefix("EXCHANGE  SYMBOL      LAST"))
    #expect(modules[1].tooltip.hasSuffix("\nTwo: HTTP 503 Service Unavailable"))
  }

  @Test func `coins have a code, and the direction of the first row`() async throws {
    let outcome = await Self.run(
      [Self.exchange("one", failing: [1])],
      ["coins", "ETH", "BTC", "--count", "2", "-s", "coin:desc"])
    let modules = try Self.modules(outcome.output)
    #expect(modules.map(\.text) == Array(repeating: "ETH $49.00  BTC $101.00", count: 2))
    #expect(modules.map(\.class) == ["down", "stale"] && modules[0].alt == "ETH")
  }

  @Test(arguments: [
    ("", "$202.00 +102.00%", "up"), ("ETH-USD,2,10\n", "$300.00 +150.00%", "flat"),
    ("ETH-USD,10,10\n", "$692.00 +246.00%", "down"),
  ])
  func `totals have the direction of their day`(
    line: String, text: String, direction: String
  ) async throws {
    let exchange = Self.exchange("one")
    var world = TestWorld(exchanges: [exchange])
    world.holdings = Array("symbol,quantity,unit_cost\nBTC-USD,2,50\n\(line)".utf8)
    let outcome = await world.run([
      "holdings", "holdings.csv", "--total", "-1", "-o", "waybar",
    ])
    let module = try #require(try Self.modules(outcome.output).first)
    #expect(module.text == text && module.class == direction && module.alt == "USD")
    #expect(module.tooltip.hasPrefix("QUOTE"))
  }

  @Test func `characters of markup are escaped`() async throws {
    let outcome = await TestWorld().run([
      "price", "BTC-USD", "-o", "waybar", "-t", #"<b>{symbol}</b> & "{last}"\t\\"#, "--replay",
      Repository.fixtures.path,
    ])
    let module = try #require(try Self.modules(outcome.output).first)
    #expect(module.text == "&lt;b&gt;BTC-USD&lt;/b&gt; &amp; \"$27,412.35\"\t\\")
  }

  @Test(arguments: [
    ["list", "-1"], ["book", "BTC-USD", "-1"], ["history", "BTC-USD"], ["symbols"],
    ["holdings", "holdings.csv", "-1"], ["coins", "--changes"], ["price", "BTC-USD", "-c", "last"],
    ["alerts", "--alert", "a: last > 1"], ["exchanges"],
  ])
  func `other commands have no status bar`(arguments: [String]) async {
    var world = TestWorld()
    world.holdings = Array("symbol,quantity\nBTC-USD,2\n".utf8)
    let outcome = await world.run(arguments + ["-o", "waybar"])
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("waybar"))
  }
}
