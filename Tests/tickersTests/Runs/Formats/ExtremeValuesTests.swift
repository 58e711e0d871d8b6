import Foundation
import StubExchange
import TestTools
import Testing

/// Very large and very small numbers, in every format.
@Suite(.fewAtATime) struct ExtremeValuesTests {
  /// What is sent as a number, and the digits to expect; `nil` when it is no number at all.
  static let numbers: [(sent: String?, digits: String?)] = [
    ("1e-20", "0.00000000000000000001"), ("1e30", "1000000000000000000000000000000"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
    ("5.58E-6", "0.00000558"), ("1.8342755E7", "18342755"), ("38178.0", "38178"),
    ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"), ("1.50", "1.5"),
    ("-4", "-4"), ("-0.5", "-0.5"), ("0", "0"), ("0.000", "0"), ("-0", "0"), ("-0.0", "0"),
    ("0e7", "0"), ("\"4998.0\"", "4998"), ("\"1e-8\"", "0.00000001"), ("\"-0\"", "0"),
    ("null", nil), (nil, nil),
  ]

  private func member(_ name: String, _ number: String?) -> String {
    number.map { ",\"\(name)\":\($0)" } ?? ""
  }

  private func ticker(_ number: String?) -> String {
    let members = ["price_24h", "volume_24h", "last_trade_price"].map { member($0, number) }
    return "{\"symbol\":\"BTC-USD\"\(members.joined())}"
  }

  @Test(arguments: numbers)
  func `a ticker's numbers are the same in every format`(sent: String?, digits: String?)
    async throws
  {
    let exchange = try StubExchange.market(tickers: "[\(ticker(sent))]")
    let arguments = ["list", "--once", "--url", exchange.url.absoluteString]
    for (format, rows) in try await TestWorld().rows(arguments) {
      try #require(rows.count == 1)
      for field in ["last", "open", "volume"] {
        #expect(rows[0][field] == digits, "\(field) in \(format)")
      }
      for field in ["change", "percent", "notional"] {
        #expect(rows[0][field].map(isPlainNumber) ?? true, "\(field) in \(format)")
      }
    }
  }

  @Test(arguments: numbers)
  func `price prints the digits alone, or nothing`(sent: String?, digits: String?) async throws {
    let exchange = try StubExchange(.json(ticker(sent)))
    let outcome = await TestWorld().run(["price", "btc/usd", "--url", exchange.url.absoluteString])
    #expect(outcome.output == digits.map { "\($0)\n" } ?? "")
    #expect(outcome.status == (digits == nil ? 65 : 0))
    guard digits == nil else {
      #expect(outcome.errors == "")
      return
    }
    let notice = "tickers: no price for BTC-USD\n"
    #expect(outcome.errors == notice)
  }

  @Test(arguments: numbers)
  func `a book's prices and quantities are the same in every format`(
    sent: String?, digits: String?
  ) async throws {
    let level = "{\(member("px", sent).dropFirst())\(member("qty", sent))}"
    let exchange = try StubExchange.market(
      tickers: "[\(ticker("1"))]",
      book: "{\"symbol\":\"BTC-USD\",\"bids\":[\(level.replacing("{,", with: "{"))],\"asks\":[]}")
    let arguments = ["book", "BTC-USD", "--once", "--url", exchange.url.absoluteString]
    let isOffer = digits.map { $0 != "0" && !$0.hasPrefix("-") } ?? false
    guard isOffer else {
      let outcome = await TestWorld().run(arguments)
      #expect(outcome.output == "")
      #expect(outcome.status == 65)
      return
    }
    for (format, rows) in try await TestWorld().rows(arguments) {
      try #require(rows.count == 1, "\(format)")
      for field in ["price", "quantity", "total"] {
        #expect(rows[0][field] == digits, "\(field) in \(format)")
      }
      #expect(rows[0]["notional"].map(isPlainNumber) ?? true, "\(format)")
    }
  }

  @Test(arguments: [
    ("1", "0", "1"), ("1", "38", "0.00000000000000000000000000000000000001"), ("250", "2", "2.5"),
    ("0", "8", "0"), ("100000000000000000000", "2", "1000000000000000000"), ("null", "2", nil),
  ])
  func `a symbol's sizes are the same in every format`(
    size: String, places: String, digits: String?
  ) async throws {
    let exchange = try StubExchange.market(
      symbols: """
        {"BTC-USD":{"base_currency":"BTC","counter_currency":"USD","lot_size":\(size),
        "lot_size_scale":\(places)}}
        """)
    let arguments = ["symbols", "--url", exchange.url.absoluteString]
    for (format, rows) in try await TestWorld().rows(arguments) {
      try #require(rows.count == 1, "\(format)")
      #expect(rows[0]["lot_size"] == digits, "\(format)")
      #expect(rows[0]["tick_size"] == nil, "\(format)")
    }
  }

  @Test(arguments: [
    "1e400", "1e128", "123456789012345678901234567890123456789", "true", "[]", "\"NaN\"", "\"\"",
  ])
  func `a number that cannot be kept is left out with its row, not bent`(sent: String) async throws
  {
    let exchange = try StubExchange.market(tickers: "[\(ticker("1")),\(ticker(sent))]")
    let arguments = ["list", "--once", "--url", exchange.url.absoluteString]
    for (format, rows) in try await TestWorld().rows(arguments) {
      #expect(rows.map { $0["last"] } == ["1"], "\(format)")
    }
    let outcome = await TestWorld().run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("tickers: skipped 1 invalid row: BTC-USD: "))
  }
}
