public import Foundation

/// A summary of the trades of a pair in one period. Prices are in the quote currency, unless they were
/// converted. The volume is in the base currency. Unknown values are `nil`.
public struct Candle: Hashable, Sendable {
  /// The start of the period. Exchanges begin weeks on different days.
  public let time: Date
  /// The first price.
  public let open: Decimal?
  /// The highest price.
  public let high: Decimal?
  /// The lowest price.
  public let low: Decimal?
  /// The last price; in a running period, the last price so far.
  public let close: Decimal?
  /// The traded quantity, in the base currency.
  public let volume: Decimal?
  /// Whether the candle was added, because the exchange did not send it. Its prices are made from the
  /// previous close, and its volume is 0.
  public let isFilled: Bool
  /// Whether the exchange marks the candle as not final, even if its period has ended.
  public internal(set) var isUnconfirmed: Bool
  /// Whether the candle was not requested, and is needed only for the indicators of others.
  var isAuxiliary = false

  /// Creates a candle.
  public init(
    time: Date, open: Decimal?, high: Decimal?, low: Decimal?, close: Decimal?, volume: Decimal?,
    isFilled: Bool = false, isUnconfirmed: Bool = false
  ) {
    self.time = time
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
    self.isFilled = isFilled
    self.isUnconfirmed = isUnconfirmed
  }
}

extension Candle {
  /// Returns the candle of a later period, which begins at `time` and has no trade.
  func filling(_ time: Date) -> Candle {
    Candle(
      time: time, open: close, high: close, low: close, close: close, volume: 0, isFilled: true)
  }

  /// The candle, marked as one that is needed only for indicators.
  var auxiliary: Candle {
    var candle = self
    candle.isAuxiliary = true
    return candle
  }

  func converted(_ convert: (Decimal) -> Decimal?) -> Candle {
    var candle = Candle(
      time: time, open: open.flatMap(convert), high: high.flatMap(convert),
      low: low.flatMap(convert), close: close.flatMap(convert), volume: volume, isFilled: isFilled,
      isUnconfirmed: isUnconfirmed)
    candle.isAuxiliary = isAuxiliary
    return candle
  }
}

extension [Candle] {
  /// Returns these candles, which are oldest first, and a candle for each gap after the first candle.
  /// `gaps` has the starts of the missing periods, oldest first.
  func filled(_ gaps: [Date]) -> [Candle] {
    var (candles, rest) = ([Candle](), gaps[...])
    for candle in self {
      while let gap = rest.first, gap < candle.time {
        rest.removeFirst()
        if let last = candles.last { candles.append(last.filling(gap)) }
      }
      candles.append(candle)
    }
    for gap in rest {
      if let last = candles.last { candles.append(last.filling(gap)) }
    }
    return candles
  }

  /// Returns these candles, which are oldest first, and a candle for each period without one that begins
  /// after the first candle and before `end`.
  func filled(_ period: Period, before end: Date) -> [Candle] {
    guard let first else { return self }
    let known = Set(map(\.time))
    let starts = period.starts(from: first.time, before: end, aligned: first.time)
    return filled(starts.filter { !known.contains($0) })
  }

  /// Returns the closes of `count` periods up to the period that is running at `now`, or up to the last
  /// candle if it begins later. A period without a close has the last close before it in the result, or
  /// `nil` if there is none. The periods must be days or shorter.
  package func closes(of count: Int, _ period: Period, upTo now: Date) -> [Decimal?] {
    func number(of time: Date) -> Double {
      (time.timeIntervalSince1970 / period.seconds).rounded(.down)
    }
    // A candle can begin after `now`, if the clock of the exchange is ahead.
    let last = map(\.time).max().map { Swift.max($0, now) } ?? now
    var closes = [Decimal?](repeating: nil, count: count)
    for candle in self {
      let age = number(of: last) - number(of: candle.time)
      if age < Double(count) { closes[count - 1 - Int(age)] = candle.close }
    }
    for index in closes.indices.dropFirst() { closes[index] = closes[index] ?? closes[index - 1] }
    return closes
  }
}

extension Condition<CandleRow> {
  package static let isComplete = Condition(flag: CandleRow.Columns.complete)
}
