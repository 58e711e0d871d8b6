import Foundation
import MarketCore
import Terminal

/// The watched numbers of the last polls, a row each, drawn as small pictures.
struct Trends<Row: ListRow>: Sendable {
  static var heading: String { "TREND" }
  /// The numbers of up to 16 polls, by exchange and pair.
  private var values: [ExchangeID?: [Pair: [Decimal?]]] = [:]

  /// Appends an answer of an exchange; pairs that it does not list any more are forgotten.
  mutating func append(_ answer: Answer<[Row]>, of exchange: ExchangeID?) {
    guard let column = Row.highlightedColumn else { return }
    var values = self.values.removeValue(forKey: exchange) ?? [:]
    for element in answer.value {
      var value: Decimal?
      if case .number(let number) = column.value(of: element, asOf: answer.asOf) { value = number }
      Self.append(value, to: &values[element.pair, default: []])
    }
    // The pairs of the answer are all there: any more are gone.
    if values.count > answer.value.count {
      let listed = Set(answer.value.map(\.pair))
      values = values.filter { listed.contains($0.key) }
    }
    self.values[exchange] = values
  }

  private static func append(_ value: Decimal?, to trend: inout [Decimal?]) {
    if trend.count == 16 { trend.removeFirst() }
    trend.append(value)
  }

  /// The columns right of a table; `nil` where the heading does not fit, or before the second poll.
  func column(beside table: TableRenderer.Table, width: Int) -> (start: Int, length: Int)? {
    let start = table.width + TextTable.gap.count
    let isWorthwhile = values.values.contains { $0.values.contains { $0.count > 1 } }
    return isWorthwhile && width - start >= Self.heading.count ? (start, width - start) : nil
  }

  func text(of listing: Listing, length: Int, in charset: Charset) -> String {
    let values = values[listing.exchange]?[listing.pair] ?? []
    return BlockGraphics.sparkline(values.suffix(length).map { $0?.approximate }, in: charset)
  }
}
