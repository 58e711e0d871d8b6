import Foundation
import MarketCore
import Testing

/// Conditions such as `last > 5 and volume > 0`, and their values for a row.
struct ConditionTests {
  /// Rose from 25000 to 26250, by 5 percent.
  private static let ticker = {
    var ticker = Ticker(
      pair: Pair(symbol: "BTC-USD"), open: 25_000, volume: 10, last: 26_250, bid: 26_249,
      ask: 26_251, high: 26_400, low: 24_900, tradedAt: time
    ).on("kraken")
    ticker.pastCloses = [.hour: 25_000, .week: 21_000, .month: 52_500]
    return ticker
  }()
  /// Open, change, percent, volume and notional are not known.
  private static let bare = Ticker("ETH-EUR", last: "5")
  private static let time = Date(timeIntervalSince1970: 1_795_183_200)

  private static func holds(_ text: String, _ ticker: Ticker = ticker) throws -> Bool {
    try Condition<Ticker>(text).holds(for: ticker, asOf: time)
  }

  @Test(arguments: [
    ("last == 26250", true), ("last == 26250.0", true), ("last == 26251", false),
    ("last != 26250", false), ("last != 1", true), ("last < 26250", false), ("last < 26251", true),
    ("last <= 26250", true), ("last <= 26249", false), ("last > 26250", false),
    ("last > 26249", true), ("last >= 26250", true), ("last >= 26251", false),
    ("symbol == 'BTC-USD'", true), ("base != BTC", false), ("base < BTD", true),
    ("base <= BTC", true), ("base > BTB", true), ("base >= BTC", true), ("base >= BTD", false),
    ("symbol ~ tc-u", true), ("symbol ~ ETH", false), ("symbol ~ ''", true),
  ])
  func `values are compared`(text: String, holds: Bool) throws {
    #expect(try Self.holds(text) == holds)
  }

  @Test(arguments: [
    ("1 + 2 * 3 == 7", true), ("(1 + 2) * 3 == 9", true), ("8 - 4 - 2 == 2", true),
    ("8 / 4 / 2 == 1", true), ("8 / 4 * 2 == 4", true), ("2 * 3 + 4 == 10", true),
    ("-2 + 3 == 1", true), ("-2 * 3 == -6", true), ("2 * -3 == -6", true), ("2 - -3 == 5", true),
    ("--2 == 2", true), ("-(1 + 2) == -3", true), ("1 + 1 < 3 - 0.5", true),
    ("abs(-3) == 3", true), ("abs(2 - 5) * 2 == 6", true), ("abs(percent) >= 3", true),
    ("-abs(-3) == -3", true), ("last < open * 0.95", false), ("last > open * 1.04", true),
    ("percent_1h == 5 and percent_7d == 25 and percent_30d == -50", true),
    ("change / open * 100 == percent", true), ("last * volume == notional", true),
  ])
  func `arithmetic goes by the rules of school`(text: String, holds: Bool) throws {
    #expect(try Self.holds(text) == holds)
  }

  @Test(arguments: [
    ("1 == 1 or 1 == 1 and 1 == 2", true), ("(1 == 1 or 1 == 1) and 1 == 2", false),
    ("1 == 2 and 1 == 2 or 1 == 1", true), ("1 == 2 and (1 == 2 or 1 == 1)", false),
    ("1 == 1 || 1 == 1 && 1 == 2", true), ("1 == 2 || 1 == 2", false), ("1 == 1 && 1 == 1", true),
    ("not 1 == 2 and 1 == 1", true), ("not 1 == 1 or 1 == 1", true),
    ("not (1 == 1 or 1 == 1)", false), ("! 1 == 2", true), ("!1 == 2", true),
    ("!(1 == 1)", false), ("not not 1 == 1", true), ("!!1 == 1", true), ("not volume == 0", true),
    ("not volume + 1 == 11", false), ("((1 == 1))", true), ("!known(last)", false),
    ("percent > 4 and (quote == USD or quote == EUR)", true),
    ("percent > 4 and (quote == GBP or quote == EUR)", false),
    ("1==1&&2==2||3==4", true), (" \t1\n==\t1 ", true),
  ])
  func `and binds before or, not before both`(text: String, holds: Bool) throws {
    #expect(try Self.holds(text) == holds)
  }

  @Test(arguments: [
    ("0.1 + 0.2 == 0.3", true), ("0.1 * 3 == 0.3", true), ("1.1 + 2.2 == 3.3", true),
    ("0.3 - 0.1 == 0.2", true), ("1e-5 == 0.00001", true), ("1E-5 == 0.00001", true),
    ("1e5 == 100000", true), ("1e-5 - 1e-5 == 0", true), (".5 == 0.5", true),
    ("12345678901234567890.000000000000000001 > 12345678901234567890", true),
    ("0.00000000000000000000000000000000000001 > 0", true), ("-0 == 0", true),
    ("007 == 7", true),
  ])
  func `numbers are exact decimals`(text: String, holds: Bool) throws {
    #expect(try Self.holds(text) == holds)
  }

  @Test(arguments: [
    "1 / 0 == 0", "1 / 0 != 0", "0 / 0 == 0 / 0", "last / (open - open) > 1", "1 / 0 < 1",
    "-(1 / 0) < 1", "abs(1 / 0) >= 0", "1 / 0 + 1 > 0", "1e127 * 1e127 > 0", "1e100 * 1e100 != 0",
    "1e-100 * 1e-100 == 0", "1e127 * 1e38 * 10 > 0", "1e-100 / 1e100 == 0",
    "1e100 / 1e-100 > 0",
  ])
  func `a result that there is not makes every comparison false, and not of it true`(
    text: String
  ) throws {
    #expect(try !Self.holds(text))
    #expect(try Self.holds("not \(text)"))
  }

  @Test(arguments: [
    "volume == 0", "volume != 0", "volume < 1", "volume <= 1", "volume > 1", "volume >= 1",
    "volume == volume", "percent * 0 == 0", "0 == open - open", "abs(change) >= 0",
    "-percent < 1", "notional / 2 > 0", "known(volume)",
  ])
  func `a comparison with an unknown value is false, and not of it true`(text: String) throws {
    #expect(try !Self.holds(text, Self.bare))
    #expect(try Self.holds("not \(text)", Self.bare))
    #expect(try Self.holds("\(text) or last == 5", Self.bare))
  }

  @Test(arguments: ["base == USD", "base != USD", "quote ~ ''", "base < Z", "known(quote)"])
  func `a symbol without a dash has neither base nor quote to compare`(text: String) throws {
    #expect(try !Self.holds(text, Ticker("BTCUSD")))
    #expect(try Self.holds("not \(text)", Ticker("BTCUSD")))
  }

  // A list sets the turnover.
  @Test(arguments: Ticker.columns.filter { $0.name != "turnover" })
  func `one can ask whether a value is known`(column: Column<Ticker>) throws {
    let text = "known(\(column.name))"
    let isKnown = ["symbol", "base", "quote", "name", "last", "change_from", "as_of", "age"]
      .contains(column.name)
    #expect(try Self.holds(text))
    #expect(try Self.holds(text, Self.bare) == isKnown)
    #expect(try Self.holds("not \(text)", Self.bare) == !isKnown)
  }

  @Test(arguments: [
    ("as_of >= '2026-11-20'", true), ("as_of >= '2026-11-21'", false),
    ("as_of < '2026-11-21'", true),
    ("as_of >= '2026-11-20T14:00'", true), ("as_of < '2026-11-20T14:01'", true),
    ("as_of == '2026-11-20T14:00:00.000Z'", true), ("as_of ~ '-11-20t'", true),
    ("traded_at == '2026-11-20T14:00:00Z'", true), ("traded_at < as_of", false),
    ("as_of ~ '2026-11'", true), ("as_of == as_of", true), ("as_of ~ '2025'", false),
  ])
  func `times are compared as the text that formats show`(text: String, holds: Bool) throws {
    #expect(try Self.holds(text) == holds)
  }
}
