import MarketCore
import Testing

/// A request for all tickers of an exchange in which certain pairs and coins must be listed.
struct TickersIncludingTests {
  private static let list = """
    [{"symbol":"BTC-USD"},{"symbol":"BTC-EUR"},{"symbol":"ETH-BTC"},{"symbol":"BTT-USD"}]
    """

  private static func failures(
    of exchange: CannedExchange, _ symbols: String...
  ) async throws -> [String] {
    let answer = try await exchange.client.tickers(including: symbols.map(Pair.init(symbol:))).get()
    return answer.failures.map(\.description)
  }

  @Test func `a coin is listed as the base of any pair`() async throws {
    let exchange = CannedExchange(["tickers": Self.list])
    #expect(try await Self.failures(of: exchange, "BTC", "ETH", "BTC-EUR").isEmpty)
    #expect(exchange.asked.filter { $0 == "tickers" }.count == 1)
  }

  @Test func `each coin that is not listed is an error with near coins, after the pairs`()
    async throws
  {
    let exchange = CannedExchange(["tickers": Self.list])
    #expect(
      try await Self.failures(of: exchange, "BTX", "USD", "BTC-USDD", "BITCOIN", "BTC")
        == [
          "unknown pair BTC-USDD; did you mean BTC-USD?",
          "unknown coin BTX; did you mean BTC, BTT?",
          "unknown coin USD", "unknown coin BITCOIN; did you mean BTC?",
        ])
  }

  @Test func `a coin in an exchange's own code is listed, or unknown, under that code`()
    async throws
  {
    let row = #"{"c":["1.5","1"],"v":["1","2"]}"#
    let exchange = KrakenMarket.market(["Ticker?assetVersion=1": #"{"BTC/USD":\#(row)}"#])
    let pairs = ["XBT", "XDG", "BTC"].map(Pair.init(symbol:))
    let answer = try await exchange.client.tickers(including: pairs, details: .none).get()
    #expect(answer.names == [pairs[0]: pairs[2], pairs[1]: Pair(symbol: "DOGE")])
    #expect(answer.failures == [.unknownCoin("XDG", near: [])])
  }
}
