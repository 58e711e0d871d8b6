import Foundation
import MarketCore

/// The newest candles of a history, a slot for each period, placed by time.
struct CandleWindow: Sendable {
  /// The prices of a candle. A picture needs no exact numbers.
  struct Prices: Sendable {
    let open: Double
    let high: Double
    let low: Double
    let close: Double
    let tone: Tone
  }

  /// A period, and its candle.
  struct Slot: Sendable {
    let start: Date
    /// `nil` without a candle, or when one of the prices is unknown.
    var prices: Prices?
  }

  /// The newest candle.
  let newest: CandleRow
  /// The periods from the oldest to the newest candle that fits.
  let slots: [Slot]
  /// How many candles are shown.
  let shown: Int
  /// How many candles there are.
  let total: Int
  /// The highest high, the lowest low and the newest close of those that are shown.
  let high: Decimal
  let low: Decimal
  let last: Decimal

  /// The newest candles that fit into so many slots; `nil` if no prices are known.
  ///
  /// - Parameter candles: of one period, oldest first.
  init?(_ candles: [CandleRow], width: Int) {
    guard let newest = candles.last else { return nil }
    var slots: [Slot] = []
    var known: [(high: Decimal, low: Decimal, close: Decimal)] = []
    var rest = candles[...]
    while slots.count < width, !rest.isEmpty {
      var slot = Slot(start: newest.period.start(-slots.count, after: newest.candle.time))
      while let row = rest.last, row.candle.time >= slot.start {
        rest.removeLast()
        guard let candle = row.prices else { continue }
        known.append((candle.high, candle.low, candle.close))
        slot.prices = Prices(
          open: candle.open.approximate, high: candle.high.approximate,
          low: candle.low.approximate, close: candle.close.approximate,
          tone: row.tone)
      }
      slots.append(slot)
    }
    guard let high = known.map(\.high).max(), let low = known.map(\.low).min() else { return nil }
    self.newest = newest
    self.slots = slots.reversed()
    (shown, total) = (candles.count - rest.count, candles.count)
    (self.high, self.low, last) = (high, low, known[0].close)
  }

  /// How many candles are shown, when not all are.
  var notice: String? { shown == total ? nil : "last \(shown) of \(total) candles" }
}

extension CandleRow {
  /// The prices, if all of them are known.
  fileprivate var prices: (open: Decimal, high: Decimal, low: Decimal, close: Decimal)? {
    guard let open = candle.open, let high = candle.high, let low = candle.low,
      let close = candle.close, [open, high, low, close].allSatisfy(\.isFinite)
    else { return nil }
    return (open, high, low, close)
  }
}
