import MarketCore
import Testing

/// The filter of rows by their symbols.
struct SymbolFilterTests {
  private static let symbols = [
    "BTC-USD", "BTC-USDT", "ALGO-BTC", "WBTC-USD", "ETH-USD", "ETH-EUR", "DOGE-TRY",
  ]

  @Test(arguments: [
    ("BTC", ["BTC-USD", "BTC-USDT", "ALGO-BTC", "WBTC-USD"]),
    ("btc", ["BTC-USD", "BTC-USDT", "ALGO-BTC", "WBTC-USD"]),
    ("US", ["BTC-USD", "BTC-USDT", "WBTC-USD", "ETH-USD"]), ("XRP", []),
  ])
  func `a text is a part of the symbol, in any case`(text: String, kept: [String]) {
    #expect(Self.kept(by: text) == kept)
  }

  @Test(arguments: [
    ("BTC-USD", ["BTC-USD"]), ("btc/usd", ["BTC-USD"]), ("Eth_Eur", ["ETH-EUR"]),
    ("C-US", ["BTC-USD", "BTC-USDT", "WBTC-USD"]), ("btc-u", ["BTC-USD", "BTC-USDT", "WBTC-USD"]),
    ("doge-", ["DOGE-TRY"]), ("-try", ["DOGE-TRY"]), ("BTC-USDTT", []),
    ("BTC-USD,WBTC-USD", ["BTC-USD", "WBTC-USD"]), ("eth-eur,btc-usdt", ["BTC-USDT", "ETH-EUR"]),
  ])
  func `a text with a dash is the whole symbol if that is listed, else a part of it`(
    text: String, kept: [String]
  ) {
    #expect(Self.kept(by: text) == kept)
  }

  @Test func `while it is typed a text is always a part`() {
    let filter = SymbolFilter("btc-usd", isTyped: true).with(listed: Set(Self.symbols))
    #expect(Self.symbols.filter { filter.matches($0) } == ["BTC-USD", "BTC-USDT", "WBTC-USD"])
  }

  @Test func `names that were sent are found from four letters on`() {
    #expect(SymbolFilter("ripple").matches("XRP-USD", name: "Ripple"))
    #expect(SymbolFilter("btc,lab").matches("XRP-USD", name: "Ripple Labs") == false)
    #expect(SymbolFilter("btc,labs").matches("XRP-USD", name: "Ripple Labs"))
    #expect(!SymbolFilter("ipple").matches("XRP-USD", name: "Ripple"))
    #expect(SymbolFilter("ripple").matchesCoin("XRP", name: "Ripple"))
  }

  @Test(arguments: [
    ("bitcoin", ["BTC-USD", "BTC-USDT", "WBTC-USD"]),
    ("BITC", ["BTC-USD", "BTC-USDT", "WBTC-USD"]),
    ("wrapped", ["WBTC-USD"]), ("Wrapped Bit", ["WBTC-USD"]), ("itcoin", []), ("bit", []),
    ("ethereum", ["ETH-USD", "ETH-EUR"]), ("coin", []),
    // Tether is the quote only.
    ("tether", []), ("dogecoin,WBTC-USD", ["WBTC-USD", "DOGE-TRY"]), ("bitcoin*", []),
  ])
  func `four letters or more are also the beginning of a word of the base's name`(
    text: String, kept: [String]
  ) {
    #expect(Self.kept(by: text) == kept)
  }

  @Test func `part of a code does not name other currencies`() {
    #expect(!SymbolFilter("eth").matches("ETC-USD") && !SymbolFilter("eth").matches("USDT-USD"))
    #expect(SymbolFilter("ethereum").matches("ETC-USD") && SymbolFilter("euro").matches("EUR"))
  }

  @Test func `the case of the symbol does not count either`() {
    #expect(SymbolFilter("BTC").matches("btc-usd"))
    #expect(SymbolFilter("b?c-*").matches("Btc-usd"))
  }

  @Test(arguments: [
    ("*-USD", ["BTC-USD", "WBTC-USD", "ETH-USD"]), ("*-usd", ["BTC-USD", "WBTC-USD", "ETH-USD"]),
    ("BTC-*", ["BTC-USD", "BTC-USDT"]), ("???-USD", ["BTC-USD", "ETH-USD"]),
    ("?BTC-USD", ["WBTC-USD"]), ("*BTC*", ["BTC-USD", "BTC-USDT", "ALGO-BTC", "WBTC-USD"]),
    ("BTC-USD?", ["BTC-USDT"]), ("BTC-USD*", ["BTC-USD", "BTC-USDT"]),
    (
      "*-???",
      [
        "BTC-USD", "ALGO-BTC", "WBTC-USD", "ETH-USD", "ETH-EUR", "DOGE-TRY",
      ]
    ),
    ("*T*-*E*", ["ETH-EUR"]), ("*?", symbols), ("**", symbols), ("*", symbols), ("?", []),
    ("BTC?", []), ("USD*", []), ("*-US", []),
  ])
  func `a pattern holds for the whole symbol`(pattern: String, kept: [String]) {
    #expect(Self.kept(by: pattern) == kept)
  }

  @Test(arguments: [
    "DOGE,EUR", "doge, eth-eur", " doge ,\teur ", "DOGE,,EUR,", "*-try,eth-e??", "EUR,DOGE",
  ])
  func `commas mean any of them, with or without spaces around`(text: String) {
    #expect(Self.kept(by: text) == ["ETH-EUR", "DOGE-TRY"])
  }

  @Test(arguments: ["", ",", ",,,"]) func `a text of nothing keeps every symbol`(text: String) {
    #expect(Self.kept(by: text) == Self.symbols)
  }

  @Test func `a star stands for nothing too, a question mark does not`() {
    #expect(SymbolFilter("*").matches(""))
    #expect(!SymbolFilter("?").matches(""))
    #expect(SymbolFilter("*B*").matches("B"))
  }

  @Test(arguments: [
    ("btc", ["BTC", "WBTC"]), ("eth", ["ETH"]), ("bitcoin", ["BTC", "WBTC"]), ("dogec", ["DOGE"]),
    ("doge,eth", ["ETH", "DOGE"]), ("USD", []), ("tether", []),
    // A whole symbol, or a pattern, by its base.
    ("BTC-USD", ["BTC"]), ("btc/eur", ["BTC"]), ("*BTC-USD", ["BTC", "WBTC"]), ("?BTC", ["WBTC"]),
    ("*-USD", ["BTC", "WBTC", "ETH", "DOGE", "A-B"]), ("BT*", ["BTC"]), ("USD-BTC", []),
    ("A-B-USD", ["A-B"]), ("-USD", []), ("bitcoin-usd", []), ("@mine", ["ETH"]), ("@none", []),
    ("", ["BTC", "WBTC", "ETH", "DOGE", "A-B"]),
  ])
  func `coins are kept by code or name, and by the base of a symbol`(text: String, kept: [String]) {
    let filter = SymbolFilter(text, watchlists: [Watchlist(name: "mine", symbols: "ETH-*,XLM-USD")])
    #expect(["BTC", "WBTC", "ETH", "DOGE", "A-B"].filter { filter.matchesCoin($0) } == kept)
    #expect(filter.matchesCoin("btc") == kept.contains("BTC"))
  }

  @Test(.timeLimit(.minutes(20)))
  func `a pattern of many stars does not take long on a long text`() {
    let text = String(repeating: "a", count: 20_000)
    let stars = String(repeating: "*a", count: 20)
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(!SymbolFilter(stars + "*b").matches(text))
      #expect(SymbolFilter(stars + "*b").matches(text + "b"))
    }
    #expect(time < .seconds(60))
  }

  private static func kept(by text: String) -> [String] {
    let filter = SymbolFilter(text).with(listed: Set(symbols))
    return symbols.filter { filter.matches($0) }
  }

  @Test(arguments: ["BTC, ", "BTC, ,ETH"]) func `a term of spaces is no term`(text: String) {
    #expect(!SymbolFilter(text).matches("DOGE-TRY"))
  }
}
