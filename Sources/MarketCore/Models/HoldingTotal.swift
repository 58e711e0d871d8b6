public import Foundation

/// The sums over the holdings of one currency.
public struct HoldingTotal: Hashable, Sendable {
  /// The currency; `nil` for holdings of which none is known.
  public let quote: String?
  /// The sum of the values that are known; `nil` when none is.
  public let value: Decimal?
  /// The sum of the day changes that are known; `nil` when none is.
  public let dayChange: Decimal?
  /// The sum of the costs over the holdings whose cost and value are known; `nil` when there is none.
  public let cost: Decimal?
  /// The sum of the gains over the same holdings; `nil` when there is none.
  public let gain: Decimal?
  /// The number of holdings whose value is unknown, as they have no price or no rate.
  public let unpriced: Int
  /// The number of holdings without a cost.
  public let uncosted: Int
  /// Whether a sum needs more digits than a decimal has, and was rounded.
  let isRounded: Bool

  /// The total of rows in one currency.
  init(_ quote: String?, of rows: [HoldingRow]) {
    var isRounded = false
    func sum(_ amounts: [Decimal?]) -> Decimal? {
      let known = amounts.compactMap(\.self)
      guard let first = known.first else { return nil }
      return known.dropFirst().reduce(first) { sum, amount in
        sum.flatMap { $0.adding(amount, isRounded: &isRounded) }
      }
    }
    let costed = rows.filter { $0.cost != nil && $0.gain != nil }
    self.quote = quote
    value = sum(rows.map(\.value))
    dayChange = sum(rows.map(\.dayChange))
    cost = sum(costed.map(\.cost))
    gain = sum(costed.map(\.gain))
    unpriced = rows.count { $0.value == nil }
    uncosted = rows.count(where: \.isUncosted)
    self.isRounded = isRounded
  }

  /// Gain ÷ cost × 100, to the 38 digits of a decimal: 5 is 5 %. Measured by the magnitude of the
  /// cost; `nil` when either is unknown, or the cost is 0.
  public var gainPercent: Decimal? { HoldingRow.percentage(of: gain, on: cost) }
}

/// The fields of a total.
public enum HoldingTotalField: String, Field {
  /// ``HoldingTotal/quote``, the currency.
  case quote
  /// ``HoldingTotal/value``, in this currency.
  case value
  /// ``HoldingTotal/dayChange``, in this currency.
  case dayChange = "day_change"
  /// ``HoldingTotal/cost``, in this currency.
  case cost
  /// ``HoldingTotal/gain``, in this currency.
  case gain
  /// ``HoldingTotal/gainPercent``: 5 is 5 %.
  case gainPercent = "gain_percent"
  /// ``HoldingTotal/unpriced``, a number of holdings.
  case unpriced
  /// ``HoldingTotal/uncosted``, a number of holdings.
  case uncosted

  /// The kind of its values.
  public var kind: FieldKind { self == .quote ? .text : .number }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .quote, .value: 0
    case .gain: 1
    case .dayChange: 2
    case .gainPercent: 3
    case .unpriced, .uncosted: 4
    case .cost: 5
    }
  }

  /// The change of the day, and the gain.
  public var marksTone: Bool { [.dayChange, .gain, .gainPercent].contains(self) }
  /// The numbers of holdings that a sum lacks.
  public var isOmittedIfZero: Bool { [.unpriced, .uncosted].contains(self) }
}

extension HoldingTotal: Listed {
  /// Totals are computed from tickers.
  public typealias Polled = Ticker

  /// None: a total is not a market.
  public static let watched: HoldingTotalField? = nil
  /// A total.
  public static let noun = Noun("total", "totals")

  /// None: a total is of all exchanges.
  public var exchange: String { "" }
  /// A pair whose symbol is the currency.
  public var pair: Pair { Pair(symbol: quote ?? "") }
  /// None.
  public var market: Listing? { nil }

  /// The exact value of a field.
  public func value(of field: HoldingTotalField, asOf: Date) -> FieldValue {
    switch field {
    case .quote: FieldValue(quote)
    case .value: FieldValue(value)
    case .dayChange: FieldValue(dayChange)
    case .cost: FieldValue(cost)
    case .gain: FieldValue(gain)
    case .gainPercent: FieldValue(gainPercent)
    case .unpriced: .number(Decimal(unpriced))
    case .uncosted: .number(Decimal(uncosted))
    }
  }

  /// A field as a table shows it.
  public func cell(of field: HoldingTotalField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.value, .number(let amount)):
      let cell = Cell(value, MoneyFormat.rounded(amount, in: quote))
      return unpriced > 0 ? cell.marked : cell
    case (.cost, .number(let amount)):
      return Cell(value, MoneyFormat.rounded(amount, in: quote))
    case (.dayChange, .number(let amount)), (.gain, .number(let amount)):
      return .change(amount, in: quote)
    case (.gainPercent, .number(let percent)): return PercentFormat.cell(percent)
    default: return Cell(value)
    }
  }
}

extension Cell {
  /// A computed change of money, rounded; one that is shown as 0 has no direction.
  static func change(_ amount: Decimal, in currency: String?) -> Cell {
    let places = currency.map { Currency($0).isOfficial ? 2 : 8 } ?? 8
    return Cell(
      .number(amount), MoneyFormat.rounded(amount, in: currency, signed: true),
      tone: Tone(of: amount.rounded(toPlaces: places)))
  }
}

extension PercentFormat {
  /// A part of a whole, to two decimals and without a sign of direction: `12.50%`.
  static func share(_ percent: Decimal) -> String {
    NumberFormat.grouped(percent.rounded(toPlaces: 2), minimumDecimals: 2) + "%"
  }
}
