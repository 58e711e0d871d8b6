import Spelling

/// A value that is computed from the candles of a pair up to a row, such as the average of the last 20 closes.
public struct Indicator: Hashable, Sendable {
  enum Kind: CaseIterable {
    case simpleAverage, exponentialAverage, relativeStrength, trueRange, upperBand, lowerBand
    case difference, signal, volumeAverage
  }

  let kind: Kind
  /// The number of candles in the name, as in `sma20`; `nil` for kinds without a number.
  let count: Int?

  static let counts = 2...500

  /// Parses a name such as `sma20`, `bb20_upper` or `vwap`.
  public init?(_ name: String) {
    for kind in Kind.allCases {
      let (start, end) = kind.affixes
      guard name.hasPrefix(start), name.hasSuffix(end), name.count >= start.count + end.count
      else { continue }
      let digits = name.dropFirst(start.count).dropLast(end.count)
      if let count = Int(digits), kind.commonCount != nil, Self.counts ~= count,
        digits == "\(count)"
      {
        (self.kind, self.count) = (kind, count)
        return
      }
      if digits.isEmpty, kind.commonCount == nil {
        (self.kind, count) = (kind, nil)
        return
      }
    }
    return nil
  }

  init(_ kind: Kind, _ count: Int? = nil) { (self.kind, self.count) = (kind, count) }

  public var name: String {
    kind.affixes.start + (count.map(String.init) ?? "") + kind.affixes.end
  }
}

extension Indicator.Kind {
  /// The texts before and after the number in a name.
  var affixes: (start: String, end: String) {
    switch self {
    case .simpleAverage: ("sma", "")
    case .exponentialAverage: ("ema", "")
    case .relativeStrength: ("rsi", "")
    case .trueRange: ("atr", "")
    case .upperBand: ("bb", "_upper")
    case .lowerBand: ("bb", "_lower")
    case .difference: ("macd", "")
    case .signal: ("macd_signal", "")
    case .volumeAverage: ("vwap", "")
    }
  }

  /// The number of candles in examples; `nil` for kinds without a number in the name.
  var commonCount: Int? {
    switch self {
    case .simpleAverage, .upperBand, .lowerBand: 20
    case .exponentialAverage: 50
    case .relativeStrength, .trueRange: 14
    case .difference, .signal, .volumeAverage: nil
    }
  }
}

// MARK: - Names

extension Indicator {
  /// An indicator of each kind, with a common number of candles.
  package static let examples = Kind.allCases.map { Indicator($0, $0.commonCount) }

  /// Names that stand for one or two indicators.
  package static let groupNames = ["sma20", "ema50", "rsi14", "bb20", "macd", "vwap", "atr14"]

  /// Returns the indicators for which a name stands: both bands for `bb20`, MACD and its signal for
  /// `macd`, otherwise the indicator with this name. Empty for an invalid name.
  package static func group(named name: String) -> [Indicator] {
    guard let first = Indicator(name) ?? Indicator(name + Kind.upperBand.affixes.end) else {
      return []
    }
    switch first.kind {
    case .upperBand where first.name != name: return [first, Indicator(.lowerBand, first.count)]
    case .difference: return [first, Indicator(.signal)]
    default: return [first]
    }
  }

  /// Returns the error for an invalid name.
  package static func sentence(onUnknown name: String) -> String {
    let near = self.name(near: name, isGroup: true).map { "did you mean \($0)? Indicators" }
    return "unknown indicator '\(name)'; \(near ?? "indicators") are smaN, emaN, rsiN, bbN, atrN "
      + "(N from \(counts.lowerBound) to \(counts.upperBound)), macd and vwap"
  }

  /// Returns the valid name that is most similar to a text; `nil` for none. If `isGroup` is true, the name
  /// is one of ``group(named:)``.
  package static func name(near text: String, isGroup: Bool = false) -> String? {
    let letters = text.prefix { !$0.isNumber }.lowercased()
    let digits = text.dropFirst(letters.count).prefix(while: \.isNumber)
    let starts = Kind.allCases.map(\.affixes.start)
    guard
      let start = starts.contains(letters)
        ? letters : nearest(to: letters, in: starts, limit: 1).first,
      let kind = Kind.allCases.first(where: { $0.affixes.start == start })
    else { return nil }
    guard let common = kind.commonCount else { return start }
    let count = digits.isEmpty ? common : Int(digits) ?? .max
    let isLower = kind == .upperBand && text.hasSuffix(Kind.lowerBand.affixes.end)
    let found = Indicator(
      isLower ? .lowerBand : kind, min(max(count, counts.lowerBound), counts.upperBound))
    return isGroup && kind == .upperBand
      ? String(found.name.dropLast(found.kind.affixes.end.count)) : found.name
  }
}

// MARK: - Column

extension Indicator {
  var meaning: String {
    let number = count.map(String.init) ?? ""
    return switch kind {
    case .simpleAverage: "Average of the last \(number) closes (as prices)"
    case .exponentialAverage: "Exponential average of \(number) closes (as prices)"
    case .relativeStrength: "Wilder's relative strength index over \(number) changes, 0 to 100"
    case .trueRange: "Wilder's average true range over \(number) candles (as prices)"
    case .upperBand: "Average of \(number) closes + 2 standard deviations (as prices)"
    case .lowerBand: "Average of \(number) closes - 2 standard deviations (as prices)"
    case .difference: "MACD: ema12 - ema26 (as prices)"
    case .signal: "Exponential average of 9 values of macd (as prices)"
    case .volumeAverage: "Average price of the UTC day so far, weighted by volume (as prices)"
    }
  }

  /// Whether charts draw the values over the prices. Others are drawn below.
  package var isPriceLevel: Bool {
    switch kind {
    case .simpleAverage, .exponentialAverage, .upperBand, .lowerBand, .volumeAverage: true
    case .relativeStrength, .trueRange, .difference, .signal: false
    }
  }

  /// The limits of the values: 0 and 100 for a relative strength index; `nil` for none.
  package var limits: ClosedRange<Double>? { kind == .relativeStrength ? 0...100 : nil }

  package var isBand: Bool { kind == .upperBand || kind == .lowerBand }

  /// The name under which a chart draws the indicator together with others of the same group.
  package var groupName: String {
    switch kind {
    case .upperBand, .lowerBand: String(name.dropLast(kind.affixes.end.count))
    case .signal: Kind.difference.affixes.start
    default: name
    }
  }

  /// The number of periods before a row that its value needs.
  func lookback(_ period: Period) -> Int {
    switch kind {
    case .difference, .signal: 10 * 26
    case .volumeAverage: Int((Period.oneDay.seconds / period.seconds).rounded(.down))
    default: 10 * (count ?? 0)
    }
  }

  package var column: Column<CandleRow> {
    kind == .relativeStrength
      ? Column(
        name, .number, meaning,
        cell: { _, value in
          guard case .number(let number) = value else { return Cell(value, .number) }
          let text = NumberFormat.grouped(number.rounded(toPlaces: 2), minimumDecimals: 2)
          return Cell(value, .number, label: text)
        }, { $0.indicators[self] })
      : Column(
        name, .computedPrice, meaning, in: { $0.currency }, { $0.indicators[self] })
  }
}

extension Column<CandleRow> {
  /// The indicator that the column shows; `nil` for the values of a candle.
  package var indicator: Indicator? { Indicator(name) }
}

extension ComputedColumns<CandleRow> {
  static let indicators = ComputedColumns(
    examples: Indicator.examples.map(\.column), named: { Indicator($0)?.column },
    group: { Indicator.group(named: $0).map(\.column) },
    nearest: { Indicator.name(near: $0) })
}
