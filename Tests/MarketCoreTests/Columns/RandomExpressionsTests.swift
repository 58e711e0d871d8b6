import Foundation
import MarketCore
import RandomInputs
import Testing

/// Random texts as expressions, decimals and filters: no text crashes the parsers.
struct RandomExpressionsTests {
  private static let parts = [
    "last", "open", "symbol", "as_of", "percent", "volume", "BTC-USD", "abs(", "known(", "(", ")",
    "and", "or", "not", "&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "~", "+", "-", "*", "/",
    "0", "1", "1e127", "9e127", "1e-128", "1e-127", "-1e-127", "1e165", "1e99999999999999999999",
    "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
    ".", "e", "'", "\"", "'x'", " ", " ", " ", " ", "\u{301}", "\u{200D}", "\r\n", "🇩🇪", "٣",
  ]
  private static let valid = [
    "percent > 5 and (quote == USD or quote == EUR)", "last < open * 0.95", "symbol ~ btc",
    "not volume == 0 or abs(percent) >= 3 * (1 - 0.5)", "known(percent) && as_of >= '2026-11-20'",
    "symbol == BTC-USD || -last/open-1 < 1e-5*volume",
  ]
  private static let tickers = [
    Ticker("BTC-USD", open: "25000", last: "26250", volume: "10"), Ticker("X"),
    Ticker("A-B", open: "1e-127", last: "9e127", volume: "1e-128"),
    Ticker("A-B", open: "9e127", last: "-1e-127", volume: "-9e127"),
  ]

  /// Reads a text as an expression and tries it on a few rows; an error must be printable.
  private static func read(_ text: String) -> Bool {
    do throws(ExpressionError) {
      let expression = try Condition<Ticker>(text)
      for ticker in tickers { _ = expression.holds(for: ticker, asOf: .now) }
      return true
    } catch {
      #expect((0...text.count).contains(error.offset), "\(text)")
      #expect(!error.reason.contains("\n") || text.contains(where: \.isNewline), "\(text)")
      return false
    }
  }

  @Test func `no bytes crash an expression`() {
    var random = Seeded(state: 1)
    for _ in 0..<rounds(200) {
      _ = Self.read(String(decoding: random.bytes(upTo: 60), as: UTF8.self))
    }
  }

  @Test func `no words and signs crash an expression`() {
    var random = Seeded(state: 2)
    for _ in 0..<rounds(375) { _ = Self.read(random.words(of: Self.parts, upTo: 25)) }
  }

  @Test func `no change of an expression crashes it, and many are read`() {
    var (random, understood) = (Seeded(state: 3), 0)
    for round in 0..<rounds(375) {
      let bytes = Array(Self.valid[round % Self.valid.count].utf8)
      let text = String(
        decoding: random.mutation(of: bytes, parts: Self.parts), as: UTF8.self)
      if Self.read(text) { understood += 1 }
    }
    #expect(understood > 20)
  }

  @Test func `no calculation crashes an expression`() {
    var random = Seeded(state: 4)
    let operands = [
      "0", "1", "-3", "7e-1", "9e127", "1e-127", "1e-128", "-1e-127", "last", "open",
      "volume", "percent", "notional", "change", "99999999999999999999999999999999999999",
      "0.00000000000000000000000000000000000001", "99999999999999999999999999999999999999e-100",
      "99999999999999999999999999999999999999e90",
    ]
    for _ in 0..<rounds(375) {
      let terms = (0..<Int.random(in: 2...5, using: &random)).map { _ in
        operands.randomElement(using: &random) ?? "1"
      }
      let text = terms.dropFirst().reduce(terms[0]) { text, term in
        "(\(text)) \(["+", "-", "*", "/"].randomElement(using: &random) ?? "+") \(term)"
      }
      #expect(Self.read("\(text) >= 0"), "\(text)")
    }
  }

  @Test func `no text crashes the reading of a decimal, and what is read is written alike`() {
    var random = Seeded(state: 5)
    let parts = ["0", "1", "9", "38178", ".", "-", "+", "e", "E", "00000000", "e-1", "e12", " "]
    for round in 0..<rounds(375) {
      let text =
        round.isMultiple(of: 3)
        ? String(decoding: random.bytes(upTo: 8), as: UTF8.self)
        : random.words(of: parts, upTo: 9)
      guard let decimal = Decimal(exact: text) else { continue }
      #expect(Decimal(string: decimal.plain) == decimal, "\(text)")
      #expect(!decimal.plain.contains { "eE+".contains($0) }, "\(text)")
    }
  }

  @Test func `no text crashes a filter of symbols`() {
    var random = Seeded(state: 6)
    let parts = ["*", "?", ",", "-", "B", "b", "BTC", "USD", " ", "\u{301}", "ß", "İ", "🇩🇪"]
    for round in 0..<rounds(375) {
      let text =
        round.isMultiple(of: 3)
        ? String(decoding: random.bytes(upTo: 20), as: UTF8.self)
        : random.words(of: parts, upTo: 12)
      let filter = SymbolFilter(text)
      for symbol in ["BTC-USD", "", text, "İß-🇩🇪"] { _ = filter.matches(symbol) }
    }
  }
}
