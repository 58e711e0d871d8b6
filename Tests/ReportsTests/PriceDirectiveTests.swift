import Foundation
import MarketCore
@testable import Reports
import TestTools
import Testing

/// Price directives for Ledger and Beancount, and the rows that have none.
struct PriceDirectiveTests {
  private static let time = Date(timeIntervalSince1970: 1_795_183_200.999)

  private func report(_ prices: [(symbol: String, last: Decimal?)]) -> Report {
    let columns = ["symbol", "last", "as_of"].compactMap(Ticker.column(named:))
    return Report(groups: [
      Report.Group("tickers", prices, columns.map { Report.Column($0, in: Ticker.style) }) {
        price in
        [
          Cell(.text(price.symbol)), Cell(price.last.map(FieldValue.number) ?? .unknown),
          Cell(.time(Self.time)),
        ]
      }
    ])
  }

  private func report(_ candles: [(close: Decimal?, isComplete: Bool)]) -> Report {
    let columns = ["symbol", "close", "time", "complete"].compactMap(CandleRow.column(named:))
    return Report(groups: [
      Report.Group(
        "history", candles, columns.map { Report.Column($0, in: CandleRow.style) }
      ) { candle in
        [
          Cell(.text("BTC-USD")), Cell(candle.close.map(FieldValue.number) ?? .unknown),
          Cell(.moment(Self.time)), Cell(.flag(candle.isComplete)),
        ]
      }
    ])
  }

  private func lines(_ format: Format, _ symbol: String) -> String {
    report([(symbol, 2)]).directives(format)
  }

  @Test(arguments: [
    ("27412.35", "27412.35"), ("38178.0", "38178"), ("0.00000558", "0.00000558"),
    ("5.51E-6", "0.00000551"), ("-37.63", "-37.63"),
    ("1E30", "1" + String(repeating: "0", count: 30)),
    ("1234567890123456789.0123456789012345678", "1234567890123456789.0123456789012345678"),
  ])
  func `a price is the exact decimal, at its time in UTC`(sent: String, written: String) throws {
    let amount: Decimal = try #require(Decimal(exact: sent))
    let report = report([("BTC-USD", amount)])
    #expect(
      report.directives(.ledger)
        == "P 2026-11-20 14:00:00 BTC \(written) USD\n")
    #expect(
      report.directives(.beancount) == "2026-11-20 price BTC \(written) USD\n")
  }

  @Test func `an unknown price and one of 0 are left out, and nobody is told`() {
    let report = report([("A1-USD", nil), ("B1-USD", 0), ("C1-USD", 3), ("1-USD", nil)])
    #expect(
      report.directives(.ledger) == "P 2026-11-20 14:00:00 \"C1\" 3 USD\n")
    #expect(report.directives(.beancount) == "2026-11-20 price C1 3 USD\n")
    #expect(report.directiveNotices(.ledger) == [] && report.directiveNotices(.beancount) == [])
  }

  @Test func `a candle has its close, when its period has ended`() {
    let report = report([(1, true), (nil, true), (0, true), (2.5, true), (3, false)])
    #expect(
      report.directives(.beancount)
        == "2026-11-20 price BTC 1 USD\n2026-11-20 price BTC 2.5 USD\n")
    #expect(
      report.directives(.ledger).hasPrefix("P 2026-11-20 14:00:00 BTC 1 USD\n"))
  }

  @Test func `rows without a price have no directive`() {
    let columns = [Report.Column(Instrument.Columns.symbol, in: Instrument.style)]
    let report = Report(groups: [
      Report.Group("symbols", ["BTC-USD"], columns) { [Cell(.text($0))] }
    ])
    #expect(report.directives(.ledger) == "")
    #expect(report.directiveNotices(.ledger) == [])
  }

  @Test(arguments: [
    ("BTC", "BTC"), ("TRUE", "TRUE"), ("A", "A"), ("1INCH", "\"1INCH\""), ("BTC2", "\"BTC2\""),
    ("a", "\"a\""), ("and", "\"and\""), ("A B", "\"A B\""), (" ", "\" \""), ("A.B", "\"A.B\""),
    ("'A'", "\"'A'\""), ("{}", "\"{}\""), ("$A", "\"$A\""), ("Ä", "\"Ä\""),
    ("币安人生", "\"币安人生\""), ("A\r\nB", "\"A\u{FFFD}\u{FFFD}B\""),
    ("\u{1B}[2J\u{202E}", "\"\u{FFFD}[2J\u{FFFD}\""), ("A\u{301}", "\"A\u{301}\""),
    (String(repeating: "é", count: 127), "\"\(String(repeating: "é", count: 127))\""),
  ])
  func `ledger has quotes round all but capital letters`(base: String, name: String) {
    // By scalar, for a combining mark makes one Character with the sign before it.
    func expect(_ symbol: String, _ line: String) {
      #expect(lines(.ledger, symbol).unicodeScalars.elementsEqual((line + "\n").unicodeScalars))
    }
    expect("\(base)-USD", "P 2026-11-20 14:00:00 \(name) 2 USD")
    expect("USD-\(base)", "P 2026-11-20 14:00:00 USD 2 \(name)")
    #expect(report([("\(base)-USD", 2)]).directiveNotices(.ledger) == [])
  }

  @Test(arguments: [
    "A\"B-USD", "A;B-USD", "A\\B-USD", "A\"\u{301}-USD", "h-USD", "USD-m", "s-USD", "%-USD",
    "USD-USD", "A\u{1}-A\u{2}", "BTC", "-USD", "A-", "",
    String(repeating: "A", count: 256) + "-USD", String(repeating: "é", count: 128) + "-USD",
  ])
  func `ledger has no name for some`(symbol: String) {
    expectLeftOut(symbol, .ledger)
  }

  @Test(arguments: [
    "BTC", "AB", "A1", "A'B", "A.B", "A_B", "A-B", "A--B", "TXN", "TRUEX", "NULL.A",
    String(repeating: "A", count: 24),
  ])
  func `beancount takes what has the form of its currencies`(base: String) {
    #expect(lines(.beancount, "\(base)-USD") == "2026-11-20 price \(base) 2 USD\n")
    #expect(report([("\(base)-USD", 2)]).directiveNotices(.beancount) == [])
  }

  @Test(arguments: [
    "1INCH-USD", "A-USD", "USD-A", "T-USD", "TRUE-USD", "USD-FALSE", "NULL-USD", "aB-USD", "Ab-USD",
    "A.-USD", "AB_-USD", "A B-USD", "A/B-USD", "A:B-USD", "\"AB\"-USD", "ÄB-USD", "AB\u{301}-USD",
    "AB\n-USD", "AB\r\nCD-USD", "\u{202E}AB-USD", "AB-US D", "USD-USD", "BTC", "-USD", "AB-", "",
    String(repeating: "A", count: 25) + "-USD",
  ])
  func `beancount has no name for the others`(symbol: String) {
    expectLeftOut(symbol, .beancount)
  }

  private func expectLeftOut(
    _ symbol: String, _ format: Format,
    location: SourceLocation = #_sourceLocation
  ) {
    let report = report([("BTC-EUR", 1), (symbol, 2), ("BTC-GBP", 3)])
    let text = report.directives(format)
    #expect(text.unicodeScalars.count { $0 == "\n" } == 2, sourceLocation: location)
    #expect(text.contains("EUR\n") && text.contains("GBP\n"), sourceLocation: location)
    #expect(
      report.directiveNotices(format)
        == [
          "skipped 1 pair (names not valid in \(format == .ledger ? "Ledger" : "Beancount")): \(symbol)"
        ],
      sourceLocation: location)
  }

  @Test func `a notice counts the pairs and names the first three`() {
    let symbols = ["1A-USD", "1B-USD", "BTC-USD", "1C-USD", "1D-USD"].map {
      ($0, Decimal(2) as Decimal?)
    }
    #expect(
      report(symbols).directiveNotices(.beancount)
        == ["skipped 4 pairs (names not valid in Beancount): 1A-USD, 1B-USD, 1C-USD; and 1 more"])
  }

  @Test func `a pair of many rows is counted once`() {
    let notices = report([("1A-USD", 2), ("1A-USD", 3), ("1B-USD", 4)]).directiveNotices(.beancount)
    #expect(
      notices == ["skipped 2 pairs (names not valid in Beancount): 1A-USD, 1B-USD"])
  }

  @Test func `a dash belongs to the base`() {
    #expect(lines(.ledger, "A-B-USD") == "P 2026-11-20 14:00:00 \"A-B\" 2 USD\n")
    #expect(lines(.beancount, "A-B-USD") == "2026-11-20 price A-B 2 USD\n")
  }
}
