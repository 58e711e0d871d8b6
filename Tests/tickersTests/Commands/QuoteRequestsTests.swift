import Foundation
import StubExchange
import Terminal
import TestTools
import Testing

/// The requests of `list` for bid and ask of Coinbase.
@Suite(.fewAtATime)
struct QuoteRequestsTests {
  private static let products = ["BTC-EUR", "BTC-USD", "ETH-USD"]

  private static func exchange() throws -> StubExchange {
    try StubExchange { .json(body(path(of: $0))) }
  }

  private static func path(of request: Request) -> String {
    String(request.path.trimmingPrefix("/v3/exchange/"))
  }

  private static func body(_ path: String) -> String {
    let rows = products.map { #""\#($0)":{"stats_24hour":{"last":"2","volume":"1"}}"# }
    let listed = products.map { #"{"id":"\#($0)","status":"online"}"# }
    return switch path {
    case "products/stats": "{\(rows.joined(separator: ","))}"
    case "products": "[\(listed.joined(separator: ","))]"
    case "currencies": "[]"
    case "products/BTC-USD/stats": #"{"last":"2"}"#
    default: path.hasSuffix("/ticker") ? #"{"bid":"1","ask":"3"}"# : "{}"
    }
  }

  /// The paths that a command requests, in order of their names, and what it prints.
  private func requests(
    _ arguments: [String], in world: TestWorld = TestWorld()
  ) async throws -> (paths: [String], outcome: TestWorld.Outcome) {
    let exchange = try Self.exchange()
    let outcome = await world.run(
      arguments + ["-e", "coinbase", "--timeout", "300", "--url", exchange.url.absoluteString])
    #expect(outcome.status == 0)
    return (exchange.requests.map(Self.path).filter { $0 != "currencies" }.sorted(), outcome)
  }

  /// A screen whose first poll, of BTC-USD, is shown.
  private static func screen(_ exchange: StubExchange, columns: String) async -> ScreenRun {
    let screen = ScreenRun([
      "list", "-e", "coinbase", "-f", "BTC-USD", "-c", columns, "-i", "3600", "--timeout", "300",
      "--url",
      exchange.url.absoluteString,
    ])
    #expect(await screen.shows("1 of 3 pairs · filter BTC-USD"))
    return screen
  }

  private static let bidOfBitcoin = "products/BTC-USD/ticker"
  private static let bidOfEther = "products/ETH-USD/ticker"

  @Test(arguments: ["json", "csv", "tsv", "ndjson", "markdown", "table", "openmetrics"])
  func `none in a format that shows all fields`(format: String) async throws {
    let (paths, outcome) = try await requests(["list", "--once", "-o", format])
    #expect(paths == ["products/stats"])
    #expect(outcome.output.contains("BTC-USD") || format == "openmetrics")
  }

  @Test(arguments: [
    ["-c", "symbol,bid"], ["-t", "{spread_bp}"], ["-w", "ask > 1", "-o", "json"],
    ["-s", "bid:desc"], ["-u", "bid > 0"],
  ])
  func `one per pair that the filter keeps where an option names them`(
    options: [String]
  ) async throws {
    let (paths, _) = try await requests(["list", "--once", "--filter", "*-USD"] + options)
    #expect(
      paths == ["products", "products/BTC-USD/ticker", "products/ETH-USD/ticker", "products/stats"])
  }

  @Test func `none in rows for machines that a terminal shows`() async throws {
    let world = TestWorld(terminal: TerminalSize(columns: 80, rows: 24))
    let (paths, _) = try await requests(["list", "--count", "2", "-o", "csv"], in: world)
    #expect(paths == ["products/stats", "products/stats"])
  }

  @Test func `on a screen those of the pairs that an edited filter keeps, once it is applied`()
    async throws
  {
    let exchange = try Self.exchange()
    let screen = await Self.screen(exchange, columns: "symbol,last,bid")
    func paths() -> [String] { exchange.requests.map(Self.path) }
    #expect(await screen.type("/\u{15}ETH", shows: "› ETH-USD  $2.00    –"))
    #expect(paths() == ["products", Self.bidOfBitcoin, "products/stats"])
    for key in ["\r", "r"] {
      let before = paths().count
      #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(3600)] }))
      screen.type(key)
      #expect(await screen.shows("› ETH-USD  $2.00  $1.00"))
      #expect(await until("another poll") { paths().count == before + 2 })
      #expect(paths().suffix(2) == [Self.bidOfEther, "products/stats"])
    }
    #expect(await screen.type("\u{1B}", shows: "› BTC-USD  $2.00  $1.00"))
    #expect(await until("another poll") { paths().count == 9 })
    #expect(paths().suffix(2) == [Self.bidOfBitcoin, "products/stats"])
    // The same filter again costs nothing.
    #expect(await screen.type("/", shows: "/BTC-USD▏"))
    #expect(await screen.type("\r", shows: "/ filter"))
    #expect(paths().count == 9)
    #expect(await screen.quit() == 0)
  }

  @Test func `none on a screen without these fields, whatever its filter`() async throws {
    let exchange = try Self.exchange()
    let screen = await Self.screen(exchange, columns: "symbol,last")
    #expect(await screen.type("/\u{15}ETH\r", shows: "› ETH-USD  $2.00"))
    #expect(await screen.type("\u{1B}", shows: "› BTC-USD  $2.00"))
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(3600)] }))
    screen.type("r")
    #expect(await until("another poll") { exchange.requests.count == 2 })
    #expect(exchange.requests.map(Self.path) == ["products/stats", "products/stats"])
    #expect(await screen.quit() == 0)
  }

  @Test func `that of its pair for a price`() async throws {
    let (paths, _) = try await requests(["price", "BTC-USD"])
    #expect(paths == ["products/BTC-USD/stats"])
    let (shown, outcome) = try await requests(["price", "BTC-USD", "-c", "bid,ask", "-o", "csv"])
    #expect(shown == ["products/BTC-USD/stats", "products/BTC-USD/ticker"])
    #expect(outcome.output == "bid,ask\n1,3\n")
  }
}
