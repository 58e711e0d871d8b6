import Foundation
import Testing

@testable import MarketCore

/// The routes between currencies, and the converted amounts.
struct CurrencyConverterTests {
  /// A pair without a volume in its line was traded.
  private static func converter(
    _ lines: [String], from currencies: Set<String>, to target: String
  ) -> CurrencyConverter {
    let traded = lines.map { $0.split(separator: " ").count == 3 ? "\($0) 1" : $0 }
    return CurrencyConverter(
      from: currencies, to: target, at: [Ticker](lines: traded), exchanges: ["a", "b", "c"])
  }

  /// 10 of a currency on an exchange in another one, and the rates, as in `20: b EUR-USD 2`; `–`
  /// without a route.
  private static func ten(
    of currency: String, in target: String, at exchange: ExchangeID? = "b", _ lines: [String]
  ) -> String {
    var converter = converter(lines, from: [currency], to: target)
    guard let route = converter.route(from: currency, at: exchange) else { return "–" }
    let rates = route.steps.map(\.rate).lines.joined(separator: ", ")
    return "\(route.convert(10)?.plain ?? "unknown"): \(rates)"
  }

  @Test(arguments: [
    (["b EUR-USD 2", "b USD-EUR 4"], "20: b EUR-USD 2"),
    (["b USD-EUR 4", "b EUR-USDT 1", "b USDT-USD 1"], "2.5: b USD-EUR 4"),
    (["b EUR-USDT 2", "b USDT-USD 3"], "60: b EUR-USDT 2, b USDT-USD 3"),
    (["b USDT-EUR 4", "b USDT-USD 3"], "7.5: b USDT-EUR 4, b USDT-USD 3"),
    (["b EUR-BTC 0.5", "b USD-BTC 0.1"], "50: b EUR-BTC 0.5, b USD-BTC 0.1"),
    // The other exchanges come after all routes of the own one, in their order.
    (["a EUR-USD 2", "b BTC-EUR 4", "b BTC-USD 6"], "15: b BTC-EUR 4, b BTC-USD 6"),
    (["c EUR-USD 3", "a EUR-USD 2"], "20: a EUR-USD 2"), (["c EUR-USD 3"], "30: c EUR-USD 3"),
    (["c EUR-USD 3", "a BTC-EUR 4", "a BTC-USD 6"], "15: a BTC-EUR 4, a BTC-USD 6"),
    // Both pairs are of one exchange.
    (["b EUR-BTC 0.5", "a BTC-USD 6"], "–"),
    // A price of 0, or none, is not a rate.
    (["b EUR-USD 0", "b USD-EUR 4"], "2.5: b USD-EUR 4"), (["b USD-EUR 0", "c EUR-USD -"], "–"),
    (["b EUR-BTC 0", "b BTC-USD 6", "a EUR-USD 2"], "20: a EUR-USD 2"),
    // Neither is one of an exchange that was not requested, or of another bridge.
    (["d EUR-USD 2"], "–"), (["b EUR-GBP 1", "b GBP-USD 2"], "–"),
    (["b EUR-BTC 1", "b BTC-USDC 1", "b USDC-USD -"], "–"),
    ([], "–"),
  ])
  func `a route is the first whose pairs all have a price`(lines: [String], expected: String) {
    #expect(Self.ten(of: "EUR", in: "USD", lines) == expected)
  }

  @Test func `bridges are tried in their order`() {
    var bridges = ["USD", "USDT", "USDC", "EUR", "BTC"]
    while let first = bridges.first {
      let lines = bridges.reversed().flatMap { ["b XLM-\($0) 2", "b \($0)-TRY 3"] }
      #expect(Self.ten(of: "XLM", in: "TRY", lines) == "60: b XLM-\(first) 2, b \(first)-TRY 3")
      bridges.removeFirst()
    }
  }

  @Test func `the same currency needs no rate`() {
    #expect(Self.ten(of: "USD", in: "USD", ["b USD-USD 3", "b USD-USDT 2"]) == "10: ")
  }

  @Test func `an amount of no exchange is converted at the first that has a route`() {
    let lines = ["c EUR-USD 3", "b EUR-USD 2"]
    #expect(Self.ten(of: "EUR", in: "USD", at: nil, lines) == "20: b EUR-USD 2")
  }

  @Test(arguments: ["USDT", "USDC", "DAI", "FDUSD", "USDP", "PYUSD", "TUSD"])
  func `without a route a stablecoin counts as a dollar, both ways`(coin: String) {
    #expect(Self.ten(of: coin, in: "USD", []) == "10: * \(coin)-USD 1")
    #expect(Self.ten(of: "USD", in: coin, []) == "10: * \(coin)-USD 1")
  }

  @Test(arguments: [
    // A price goes first, at any exchange, over any route.
    ("USDT", "USD", ["c USDT-USD 0.9"], "9: c USDT-USD 0.9"),
    ("USDT", "USD", ["c USDT-EUR 2", "c EUR-USD 3"], "60: c USDT-EUR 2, c EUR-USD 3"),
    ("USDT", "USD", ["b USDT-USD 0"], "10: * USDT-USD 1"),
    // One leg, on either side.
    ("USDT", "EUR", ["b USD-EUR 0.5"], "5: * USDT-USD 1, b USD-EUR 0.5"),
    ("DAI", "EUR", ["c EUR-USD 3"], "3.33333333333: * DAI-USD 1, c EUR-USD 3"),
    ("EUR", "USDC", ["b EUR-USD 2"], "20: b EUR-USD 2, * USDC-USD 1"),
    ("TRY", "USD", ["b USDT-TRY 40"], "0.25: b USDT-TRY 40, * USDT-USD 1"),
    ("TRY", "USD", ["b USDC-TRY 20", "b USDT-TRY -"], "0.5: b USDC-TRY 20, * USDC-USD 1"),
    ("USDT", "EUR", ["a USD-EUR 9", "b EUR-USD 4"], "2.5: * USDT-USD 1, b EUR-USD 4"),
    ("USDT", "USDC", [], "10: * USDT-USDC 1"),
    ("DAI", "EUR", ["b EUR-USDT 2"], "5: * DAI-USDT 1, b EUR-USDT 2"),
    // Only dollars are.
    ("USDT", "EUR", [], "–"), ("EURT", "EUR", [], "–"), ("USDX", "USD", [], "–"),
  ])
  func `a stablecoin is a dollar only where no route has prices`(
    currency: String, target: String, lines: [String], expected: String
  ) {
    #expect(Self.ten(of: currency, in: target, lines) == expected)
  }

  @Test(arguments: [
    // A pair that was traded, at any exchange, over any route, also with a stablecoin as a dollar.
    ("EUR", "USD", ["b EUR-USD 2 0", "c EUR-USD 3 1"], "30: c EUR-USD 3"),
    (
      "EUR", "USD", ["b EUR-USD 2 -", "b EUR-BTC 4", "b BTC-USD 5"], "200: b EUR-BTC 4, b BTC-USD 5"
    ),
    ("EUR", "USD", ["b EUR-BTC 4", "b BTC-USD 5 0", "a USD-EUR 4"], "2.5: a USD-EUR 4"),
    ("USDT", "USD", ["b USDT-USD 0.5 0"], "10: * USDT-USD 1"),
    ("TRY", "USD", ["b USD-TRY 9 0", "c USDT-TRY 40"], "0.25: c USDT-TRY 40, * USDT-USD 1"),
    // Then those without a trade: first without a stablecoin as a dollar, at any exchange.
    ("EUR", "USD", ["b USD-EUR 4 0", "c EUR-USD 3 -"], "2.5: b USD-EUR 4"),
    ("TRY", "USD", ["b USDT-TRY 40 0", "c USD-TRY 20 0"], "0.5: c USD-TRY 20"),
    ("TRY", "USD", ["b USDT-TRY 40 0", "b USD-TRY - 5"], "0.25: b USDT-TRY 40, * USDT-USD 1"),
  ])
  func `prices of pairs without a trade in 24 hours are rates only where there are no others`(
    currency: String, target: String, lines: [String], expected: String
  ) {
    #expect(Self.ten(of: currency, in: target, lines) == expected)
  }

  @Test(arguments: [
    (
      ["b EUR-USD 1.0000000000000000001"], "1.2345678901234567",
      "1.23456789012345670012345678901234567"
    ),
    (["b USD-EUR 3"], "1", "0.333333333333"), (["b USD-EUR 0.3"], "20000", "66666.6666667"),
    (["b BTC-EUR 3", "b BTC-USD 7"], "1", "2.33333333333"),
    // The amount is divided once, after the multiplication.
    (["b BTC-EUR 3", "b BTC-USD 6"], "1", "2"),
    (["b BTC-EUR 3", "b USD-BTC 7"], "1", "0.047619047619"),
    (["b USD-EUR 1"], "12345678901234567", "12345678901200000"),
  ])
  func `an amount that is divided has 12 digits, others have all`(
    lines: [String], amount: String, expected: String
  ) {
    var converter = Self.converter(lines, from: ["EUR"], to: "USD")
    let route = converter.route(from: "EUR", at: "b")
    #expect(route?.convert(Decimal(amount))?.plain == expected)
  }

  @Test func `each rate is named once, in the order of the tickers`() {
    let lines = [
      "b X-TRY 1", "b Y-USDC 1", "a X-EUR 1", "a Y-EUR 1", "c X-EUR 1", "c X-TRY 1", "a X-USD 1",
      "a X-GBP 1", "a XYZ 1", "a EUR-USD 2", "b USD-TRY 40",
    ]
    let tickers = [Ticker](lines: lines)
    let quotes = Set(tickers.compactMap(\.pair.quote))
    let converter = Self.converter(lines, from: quotes, to: "USD")
    #expect(
      converter.rates(of: tickers).lines
        == ["b USD-TRY 40", "* USDC-USD 1", "a EUR-USD 2"])
    #expect(converter.rates(of: tickers.prefix(1)).lines == ["b USD-TRY 40"])
  }
}
