import MarketCore
import Testing

struct WatchlistsTests {
  private static let symbols = [
    "BTC-USD", "BTC-USDT", "WBTC-USD", "ETH-USD", "ETH-EUR", "DOGE-TRY",
  ]

  private static let lists: Watchlists = {
    var lists = Watchlists()
    lists.add("mine", " btc/usd , ETH-*")
    lists.add("Other", "doge_try")
    return lists
  }()

  private static func kept(by text: String) -> [String] {
    symbols.filter(SymbolFilter(text, lists).matches)
  }

  @Test(arguments: [
    ("@mine", ["BTC-USD", "ETH-USD", "ETH-EUR"]), ("@MINE", ["BTC-USD", "ETH-USD", "ETH-EUR"]),
    ("@other", ["DOGE-TRY"]), ("@other,usdt", ["BTC-USDT", "DOGE-TRY"]),
    ("w*, @mine ,@other", ["BTC-USD", "WBTC-USD", "ETH-USD", "ETH-EUR", "DOGE-TRY"]),
  ])
  func `a watchlist keeps whole symbols, beside other texts`(text: String, kept: [String]) {
    #expect(Self.kept(by: text) == kept)
    #expect(SymbolFilter(text, Self.lists).unknownWatchlists == [])
    #expect(SymbolFilter(text, Self.lists).text == text)
  }

  @Test(arguments: [("@nope", ["nope"]), ("@", [""]), ("@no,@Nope", ["no", "Nope"])])
  func `an unknown one keeps nothing`(text: String, unknown: [String]) {
    #expect(Self.kept(by: text) == [])
    #expect(SymbolFilter(text, Self.lists).unknownWatchlists == unknown)
    #expect(SymbolFilter("@mine").unknownWatchlists == ["mine"])
  }

  @Test func `names are kept as they were written`() {
    #expect(Self.lists.names == ["mine", "Other"])
    #expect(Self.lists["OTHER"] == ["doge_try"])
    #expect(Self.lists["none"] == nil)
  }

  @Test func `a list that replaces another one keeps its place`() {
    var lists = Self.lists
    lists.add("MINE", "ADA-USD")
    #expect(lists.names == ["mine", "Other"])
    #expect(lists["mine"] == ["ADA-USD"])
  }

  @Test func `a list says that there is no such watchlist`() {
    var list = ListViewModel<Ticker>(ListQuery(filters: [SymbolFilter("@nope")]))
    list.apply(.answered([Ticker("A-USD", open: "1", last: "1")], at: 1))
    #expect(list.rows.isEmpty)
    #expect(list.notices == ["unknown watchlist @nope"])
  }
}
