import Foundation
import MarketCore
import Testing

/// The words, numbers and signs of an expression.
struct ExpressionLexerTests {
  private static func holds(_ text: String, _ symbol: String = "BTC-USD") throws -> Bool {
    let ticker = Ticker(symbol, open: "200", last: "250", volume: "10")
    return try Condition<Ticker>(text).holds(for: ticker, asOf: .now)
  }

  @Test(arguments: [
    ("symbol == BTC-USD", true), ("symbol == BTC-EUR", false), ("BTC-USD == symbol", true),
    ("symbol==BTC-USD", true), ("(symbol == BTC-USD)", true), ("symbol ~ c-u", true),
    ("symbol == BTC-last", false), ("symbol != a-b-c", true), ("symbol == e-5", false),
  ])
  func `a dash with no space around it belongs to a word that is no field`(
    text: String, holds: Bool
  ) throws {
    #expect(try Self.holds(text) == holds)
  }

  @Test(arguments: [
    "last-open == 50", "last - open == 50", "last -open == 50", "last- open == 50",
    "last-open-50 == 0", "last-50 == open", "300-last == 50", "5-3 == 2", "last-1e-5 < last",
    "1e-5-1e-5 == 0", "1e-5 == 0.00001", "last == -(-250)", "last-(open) == 50", "last--1 == 251",
    "2*last-open == 300", "last > -5",
  ])
  func `a dash after a field or a number is a minus`(text: String) throws {
    #expect(try Self.holds(text))
  }

  @Test(arguments: [
    ("symbol == 1INCH-USD", "1INCH-USD"), ("base == 1inch", "1INCH-USD"),
    ("symbol == 1E-USD", "1E-USD"), ("symbol == A.B-USD", "A.B-USD"),
    ("symbol == A_B-USD", "A_B-USD"), ("symbol == Ä-Ö", "ä-ö"), ("base == 5.", "5.-USD"),
    ("base == 1.2.3", "1.2.3-X"),
  ])
  func `a word may begin with a digit`(text: String, symbol: String) throws {
    #expect(try Self.holds(text, symbol))
  }

  @Test(arguments: [
    ("symbol == BTC/USD", "BTC-USD"), ("symbol==btc_usd", "BTC-USD"),
    ("BTC/USD == symbol", "BTC-USD"),
    ("symbol == 4-USDT", "4-USDT"), ("symbol == 4/USDT and last > 1", "4-USDT"),
    ("(4-usdt == symbol)", "4-USDT"), ("base == 4", "4-USDT"), ("4 == base", "4-USDT"),
    ("base == 100k", "100K-USD"), ("base == 1.50", "1.50-USD"), ("quote != 5", "4-USDT"),
    ("not symbol == 5-3 or 1 > 2", "4-USDT"), ("symbol ~ btc/u", "BTC-USD"),
    ("symbol ~ 4", "4-USDT"), ("symbol == A-4", "A-4"), ("symbol == A_B-USD", "A_B-USD"),
  ])
  func `what is compared with a symbol or code is text, whatever it looks like`(
    text: String, symbol: String
  ) throws {
    #expect(try Self.holds(text, symbol))
  }

  @Test(arguments: [
    "100k == 100000", "1.5M == 1500000", "2B == 2000000000", "1K-1 == 999", "-2k < last",
    "volume < 1k", "last*1k == 250000", "price == last", "price-open == 50", "price > 249",
    "known(price)",
  ])
  func `numbers may be in thousands, millions and billions, and price is another name of last`(
    text: String
  ) throws {
    #expect(try Self.holds(text))
  }

  @Test func `last is another name of price where there is no field last`() throws {
    let level = try Condition<BookRow>("last > 1")
    #expect(level.columns.map(\.name) == ["price"])
    #expect(try Condition<Ticker>("price > 1").columns.map(\.name) == ["last"])
  }

  @Test(arguments: [
    ("symbol == 'BTC-USD'", "BTC-USD"), (#"symbol == "BTC-USD""#, "BTC-USD"),
    ("symbol == 'last'", "LAST"), ("symbol == 'and'", "and"), ("symbol ~ ' '", "A B"),
    (#"symbol ~ "'""#, "it's"), (#"symbol ~ '"'"#, #"a"b"#), ("symbol == '( == )'", "( == )"),
    ("symbol == ''", ""), ("symbol == '5'", "5"), ("symbol ~ '😀'", "A😀-B"),
  ])
  func `a quoted text is text, whatever it holds`(text: String, symbol: String) throws {
    #expect(try Self.holds(text, symbol))
  }

  @Test(arguments: [
    "symbol == btc-usd", "symbol == BtC-uSd", "symbol ~ BTC", "symbol ~ btc", "symbol ~ 'C-u'",
    "quote >= usd", "quote <= Usd", "'btc-usd' == symbol", "not symbol != btc-usd",
  ])
  func `the case of text does not count`(text: String) throws {
    #expect(try Self.holds(text, "BTC-USD"))
    #expect(try Self.holds(text, "btc-usd"))
  }
}
