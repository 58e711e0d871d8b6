import MarketCore
import Testing

/// Watchlists in a filter, such as `@mine`.
struct WatchlistsTests {
  private static let symbols = [
    "BTC-USD", "BTC-USDT", "WBTC-USD", "ETH-USD", "ETH-EUR", "DOGE-TRY",
  ]

  private static func filter(_ text: String) -> SymbolFilter {
    SymbolFilter(
      text,
      watchlists: [
        Watchlist(name: "mine", symbols: " btc/usd , ETH-*"),
        Watchlist(name: "Other", symbols: "doge_try"),
      ])
  }

  private static func kept(by text: String) -> [String] {
    symbols.filter { filter(text).matches($0) }
  }

  @Test(arguments: [
    ("@mine", ["BTC-USD", "ETH-USD", "ETH-EUR"]), ("@MINE", ["BTC-USD", "ETH-USD", "ETH-EUR"]),
    ("@other", ["DOGE-TRY"]), ("@other,usdt", ["BTC-USDT", "DOGE-TRY"]),
    ("w*, @mine ,@other", ["BTC-USD", "WBTC-USD", "ETH-USD", "ETH-EUR", "DOGE-TRY"]),
  ])
  func `a watchlist keeps whole symbols, beside other texts`(text: String, kept: [String]) {
    #expect(Self.kept(by: text) == kept)
    #expect(Self.filter(text).unknownWatchlists == [])
    #expect(Self.filter(text).text == text)
  }

  @Test(arguments: [("@nope", ["nope"]), ("@", [""]), ("@no,@Nope", ["no", "Nope"])])
  func `an unknown one keeps nothing`(text: String, unknown: [String]) {
    #expect(Self.kept(by: text) == [])
    #expect(Self.filter(text).unknownWatchlists == unknown)
    #expect(SymbolFilter("@mine").unknownWatchlists == ["mine"])
  }

  @Test func `a list says that there is no such watchlist`() {
    var list = ListViewModel<Ticker>(ListQuery(filters: [SymbolFilter("@nope")]))
    list.apply(.answered([Ticker("A-USD", open: "1", last: "1")], at: 1))
    #expect(list.rows.isEmpty)
    #expect(list.notices == ["unknown watchlist @nope"])
  }
}
