import Foundation

/// The candles of a pair on an exchange, one per period and oldest first, from which indicators are computed.
struct IndicatorSeries {
  typealias Number = IntegerDecimal

  private(set) var highs: [Number] = []
  private(set) var lows: [Number] = []
  private(set) var closes: [Number] = []
  /// The volumes; 0 if unknown.
  private(set) var volumes: [Number] = []
  private(set) var starts: [Date] = []
  /// The index of each row; `nil` for a row before the first known close.
  private(set) var indices: [Int?] = []
  private let period: Period

  /// Creates the series of rows, which must be oldest first. A period without a row, or without a known close,
  /// has the close before it and no volume.
  init(_ rows: [CandleRow], _ period: Period) {
    self.period = period
    for row in rows {
      while let last = starts.last {
        let next = period.start(1, after: last)
        guard period.start(1, after: next) <= row.candle.time else { break }
        appendClose(at: next)
      }
      append(row.candle)
      indices.append(closes.isEmpty ? nil : closes.count - 1)
    }
  }

  private mutating func append(_ candle: Candle) {
    guard let close = candle.close.flatMap(Number.init) else {
      return appendClose(at: candle.time)
    }
    highs.append(candle.high.flatMap(Number.init) ?? close)
    lows.append(candle.low.flatMap(Number.init) ?? close)
    closes.append(close)
    volumes.append(candle.volume.flatMap(Number.init) ?? .zero)
    starts.append(candle.time)
  }

  private mutating func appendClose(at time: Date) {
    guard let close = closes.last else { return }
    highs.append(close)
    lows.append(close)
    closes.append(close)
    volumes.append(.zero)
    starts.append(time)
  }

  /// The values of an indicator, one per candle. If `oldest` is later than the start of a UTC day, the
  /// first candles of this day can be missing.
  func values(of indicator: Indicator, keptSince oldest: Date) -> [Number?] {
    let count = indicator.count ?? 0
    switch indicator.kind {
    case .simpleAverage: return sums(of: closes, count).map { $0?.divided(by: Number(count)) }
    case .exponentialAverage: return exponentialAverages(of: closes, count)
    case .relativeStrength: return relativeStrengths(count)
    case .trueRange: return wilderAverages(of: trueRanges, count)
    case .upperBand: return bands(count) { $0.adding($1) }
    case .lowerBand: return bands(count) { $0.subtracting($1) }
    case .difference: return differences
    case .signal:
      let first = Self.slowCount - 1
      let known = differences.dropFirst(first).compactMap(\.self)
      return Array(repeating: nil, count: min(first, closes.count))
        + exponentialAverages(of: known, Self.signalCount)
    case .volumeAverage: return volumeAverages(keptSince: oldest)
    }
  }
}

// MARK: - Averages

extension IndicatorSeries {
  private static let (fastCount, slowCount, signalCount) = (12, 26, 9)

  /// The sums of the last `count` values; `nil` for fewer values.
  private func sums(of values: [Number], _ count: Int) -> [Number?] {
    var sum = Number.zero
    return values.indices.map { index in
      sum = sum.adding(values[index])
      if index >= count { sum = sum.subtracting(values[index - count]) }
      return index >= count - 1 ? sum : nil
    }
  }

  /// The averages of values in which each new value has a weight. Begins with the simple average of `count`
  /// values from the index `first` on.
  private func averages(
    of values: [Number], _ count: Int, weight: Number?, from first: Int = 0
  ) -> [Number?] {
    var average: Number?
    return values.indices.map { index in
      if index == first + count - 1 {
        let sum = values[first...index].reduce(Number.zero) { $0.adding($1) }
        average = sum.divided(by: Number(count))
      } else if let last = average, let weight {
        // Fewer digits than numbers can have, because products of long numbers are slow.
        let change = values[index].subtracting(last).rounded
        average = last.adding(change.multiplied(by: weight)).rounded
      }
      return average
    }
  }

  private func exponentialAverages(
    of values: [Number], _ count: Int, from first: Int = 0
  ) -> [Number?] {
    let weight = Number(2).divided(by: Number(count + 1))?.rounded
    return averages(of: values, count, weight: weight, from: first)
  }

  /// Wilder's averages of values, of which the first is ignored.
  private func wilderAverages(of values: [Number], _ count: Int) -> [Number?] {
    averages(of: values, count, weight: Number(1).divided(by: Number(count))?.rounded, from: 1)
  }

  /// The fast minus the slow exponential averages, both from the same candle on.
  private var differences: [Number?] {
    let fast = exponentialAverages(
      of: closes, Self.fastCount, from: Self.slowCount - Self.fastCount)
    return zip(fast, exponentialAverages(of: closes, Self.slowCount)).map { fast, slow in
      slow.flatMap { slow in fast?.subtracting(slow) }
    }
  }
}

// MARK: - Other indicators

extension IndicatorSeries {
  private func relativeStrengths(_ count: Int) -> [Number?] {
    let changes = zip(closes, closes.prefix(1) + closes).map { $0.subtracting($1) }
    let gains = wilderAverages(of: changes.map { $0.isNegative ? .zero : $0 }, count)
    let losses = wilderAverages(of: changes.map { $0.isNegative ? $0.negated : .zero }, count)
    return zip(gains, losses).map { gain, loss in
      guard let gain, let loss else { return nil }
      if loss.mantissa == 0 { return Number(100) }
      return gain.multiplied(by: Number(100)).divided(by: gain.adding(loss))
    }
  }

  private var trueRanges: [Number] {
    closes.indices.map { index in
      let (high, low) = (highs[index], lows[index])
      guard index > 0 else { return high.subtracting(low) }
      let last = closes[index - 1]
      return (last.isBelow(high) ? high : last).subtracting(last.isBelow(low) ? last : low)
    }
  }

  private func bands(_ count: Int, _ apply: (Number, Number) -> Number) -> [Number?] {
    let squares = closes.map { $0.multiplied(by: $0) }
    let number = Number(count)
    return zip(sums(of: closes, count), sums(of: squares, count)).map { sum, squares in
      guard let sum, let squares, let average = sum.divided(by: number),
        let variance = squares.subtracting(sum.multiplied(by: average)).divided(by: number)
      else { return nil }
      return apply(average, Number(2).multiplied(by: variance.squareRoot))
    }
  }

  /// The averages of typical prices since the start of the UTC day, weighted by volume. A candle of more than
  /// a day has its own average.
  private func volumeAverages(keptSince oldest: Date) -> [Number?] {
    var (day, prices, volume) = (Date?.none, Number.zero, Number.zero)
    let length = Period.oneDay.seconds
    return closes.indices.map { index in
      let start = starts[index]
      let today =
        period > .oneDay
        ? start
        : Date(
          timeIntervalSince1970: (start.timeIntervalSince1970 / length).rounded(.down) * length)
      if today != day { (day, prices, volume) = (today, .zero, .zero) }
      let sum = highs[index].adding(lows[index]).adding(closes[index])
      prices = prices.adding(sum.multiplied(by: volumes[index]))
      volume = volume.adding(volumes[index])
      let isWhole = today >= oldest || period >= .oneDay
      return isWhole ? prices.divided(by: volume.multiplied(by: Number(3))) : nil
    }
  }
}

extension IntegerDecimal {
  fileprivate init(_ number: Int) {
    self.init(
      isNegative: number < 0, mantissa: UInt128(number.magnitude), exponent: 0)
  }

  fileprivate func subtracting(_ rhs: IntegerDecimal) -> IntegerDecimal { adding(rhs.negated) }

  /// The number, rounded to 24 significant digits.
  fileprivate var rounded: IntegerDecimal {
    let surplus = digitCount - 24
    return surplus > 0 ? rounded(toPlaces: -exponent - surplus, .plain) : self
  }

  /// The square root to more than 24 digits; 0 for numbers below 0, which only rounding makes.
  fileprivate var squareRoot: IntegerDecimal {
    guard !isNegative, let number = decimal?.approximate, number.squareRoot() > 0,
      let guess = IntegerDecimal("\(number.squareRoot())"), let quotient = divided(by: guess),
      let root = guess.adding(quotient).divided(by: IntegerDecimal(2))
    else { return .zero }
    return root
  }
}

extension [CandleRow] {
  /// Returns rows of one pair on one exchange, oldest first, with the values of indicators. `oldest` is the
  /// time since which the exchange keeps candles.
  func adding(_ indicators: Set<Indicator>, keptSince oldest: Date) -> [CandleRow] {
    guard let period = first?.period else { return self }
    let series = IndicatorSeries(self, period)
    var rows = self
    for indicator in indicators {
      let values = series.values(of: indicator, keptSince: oldest)
      for (row, index) in series.indices.enumerated() {
        rows[row].indicators[indicator] =
          index.flatMap { values[$0]?.decimal?.rounded(toSignificantDigits: 12) }
      }
    }
    return rows
  }
}
