import Foundation
@testable import MarketCore
import Testing

/// How computed prices and amounts are rounded for people, and that they stay exact for programs.
struct ComputedNumberTests {
  private static let digits38 = "1.2345678901234567890123456789012345678"

  @Test(
    arguments: [
      ("26211.345", "USD", "$26,211.35"), ("26211.3449999", "USD", "$26,211.34"),
      ("-26211.345", "USD", "-$26,211.35"), ("1", "USD", "$1.00"), ("1.005", "EUR", "€1.01"),
      ("1.004999999", "EUR", "€1.00"), ("0.995", "USD", "$0.995"), ("-0.995", "USD", "-$0.995"),
      ("0.999999499", "USD", "$0.999999"), ("0.9999995", "USD", "$1.00"),
      ("0.9999994999", "GBP", "£0.999999"), ("0.1234565", "USD", "$0.123457"),
      ("0.1234564999", "USD", "$0.123456"), ("0.00001234565", "USD", "$0.0000123457"),
      ("0.5", "CHF", "0.50 CHF"), ("12.345", "CHF", "12.35 CHF"), ("0", "USD", "$0.00"),
      ("4094748.317", "JPY", "4,094,748.32 JPY"), ("0.31", "JPY", "0.31 JPY"),
      (digits38, "USD", "$1.23"), ("9.995", "USD", "$10.00"),
      ("1E-30", "USD", "$0." + String(repeating: "0", count: 29) + "1"),
      ("0.0672021917129", "BTC", "0.06720219 BTC"), ("0.000181305141661", "BTC", "0.00018131 BTC"),
      ("0.00000558361468462", "BTC", "0.000005584 BTC"), ("0.00001", "BTC", "0.00001 BTC"),
      ("0.000012345", "BTC", "0.00001235 BTC"), ("0.0000123449", "BTC", "0.00001234 BTC"),
      ("0.0000000003991449", "BTC", "0.0000000003991 BTC"),
      ("-0.000000123451", "BTC", "-0.0000001235 BTC"),
      ("27418.55116", "USDT", "27,418.55116 USDT"), ("1.000000005", "USDC", "1.00000001 USDC"),
      ("0", "BTC", "0 BTC"), (digits38, "BTC", "1.23456789 BTC"), (digits38, nil, "1.23456789"),
      ("3.4E-127", "BTC", "0." + String(repeating: "0", count: 126) + "34 BTC"),
    ] as [(String, String?, String)])
  func
    `a computed price has two decimals or six digits in money of countries, else eight decimals or four digits`(
      number: String, currency: String?, text: String
    ) throws
  {
    let number = try #require(Decimal(exact: number))
    let cell = Cell(.number(number), .computedPrice, in: currency)
    #expect(cell.text == text)
    #expect(cell.value == .number(number))
    let change = Cell(.number(number), .computedPriceChange, in: currency)
    #expect(change.text == (number > 0 ? "+" + text : text))
    #expect(change.value == .number(number))
    #expect(change.tone == Tone(of: number))
  }

  @Test(
    arguments: [
      ("0.995", "USD", "$1.00"), ("0.994999", "USD", "$0.99"), ("-0.005", "USD", "-$0.01"),
      ("-0.00499", "USD", "$0.00"), ("13705.2745256923", "USD", "$13,705.27"),
      ("0.5", "JPY", "1 JPY"), ("0.4999", "JPY", "0 JPY"), ("-1234.5", "KRW", "-1,235 KRW"),
      ("1234567.5", "VND", "1,234,568 VND"), ("12.5", "CLP", "13 CLP"), ("7.49", "ISK", "7 ISK"),
      ("1", "XAF", "1 XAF"), ("1.005", "KWD", "1.01 KWD"), ("1", "HUF", "1.00 HUF"),
      ("0.000000005", "BTC", "0.00000001 BTC"), ("0.0000000049", "BTC", "0 BTC"),
      (digits38, "ETH", "1.23456789 ETH"), ("2", "BTC", "2 BTC"),
    ] as [(String, String?, String)])
  func `a computed amount has two decimals, none without cents, eight in other currencies`(
    number: String, currency: String?, text: String
  ) throws {
    let number = try #require(Decimal(exact: number))
    let cell = Cell(.number(number), .amount, in: currency)
    #expect(cell.text == text)
    #expect(cell.value == .number(number))
  }

  @Test func `sent prices, and their differences, keep every digit`() {
    let number = Decimal("0.123456789012345")
    #expect(Cell(.number(number), .price, in: "USD").text == "$0.123456789012345")
    #expect(Cell(.number(number), .priceChange, in: "JPY").text == "+0.123456789012345 JPY")
    #expect(Cell(.number(1000), .price, in: "JPY").text == "1,000.00 JPY")
  }

  @Test(
    arguments: [
      ("26211.345", .price, "USD", 2, "$26,211.35"), ("26211.345", .price, "USD", 0, "$26,211"),
      ("26211.5", .computedPrice, "USD", 0, "$26,212"), ("1", .price, "BTC", 4, "1.0000 BTC"),
      ("-0.125", .amountChange, "USD", 2, "-$0.13"), ("0.125", .amountChange, "USD", 2, "+$0.13"),
      ("1.5", .amount, "JPY", 2, "1.50 JPY"), ("5", .percent, nil, 1, "+5.0%"),
      ("5.25", .share, nil, 1, "5.3%"), ("0.834", .basisPoints, nil, 1, "0.8 bp"),
      ("12.0449", .seconds, nil, 2, "12.04 s"), ("1234.5", .volume, nil, 0, "1,235"),
      ("0.00000551", .price, "BTC", 2, "0.00 BTC"),
      ("1240000000", .turnover, "USD", 1, "$1,240,000,000.0"),
      ("26211.345", .price, "USD", nil, "$26.21k"), ("1240000000", .turnover, "USD", nil, "$1.24B"),
      ("1234567", .volume, nil, nil, "1.235M"),
    ] as [(String, ColumnKind, String?, Int?, String)])
  func `a number can be written with a number of decimals, or short`(
    number: String, kind: ColumnKind, currency: String?, decimals: Int?, text: String
  ) throws {
    let number = try #require(Decimal(exact: number))
    #expect(Cell(.number(number), kind, in: currency).text(decimals: decimals) == text)
  }

  @Test func `an unknown value has no decimals, but its substitute has`() {
    #expect(Cell(.unknown, .price, in: "USD").text(decimals: 2) == "–")
    #expect(Cell(.unknown, .price, in: "USD", substitute: 0).text(decimals: 3) == "$0.000")
  }

  @Test func `an age has a decimal at most, and is not rounded for programs`() {
    #expect(Cell(.number(Decimal("12.345")), .seconds).text == "12.3 s")
    #expect(Cell(.number(40), .seconds).text == "40 s")
    #expect(Cell(.number(Decimal("12.345")), .seconds).value == .number(Decimal("12.345")))
  }

  @Test func `ages are measured to the time of the output, in whole seconds`() {
    let ticker = Ticker(pair: Pair(symbol: "BTC-USD"), open: nil, volume: nil, last: 1)
    let time = Date(timeIntervalSince1970: 1_795_000_000)
    func age(_ seconds: Double, since asOf: Date? = nil) -> FieldValue {
      OutputTime.$current.withValue(time + seconds) {
        Ticker.Columns.age.value(of: ticker, asOf: asOf ?? time)
      }
    }
    #expect(age(40) == .number(40))
    #expect(age(0.9) == .number(0))
    #expect(age(1.7) == .number(1))
    // A clock that was set back.
    #expect(age(-3) == .number(0))
    #expect(age(5, since: .distantPast) == .unknown)
  }

  @Test func `converted candles are rounded, others are not`() {
    let candle = Candle(
      time: .distantPast, open: Decimal("1.23456"), high: 3, low: 1, close: Decimal("2.34567"),
      volume: 1)
    let row = CandleRow(pair: Pair(symbol: "BTC-USD"), period: .oneDay, candle: candle)
    let converted = row.converted(to: "EUR") { $0.divided(by: 3) }
    func texts(_ row: CandleRow) -> [String] {
      [CandleRow.Columns.open, CandleRow.Columns.close, CandleRow.Columns.change].map {
        $0.cell(of: row, asOf: .now).text
      }
    }
    #expect(texts(row) == ["$1.23456", "$2.34567", "+$1.11111"])
    #expect(texts(converted) == ["€0.41152", "€0.78189", "+€0.37037"])
    #expect(texts(row.converted(to: "USD") { $0 }) == texts(row))
  }
}
