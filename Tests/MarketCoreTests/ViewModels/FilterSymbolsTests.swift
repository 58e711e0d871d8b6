import Foundation
import Testing

@testable import MarketCore

/// The filter of a list over several polls, and the notices about unlisted symbols.
struct FilterSymbolsTests {
  private static func list(_ filter: String, isTyped: Bool = false) -> ListViewModel<Ticker> {
    ListViewModel(ListQuery(filters: [SymbolFilter(filter, isTyped: isTyped)]))
  }

  private static let others = [Ticker("BTC-USDT"), Ticker("WBTC-USD"), Ticker("ETH-EUR")]

  @Test func `a symbol that was listed once is the only one that its filter keeps`() {
    let first = Self.list("btc-usd")
    var list = first
    list.apply(.answered(Self.others, at: 0))
    #expect(list.rows.map(\.pair.symbol) == ["BTC-USDT", "WBTC-USD"])
    #expect(list.notices == ["not listed: BTC-USD; showing the pairs that contain it"])
    list.apply(.answered(Self.others + [Ticker("BTC-USD")], at: 1))
    #expect(list.rows.map(\.pair.symbol) == ["BTC-USD"])
    #expect(list.notices == [])
    let poll = Poll.answered(Self.others, at: 2)
    list.apply(poll)
    #expect(list.rows.isEmpty)
    // The rows of alerts are those of the first filter, whatever was typed since.
    list.query.filters = [SymbolFilter("eth", isTyped: true)]
    #expect(list.watchedRows(after: [poll], asIn: first).isEmpty)
    #expect(list.rows.map(\.pair.symbol) == ["ETH-EUR"])
  }

  @Test func `a part of a symbol is no symbol, and has no notice`() {
    var list = Self.list("btc-u")
    list.apply(.answered(Self.others, at: 0))
    #expect(list.rows.map(\.pair.symbol) == ["BTC-USDT", "WBTC-USD"])
    #expect(list.notices == [])
  }

  @Test func `while it is typed it keeps what contains it`() {
    var list = Self.list("btc-usd", isTyped: true)
    list.apply(.answered(Self.others + [Ticker("BTC-USD")], at: 0))
    #expect(list.rows.map(\.pair.symbol) == ["BTC-USDT", "WBTC-USD", "BTC-USD"])
  }

  @Test(arguments: [("ripple", 1), ("xrp", 0), ("bitcoin", 0), ("rip", 0), ("nobody", 1)])
  func `names are requested once, where a filter matches nothing without them`(
    filter: String, requests: Int
  ) async throws {
    let market = CannedExchange(
      [
        "ticker/": #"[{"pair":"XRP/USD","last":"1"},{"pair":"BTC/USD","last":"2"}]"#,
        "markets/": """
        [{"name":"XRP/USD","market_symbol":"xrpusd","description":"Ripple / U.S. dollar"},\
        {"name":"BTC/USD","market_symbol":"btcusd","description":"Bitcoin / U.S. dollar"}]
        """,
      ], of: Bitstamp())
    var details = TickerDetails.none
    details.filters = [SymbolFilter(filter)]
    for _ in 0..<3 {
      let answer = try await market.client.tickers(details: details).get()
      #expect(
        answer.value.contains { $0.matches(details.filters[0]) }
          == (filter != "rip" && filter != "nobody"))
    }
    #expect(market.asked.filter { $0 == "markets/" }.count == requests)
    #expect(market.asked.filter { $0 == "ticker/" }.count == 3)
  }

  @Test func `instruments and coins are found by the names that were sent`() async throws {
    let client = MarketClient.recorded(Bitstamp())
    let filter = SymbolFilter("ripple")
    let listed = try await client.instruments(withNames: false, filters: [filter]).get().value
    #expect(listed.filter { $0.matches(filter) }.map(\.pair.symbol) == ["XRP-BTC", "XRP-USD"])
    var details = TickerDetails.none
    details.filters = [filter]
    let tickers = try await client.tickers(details: details).get().value
    let coins = CoinSummary(
      of: tickers, in: "USD", exchanges: ["bitstamp"], codes: nil, asOf: { _ in .distantPast }
    ).coins
    #expect(coins.filter { $0.matches(filter) }.map(\.code) == ["XRP"])
  }
}
