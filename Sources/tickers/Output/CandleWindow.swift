import Foundation
import MarketCore

/// The newest candles of a history, with one slot per period.
struct CandleWindow: Sendable {
  /// The prices of a candle of which all prices are known.
  struct Prices: Sendable {
    let open, high, low, close: Decimal
    let tone: Tone

    init?(_ row: CandleRow) {
      guard let open = row.candle.open, let high = row.candle.high, let low = row.candle.low,
        let close = row.candle.close, [open, high, low, close].allSatisfy(\.isFinite)
      else { return nil }
      (self.open, self.high, self.low, self.close) = (open, high, low, close)
      tone = row.tone
    }
  }

  let newest: CandleRow
  /// The periods from the oldest to the newest candle that fits; nil prices leave a gap.
  let slots: [(start: Date, prices: Prices?)]
  /// The highest high, the lowest low and the newest close in the window.
  let high, low, last: Decimal
  /// The number of shown candles, if some do not fit.
  let notice: String?

  /// The newest candles that fit into a number of slots; nil if no prices are known.
  ///
  /// - Parameter candles: of one period, oldest first.
  init?(_ candles: [CandleRow], width: Int) {
    guard let newest = candles.last else { return nil }
    var slots: [(start: Date, prices: Prices?)] = []
    var known: [Prices] = []
    var rest = candles[...]
    while slots.count < width, !rest.isEmpty {
      let start = newest.period.start(-slots.count, after: newest.candle.time)
      var shown: Prices?
      while let row = rest.last, row.candle.time >= start {
        rest.removeLast()
        guard let prices = Prices(row) else { continue }
        known.append(prices)
        shown = prices
      }
      slots.append((start, shown))
    }
    guard let high = known.map(\.high).max(), let low = known.map(\.low).min() else { return nil }
    self.newest = newest
    self.slots = slots.reversed()
    (self.high, self.low, last) = (high, low, known[0].close)
    notice =
      rest.isEmpty ? nil : "last \(candles.count - rest.count) of \(candles.count) candles"
  }

  func scale(height: Int) -> Scale {
    Scale(from: low.approximate, to: high.approximate, height: height)
  }
}
