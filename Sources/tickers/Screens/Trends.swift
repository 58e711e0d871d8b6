import MarketCore
import Terminal

/// The watched numbers of the last polls, a row each, drawn as small pictures.
struct Trends: Sendable {
  static let heading = "TREND"
  /// The least and the most polls that a trend is drawn of.
  private static let lengths = 2...16

  private var values: [Pair: [Double?]] = [:]

  /// Appends a poll; pairs that are not listed any more are forgotten.
  mutating func append<Element: Listed>(_ list: ListViewModel<Element>) {
    guard let watched = Element.watched else { return }
    var values: [Pair: [Double?]] = [:]
    for element in list.elements {
      var value: Double?
      if case .number(let number) = list.value(of: watched, in: element) {
        value = number.approximate
      }
      let trend = self.values[element.pair, default: []] + [value]
      values[element.pair] = trend.suffix(Self.lengths.upperBound)
    }
    self.values = values
  }

  /// The first column right of a table and how many columns are left there; `nil` with less room
  /// than the heading takes, or before the second poll.
  func column(beside lines: [Line], width: Int) -> (start: Int, length: Int)? {
    let start = (lines.map(\.displayWidth).max() ?? 0) + Columns.gap.count
    let isWorthwhile = values.values.contains { $0.count >= Self.lengths.lowerBound }
    return isWorthwhile && width - start >= Self.heading.count ? (start, width - start) : nil
  }

  func text(of pair: Pair, length: Int, in charset: Charset) -> String {
    BlockGraphics.sparkline((values[pair] ?? []).suffix(length), in: charset)
  }
}
