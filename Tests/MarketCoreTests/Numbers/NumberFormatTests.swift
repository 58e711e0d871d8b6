import Foundation
@testable import MarketCore
import Testing

/// The formats of prices, quantities and other numbers.
struct NumberFormatTests {
  @Test(arguments: [
    ("26211.35", "USD", "$26,211.35"), ("0.07703", "EUR", "€0.07703"), ("9.5", "GBP", "£9.50"),
    ("390682", "TRY", "₺390,682.00"), ("12.5", "CHF", "12.50 CHF"), ("1000", "JPY", "1,000.00 JPY"),
    ("0.1", "AUD", "0.10 AUD"), ("0", "USD", "$0.00"), ("0", "EUR", "€0.00"),
    ("0", "CHF", "0.00 CHF"),
    ("26211.350", "USD", "$26,211.35"), ("-4", "USD", "-$4.00"), ("-0.125", "GBP", "-£0.125"),
    ("-12.5", "CHF", "-12.50 CHF"),
  ])
  func `money of countries has two decimals or more`(
    amount: String, currency: String, text: String
  ) {
    #expect(NumberFormat.money(Decimal(amount), in: currency) == text)
  }

  @Test(arguments: [
    ("5.51E-6", "BTC", "0.00000551 BTC"), ("26211.35", "USDT", "26,211.35 USDT"),
    ("0", "BTC", "0 BTC"), ("5", "PAX", "5 PAX"), ("1.0", "USDC", "1 USDC"),
    ("-2.5", "ETH", "-2.5 ETH"),
    ("1234567", "DGLD", "1,234,567 DGLD"),
  ])
  func `other money has its code and the decimals it was sent with`(
    amount: String, currency: String, text: String
  ) {
    #expect(NumberFormat.money(Decimal(amount), in: currency) == text)
  }

  @Test(arguments: [("26211.35", "26,211.35"), ("0", "0"), ("-4", "-4"), ("5.51E-6", "0.00000551")])
  func `money of no currency is the bare number`(amount: String, text: String) {
    #expect(NumberFormat.money(Decimal(amount), in: nil) == text)
  }

  @Test(
    arguments: [
      ("1240000000", "USD", "$1.24B"), ("920400000", "EUR", "€920.4M"), ("17300", "USD", "$17.3k"),
      ("920449999", "EUR", "€920.4M"), ("920450000", "EUR", "€920.5M"), ("1234", "USD", "$1.234k"),
      ("999.95", "USD", "$1k"), ("999.949", "USD", "$999.9"), ("999949", "USD", "$999.9k"),
      ("999950", "USD", "$1M"), ("999950000", "USD", "$1B"), ("999950000000", "USD", "$1T"),
      ("1000", "USD", "$1k"), ("999", "USD", "$999"), ("1E15", "USD", "$1,000T"),
      ("12345678E12", "USD", "$12,350,000T"), ("0.5", "BTC", "0.5 BTC"), ("0", "USD", "$0"),
      ("12.3456", "GBP", "£12.35"), ("0.0000123449", "BTC", "0.00001234 BTC"),
      ("-17345", "USD", "-$17.35k"), ("-1", "BTC", "-1 BTC"), ("920400000", "CHF", "920.4M CHF"),
      ("17300", "USDT", "17.3k USDT"), ("17300", nil, "17.3k"), ("0.5", nil, "0.5"),
    ] as [(String, String?, String)])
  func `a turnover has four digits at most, and a letter for thousands`(
    amount: String, currency: String?, text: String
  ) {
    #expect(NumberFormat.shortMoney(Decimal(amount), in: currency) == text)
    let cell = Cell(.number(Decimal(amount)), .turnover, in: currency, tone: nil, label: nil)
    #expect((cell.text, cell.value) == (text, .number(Decimal(amount))))
  }

  @Test func `what is unknown is a dash in each format`() {
    let unknown: Decimal? = nil
    let texts = [
      NumberFormat.plain(unknown), NumberFormat.money(unknown, in: "USD"),
      NumberFormat.money(unknown, in: nil, rounded: true, signed: true),
      NumberFormat.shortMoney(unknown, in: "USD"), NumberFormat.percent(unknown),
      NumberFormat.volume(unknown),
    ]
    #expect(Set(texts) == ["–"])
  }

  @Test(arguments: [
    ("5", "0.05"), ("-137.62", "-1.3762"), ("0", "0"), ("0.005", "0.00005"),
    ("12.345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
  ])
  func `percent are an exact fraction`(percent: String, fraction: String) {
    #expect(NumberFormat.fraction(percent: Decimal(percent))?.plain == fraction)
    #expect(NumberFormat.fraction(percent: nil) == nil)
  }

  @Test func `a computed amount has two decimals, or eight where no country has the currency`() {
    let amount = Decimal("0.1234567891")
    #expect(NumberFormat.money(amount, in: "USD", rounded: true) == "$0.12")
    #expect(NumberFormat.money(amount, in: "BTC", rounded: true) == "0.12345679 BTC")
    #expect(NumberFormat.money(amount, in: nil, rounded: true) == "0.12345679")
    #expect(NumberFormat.money(amount, in: "USD") == "$0.1234567891")
    #expect(NumberFormat.money(-amount, in: "EUR", rounded: true, signed: true) == "-€0.12")
  }

  @Test(
    arguments: [
      ("458.16", "USD", "+$458.16"), ("-4", "USD", "-$4.00"), ("0", "USD", "$0.00"),
      ("0.00000001", "BTC", "+0.00000001 BTC"), ("12.5", "CHF", "+12.50 CHF"), ("7", nil, "+7"),
      ("-7", nil, "-7"), ("0", nil, "0"),
    ] as [(String, String?, String)])
  func `a change has a plus where it is positive`(amount: String, currency: String?, text: String) {
    #expect(NumberFormat.money(Decimal(amount), in: currency, signed: true) == text)
  }

  @Test(arguments: [
    ("0.00000001", "$0.00000001"), ("0.1", "$0.10"), ("1", "$1.00"), ("12", "$12.00"),
    ("123", "$123.00"), ("1234", "$1,234.00"), ("12345", "$12,345.00"), ("123456", "$123,456.00"),
    ("999999.99", "$999,999.99"), ("1E6", "$1,000,000.00"),
    ("1E15", "$1,000,000,000,000,000.00"), ("-1E15", "-$1,000,000,000,000,000.00"),
    ("12345678901234567890.123456789012345678", "$12,345,678,901,234,567,890.123456789012345678"),
  ])
  func `thousands are grouped and every digit is shown`(amount: String, text: String) {
    #expect(NumberFormat.money(Decimal(amount), in: "USD") == text)
  }

  @Test(arguments: [
    ("1.24", "+1.24%"), ("-1.24", "-1.24%"), ("1.235", "+1.24%"), ("-1.235", "-1.24%"),
    ("1.2349999999", "+1.23%"), ("-1.2349999999", "-1.23%"), ("0.005", "+0.01%"),
    ("-0.005", "-0.01%"), ("0.00499999999", "0.00%"), ("-0.004", "0.00%"), ("0.004", "0.00%"),
    ("0", "0.00%"), ("5", "+5.00%"), ("-5.1", "-5.10%"), ("99.995", "+100.00%"),
    ("-100", "-100.00%"), ("1234.5", "+1,234.50%"), ("-1234567.891", "-1,234,567.89%"),
  ])
  func `a percentage has a sign and two decimals, rounded half away from zero`(
    percent: String, text: String
  ) {
    #expect(NumberFormat.percent(Decimal(percent)) == text)
  }

  @Test(
    arguments: [
      ("0.005", "+0.01%", .up), ("-0.005", "-0.01%", .down), ("0.0049999", "0.00%", .flat),
      ("-0.0049999", "0.00%", .flat), ("0", "0.00%", .flat),
    ] as [(String, String, Tone)])
  func `a percentage has a direction exactly if it is not shown as zero`(
    percent: String, text: String, tone: Tone
  ) {
    let number = FieldValue.number(Decimal(percent))
    let cell = Cell(number, .percent, in: nil, tone: nil, label: nil)
    #expect((cell.text, cell.tone) == (text, tone))
  }

  @Test(arguments: [
    ("0", "0"), ("1", "1"), ("12.5", "12.5"), ("1234567.8912", "1,234,567.8912"),
    ("1234567.89125", "1,234,567.8913"), ("9.99994", "9.9999"), ("9.99996", "10"),
    ("999.99995", "1,000"), ("0.0001", "0.0001"), ("0.00012345", "0.0001"), ("0.00015", "0.0002"),
    ("-12.34565", "-12.3457"), ("1E15", "1,000,000,000,000,000"),
  ])
  func `a volume has four decimals at most`(volume: String, text: String) {
    #expect(NumberFormat.volume(Decimal(volume)) == text)
  }

  @Test(arguments: [
    ("0.00009", "0.00009"), ("0.0000123449", "0.00001234"), ("0.0000123450", "0.00001235"),
    ("0.00009999", "0.00009999"), ("0.000099996", "0.0001"), ("0.00000001", "0.00000001"),
    ("1.23456E-20", "0.00000000000000000001235"), ("-0.0000123450", "-0.00001235"),
    ("1200E-8", "0.000012"),
  ])
  func `a volume below 0.0001 has four significant digits`(volume: String, text: String) {
    #expect(NumberFormat.volume(Decimal(volume)) == text)
  }

  @Test(arguments: [
    ("1113.1534", 10, "1,113.1534"), ("1113.1534", 9, "1.11k"), ("999999", 5, "1M"),
    ("1234567.8912", 5, "1.23M"), ("123.4567", 5, "123"), ("0.01236", 5, "0.012"),
    ("0.0196", 4, "0.02"), ("1E15", 6, "1,000T"), ("0.00001234", 5, nil), ("12", 1, nil),
  ])
  func `a volume has fewer digits where it would be too wide`(
    volume: String, width: Int, text: String?
  ) {
    #expect(NumberFormat.volume(Decimal(volume), width: width) == text)
  }
}
