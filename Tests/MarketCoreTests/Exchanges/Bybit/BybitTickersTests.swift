import MarketCore
import TestTools
import Testing

/// The tickers of Bybit, and their requests.
struct BybitTickersTests {
  @Test(
    arguments: [
      // The price 24 hours ago, not the rounded ratio; the volume in the base currency.
      (BybitMarket.bitcoin, "BTC-USDT 27412.3 27412.2 27412.4 26954.1 27500 26900.5 312.5"),
      // Without a trade for 24 hours.
      (
        #"{"symbol":"AUSDT","bid1Price":"2","ask1Price":"3","lastPrice":"2.5","prevPrice24h":"2.5","highPrice24h":"2.5","lowPrice24h":"2.5","volume24h":"0"}"#,
        "A-USDT 2.5 2 3 2.5 2.5 2.5 0"
      ),
      // A side without orders, and other unknown values.
      (
        #"{"symbol":"AUSDT","bid1Price":"","ask1Price":"0","lastPrice":"","prevPrice24h":"0.0","highPrice24h":"","volume24h":""}"#,
        "A-USDT - - - - - - -"
      ),
      // Null, missing, plain numbers, unknown members, and unneeded ones that are no number.
      (
        #"{"symbol":"AUSDT","lastPrice":1.5,"bid1Price":null,"ask1Price":1.7e-7,"volume24h":5E-8,"usdIndexPrice":"x","new":{}}"#,
        "A-USDT 1.5 - 0.00000017 - - - 0.00000005"
      ),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = BybitMarket.market([BybitMarket.all: BybitMarket.list(row)])
    let ticker = try #require(try await market.client.tickers(details: .none).get().value.first)
    #expect(ticker.line == line)
    #expect(ticker.changeReference == .dayAgo && ticker.tradedAt == nil)
  }

  @Test func `invalid rows, and symbols that the list lacks, are skipped and counted`() async throws
  {
    let market = BybitMarket.market([
      BybitMarket.all: BybitMarket.list(
        #"{"symbol":"NEWUSDT","lastPrice":"1"}"#, #"{"symbol":"AUSDT","lastPrice":" "}"#,
        #"{"symbol":""}"#, "{}", "7", BybitMarket.bitcoin)
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(
      answer.warnings.map(\.description) == [
        "AUSDT: lastPrice is not a number", "result.list[2].symbol is empty",
        "result.list[3].symbol is missing", "result.list[4] is not an object",
        "NEWUSDT: not in the list of symbols",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, [BybitMarket.symbols, BybitMarket.all]),
      (nil, .all, [BybitMarket.symbols, BybitMarket.all]),
      (["BTC-USDT"], .all, [BybitMarket.symbol, BybitMarket.one]),
      (["A-USDT", "BTC-USDT"], .none, [BybitMarket.symbols, BybitMarket.all]),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    #expect(try await BybitMarket.market().asked(forTickersOf: symbols, details) == targets)
  }

  @Test func `the list of symbols is requested again after an hour`() async throws {
    let market = BybitMarket.market()
    func asked(_ symbols: [String]?) async throws -> [String] {
      market.forget()
      return try await market.asked(forTickersOf: symbols, .none)
    }
    _ = try await asked(nil)
    #expect(try await asked(nil) == [BybitMarket.all])
    #expect(try await asked(["BTC-USDT"]) == [BybitMarket.one])
    market.clock.pass(.seconds(3600))
    #expect(try await asked(nil) == [BybitMarket.symbols, BybitMarket.all])
    // A pair that the list lacks may be new.
    let new = ["tickers", "instruments-info"].map { "\($0)?category=spot&symbol=NEWUSDT" }
    let rows = [#"{"symbol":"NEWUSDT","lastPrice":"1"}"#, BybitMarket.instrument("NEW")]
    for (target, row) in zip(new, rows) {
      market.answer(target, with: .text(BybitMarket.list(row)))
    }
    #expect(try await asked(["NEW-USDT"]) == new.sorted())
  }

  @Test func `a recorded list of all has the row of one symbol`() async throws {
    let rows = BybitMarket.list(BybitMarket.alpha, BybitMarket.bitcoin)
    let market = BybitMarket.market([BybitMarket.one: rows])
    let answer = try await market.client.tickers(of: [Pair(symbol: "BTC-USDT")]).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"] && answer.warnings.isEmpty)
  }

  @Test(arguments: ["BTC-USDD", "BT-CUSDT", "BTCUSDT", "BTC-", "é-USDT", "BTC-USDT/../x"])
  func `a pair that is not in the list of symbols is unknown`(symbol: String) async throws {
    let near = await expectUnknown(symbol) {
      try await BybitMarket.market().client.ticker(of: Pair(symbol: symbol)).get()
    }
    if symbol.hasPrefix("BT"), !symbol.contains("/") { #expect(near.contains("BTC-USDT")) }
  }

  @Test func `5 seconds have at most 600 requests`() {
    #expect(Bybit().info.limit == RateLimit("requests", 600, per: .seconds(5)))
  }
}
