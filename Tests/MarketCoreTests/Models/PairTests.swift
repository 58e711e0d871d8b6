import MarketCore
import Testing

/// A pair and its symbol.
struct PairTests {
  @Test(arguments: [
    ("BTC-USD", "BTC", "USD"), ("1INCH-USDT", "1INCH", "USDT"), ("A-B-C", "A-B", "C"),
    ("A--B", "A-", "B"), ("btc-usd", "btc", "usd"), ("É-₿", "É", "₿"),
    ("-\u{301}-B", "-\u{301}", "B"),
  ])
  func `a symbol is split at its last dash`(symbol: String, base: String, quote: String) {
    let pair = Pair(symbol: symbol)
    #expect(pair.symbol == symbol)
    #expect(pair.base == base)
    #expect(pair.quote == quote)
  }

  @Test(arguments: [
    "BTCUSD", "", "-", "--", "BTC-", "-USD", "A-B-", "BTC/USD", "BTC–USD", "A-\u{301}B",
  ])
  func `a symbol that is not of two parts is kept, its base and quote unknown`(symbol: String) {
    let pair = Pair(symbol: symbol)
    #expect(pair.symbol == symbol)
    #expect(pair.base == nil)
    #expect(pair.quote == nil)
  }

  @Test(arguments: [
    ("btc/usd", "BTC-USD"), ("btc_usd", "BTC-USD"), ("btc-usd", "BTC-USD"), ("BTC-USD", "BTC-USD"),
    ("Btc/uSd", "BTC-USD"), ("a/b_c", "A-B-C"), ("btcusd", "BTCUSD"), ("", ""),
    ("../x", "..-X"), ("btc usd", "BTC USD"), (" btc / usd ", "BTC-USD"),
  ])
  func `a pair is typed in any case with any of three signs between its parts`(
    text: String, symbol: String
  ) {
    #expect(Pair(text) == Pair(symbol: symbol))
  }

  @Test(arguments: ["btc/usd", "btc-usd", "BTC_USD", "BTC-USD", ""])
  func `an exact symbol is not changed`(symbol: String) {
    #expect(Pair(symbol: symbol).symbol == symbol)
  }

  @Test func `a pair is described by its symbol`() {
    #expect("\(Pair(symbol: "BTC-USD"))" == "BTC-USD")
  }

  @Test func `pairs are in the order of their symbols`() {
    let symbols = ["ETH-USD", "BTC-USDT", "BTC-USD", "1INCH-USD"]
    let sorted = symbols.map(Pair.init(symbol:)).sorted().map(\.symbol)
    #expect(sorted == ["1INCH-USD", "BTC-USD", "BTC-USDT", "ETH-USD"])
  }
}
