import Foundation
import Testing

@testable import MarketCore

/// The suggestions of listed pairs for an unknown pair.
struct PairListTests {
  private static let tickers = [
    Ticker("BTC-EUR", last: "90", volume: "50"), Ticker("BTC-USD", last: "100", volume: "20"),
    Ticker("BTC-USDT", last: "100", volume: "900"), Ticker("BTC-USDC", last: "100", volume: "70"),
    Ticker("BTT-USD", last: "0.1", volume: "10"), Ticker("BCH-USD", last: "5", volume: "1000"),
    Ticker("ETH-BTC", last: "0.05", volume: "3"), Ticker("T-USDT", last: "2", volume: nil),
  ]

  @Test(arguments: [
    // A coin, by its code or its name, or nearly.
    ("BTC", ["BTC-USD", "BTC-USDT", "BTC-USDC"]), ("BITCOIN", ["BTC-USD", "BTC-USDT", "BTC-USDC"]),
    ("BTC-", ["BTC-USD", "BTC-USDT", "BTC-USDC"]), ("BCHH", ["BCH-USD"]), ("ETH", ["ETH-BTC"]),
    // A dash that is missing or misplaced, and the other way round.
    ("BTCUSDC", ["BTC-USDC"]), ("BTCU-SD", ["BTC-USD"]), ("EUR-BTC", ["BTC-EUR"]),
    // Names of coins in a pair, and a joined name before a base that is near.
    ("BITCOIN-USD", ["BTC-USD"]), ("ETHEREUM-BITCOIN", ["ETH-BTC"]),
    ("BTCUSDD", ["BTC-USD", "BTC-USDT", "BTC-USDC"]),
    // A near quote of the same base, a near base of the same quote.
    ("BTC-USDD", ["BTC-USD", "BTC-USDT", "BTC-USDC"]), ("BTC-EURO", ["BTC-EUR"]),
    ("BCT-USD", ["BCH-USD", "BTC-USD", "BTT-USD"]), ("BTX-USD", ["BTC-USD", "BTT-USD"]),
    // Nothing near.
    ("QQQ", []), ("QQQQQ-JPY", []), ("BTC-JPY", []), ("DOGE-USD", []), ("", []), ("-", []),
    ("XYZ-EUR", []),
  ])
  func `near names are in dollars first, then by turnover`(symbol: String, names: [String]) {
    #expect(PairList(Self.tickers).names(near: Pair(symbol: symbol)) == names)
  }

  @Test func `without tickers near names are in dollars, then in stablecoins, then by name`() {
    let list = PairList(Self.tickers.map(\.pair))
    #expect(list.names(near: Pair(symbol: "BTC")) == ["BTC-USD", "BTC-USDT", "BTC-USDC"])
  }

  @Test func `tickers of an answer add to the turnovers that are known`() {
    let list = PairList(Self.tickers)
    let more = [Ticker("BTC-USD", last: "100", volume: "1"), Ticker("BTC-EUR", volume: "9999")]
    let coin = Pair(symbol: "BTC")
    #expect(
      list.adding([more[0]]).names(near: coin) == ["BTC-USD", "BTC-USDT", "BTC-USDC"])
    // The price in dollars and the volume of another pair make its turnover.
    #expect(
      PairList(Self.tickers.map(\.pair)).adding(more).names(near: coin)
        == ["BTC-USD", "BTC-EUR", "BTC-USDT"])
  }

  @Test func `an answer of all tickers ranks the names of an exchange that lists pairs alone`()
    async throws
  {
    let market = BitstampMarket.market([
      "markets/":
        #"[{"name":"ETH/USDT"},{"name":"ETH/USDC"},{"name":"ETH/CHF"}]"#,
      "ticker/": """
      [{"pair":"ETH/USDT","last":"1","volume":"7"},{"pair":"ETH/USDC","last":"1","volume":"9"}]
      """,
    ])
    let answer = try await market.client.tickers(including: [Pair(symbol: "ETH-USD")]).get()
    #expect(
      answer.failures == [.unknownSymbol("ETH-USD", near: ["ETH-USDC", "ETH-USDT"])])
  }

  @Test(arguments: [
    ("BITCOIN", ["BTC"]), ("ethereum", ["ETH"]), ("BCHH", ["BCH"]), ("BTX", ["BTC", "BTT"]),
    ("BT", ["BTC", "BTT", "T"]), ("BTCUSDT", ["BTC-USDT"]), ("dogecoin", []), ("QQQ", []),
    (String(repeating: "BTC", count: 22), []),
  ])
  func `near coins have the name, or else a similar code, by turnover`(
    code: String, near: [String]
  ) {
    #expect(PairList(Self.tickers).coins(near: code) == near)
  }
}
