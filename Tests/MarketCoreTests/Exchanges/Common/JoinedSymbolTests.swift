import MarketCore
import Testing

/// Exchanges whose symbols do not show where their base ends: `BTCUSDT` could be BT-CUSDT.
struct JoinedSymbolTests {
  struct Exchange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let market: @Sendable ([String: String]) -> CannedExchange
    /// The path of the book of BTC-USDT, and an empty book.
    let book: (target: String, body: String)
    /// The path of the symbol of BTC-USDT, and a row without a base.
    let symbol: (target: String, body: String)
    /// The member of the base.
    let base: String
  }

  static let exchanges = [
    Exchange(
      testDescription: "Binance", market: { BinanceMarket.market($0) },
      book: ("depth?symbol=BTCUSDT&limit=5000", #"{"bids":[],"asks":[]}"#),
      symbol: (BinanceMarket.one, #"{"symbols":[{"symbol":"BTCUSDT","baseAsset":null}]}"#),
      base: "baseAsset"),
    Exchange(
      testDescription: "Bybit", market: BybitMarket.market,
      book: (BybitMarket.book, BybitMarket.body(#"{"a":[],"b":[]}"#)),
      symbol: (BybitMarket.symbol, BybitMarket.list(#"{"symbol":"BTCUSDT","baseCoin":null}"#)),
      base: "baseCoin"),
    Exchange(
      testDescription: "Bitget", market: BitgetMarket.market,
      book: (BitgetMarket.book, BitgetMarket.body(#"{"asks":[],"bids":[]}"#)),
      symbol: (BitgetMarket.symbol, BitgetMarket.list(#"{"symbol":"BTCUSDT","baseCoin":null}"#)),
      base: "baseCoin"),
  ]

  @Test(arguments: exchanges, ["BT-CUSDT", "BTC-USDD", "BTCUSDT"])
  func `the book of another pair of the same letters is not taken`(
    exchange: Exchange, symbol: String
  ) async {
    let market = exchange.market([exchange.book.target: exchange.book.body])
    let near = await expectUnknown(symbol) {
      try await market.client.book(of: Pair(symbol: symbol)).get()
    }
    #expect(near.contains("BTC-USDT"))
  }

  /// Bybit lists only symbols that are traded.
  @Test func `a pair that has prices, but is missing in the list, is unknown`() async {
    let old = (
      ticker: BybitMarket.list(#"{"symbol":"OLDUSDT","lastPrice":"1"}"#),
      book: BybitMarket.body(#"{"a":[["2","1"]],"b":[["1","1"]]}"#)
    )
    let market = BybitMarket.market([
      BybitMarket.symbols + "&symbol=OLDUSDT": BybitMarket.list(),
      BybitMarket.all + "&symbol=OLDUSDT": old.ticker,
      BybitMarket.book.replacing("BTC", with: "OLD"): old.book,
    ])
    let pair = Pair(symbol: "OLD-USDT")
    await expectUnknown("OLD-USDT") { try await market.client.ticker(of: pair).get() }
    await expectUnknown("OLD-USDT") { try await market.client.book(of: pair).get() }
    await expectUnknown("OLD-USDT") { try await market.client.instrument(of: pair).get() }
    // Nothing is known while the whole list is empty.
    let other = BybitMarket.market([
      BybitMarket.symbols: BybitMarket.list(), BybitMarket.symbol: BybitMarket.list(),
    ])
    await #expect(throws: MarketError.emptyResponse) {
      try await other.client.ticker(of: Pair(symbol: "BTC-USDT")).get()
    }
  }

  @Test(arguments: exchanges)
  func `an invalid row of a symbol is an error, and does not make the pair unknown`(
    exchange: Exchange
  ) async {
    let market = exchange.market([
      exchange.book.target: exchange.book.body, exchange.symbol.target: exchange.symbol.body,
    ])
    await #expect(throws: MarketError.malformed("BTCUSDT: \(exchange.base) is null")) {
      try await market.client.book(of: Pair(symbol: "BTC-USDT")).get()
    }
  }
}
