import Foundation
import MarketCore
import Terminal

/// Price directives for plain-text accounting: one line per pair, or candle, whose price is known and
/// not 0. Candles give the close of each finished period, dated at its start.
struct PriceDirectiveRenderer: Renderer {
  /// A price of a base currency in a quote currency, under names that the reader takes.
  struct Price {
    let base: String
    let quote: String
    /// An exact decimal.
    let amount: String
    /// `2026-11-20`, in UTC.
    let date: Substring
    /// `14:00:00`, in UTC.
    let time: Substring
  }

  /// The required columns: those of a ticker, or of a candle.
  static let columns = ["symbol", "last", "as_of", "close", "time", "complete"]

  /// The program that reads the directives, as notices name it.
  let reader: String
  /// The name of a currency for the reader; `nil` when it has no valid one.
  let name: @Sendable (_ currency: String) -> String?
  /// A directive, without the end of its line.
  let directive: @Sendable (Price) -> String

  func text(of report: Report, isFirst: Bool) -> String {
    Self.entries(of: report).compactMap { price(of: $0).map { directive($0) + "\n" } }.joined()
  }

  /// The pairs with a price whose names are not valid in the reader.
  func notices(on report: @autoclosure () -> Report) -> [String] {
    var symbols: [String] = []
    for entry in Self.entries(of: report())
    where price(of: entry) == nil && symbols.last != entry.symbol { symbols.append(entry.symbol) }
    guard !symbols.isEmpty else { return [] }
    let pairs = symbols.count == 1 ? "pair" : "pairs"
    let shown = symbols.prefix(3).joined(separator: ", ")
    let more = symbols.count > 3 ? "; and \(symbols.count - 3) more" : ""
    return [
      "skipped \(symbols.count) \(pairs) (names not valid in \(reader)): \(shown)\(more)"
    ]
  }

  private struct Entry {
    let symbol: String
    let amount: Decimal
    /// RFC 3339, in UTC.
    let time: String
  }

  /// The rows that have a price and a time, but for a candle that is still running.
  private static func entries(of report: Report) -> [Entry] {
    let complete = report.index(of: "complete")
    guard let symbol = report.index(of: "symbol"),
      let amount = report.index(of: "last") ?? report.index(of: "close"),
      let time = report.index(of: "as_of") ?? report.index(of: "time")
    else { return [] }
    return report.rows.compactMap { row in
      guard let symbol = row[symbol].value.text, let time = row[time].value.text,
        case .number(let amount) = row[amount].value, !amount.isZero,
        complete.map({ row[$0].value }) != .flag(false)
      else { return nil }
      return Entry(symbol: symbol, amount: amount, time: time)
    }
  }

  private func price(of entry: Entry) -> Price? {
    let pair = Pair(symbol: entry.symbol)
    // Ledger stops at a currency that is priced in itself.
    guard let base = pair.base.flatMap(name), let quote = pair.quote.flatMap(name), base != quote
    else { return nil }
    return Price(
      base: base, quote: quote, amount: entry.amount.plain, date: entry.time.prefix(10),
      time: entry.time.dropFirst(11).prefix(8))
  }
}
