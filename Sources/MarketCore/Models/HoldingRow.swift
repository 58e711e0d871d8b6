public import Foundation

/// A holding and its worth, as a row of a list.
public struct HoldingRow: Hashable, Sendable {
  /// The holding.
  public let holding: Holding
  /// The ticker of its price: of its pair; of cash, a price of 1; of a coin, by the rates. `nil` when
  /// there is none.
  public let ticker: Ticker?
  /// The currency of ``value``, ``dayChange``, ``cost`` and ``gain``; `nil` when none is known.
  public let currency: String?
  /// Quantity × last; `nil` when there is no price, or no rate to convert it.
  public let value: Decimal?
  /// Quantity × the change of the price; `nil` likewise.
  public let dayChange: Decimal?
  /// The price paid; of cash in this currency, its amount. `nil` when it is unknown, or there is no
  /// rate to convert it.
  public let cost: Decimal?
  /// Whether no cost is known, whatever the rates are.
  public let isUncosted: Bool
  /// Value − cost; `nil` when either is unknown.
  public let gain: Decimal?
  /// The part of its value in the total of the currency, in percent: 5 is 5 %; `nil` when either is
  /// unknown or the total is 0.
  public internal(set) var share: Decimal?
  /// Whether an amount needs more digits than a decimal has, and was rounded.
  let isRounded: Bool

  /// - Parameters:
  ///   - currency: the currency to convert to.
  ///   - convert: converts an amount from the quote currency of the ticker.
  init(
    _ holding: Holding, _ ticker: Ticker?, in currency: String?,
    convert: (Decimal, _ isRounded: inout Bool) -> Decimal?
  ) {
    var isRounded = holding.isCostRounded
    func worth(_ price: Decimal?) -> Decimal? {
      price.flatMap { holding.quantity.multiplied(by: $0, isRounded: &isRounded) }
    }
    func converted(_ amount: Decimal?) -> Decimal? { amount.flatMap { convert($0, &isRounded) } }
    self.holding = holding
    self.ticker = ticker
    self.currency = currency
    let value = converted(worth(ticker?.last))
    dayChange = converted(worth(ticker?.change))
    let isFaceValue = holding.isAmount && holding.quote == currency
    let paid = isFaceValue ? holding.quantity : holding.cost
    let cost = converted(paid)
    isUncosted = paid == nil
    gain = value.flatMap { value in cost.flatMap { value.adding(-$0, isRounded: &isRounded) } }
    (self.value, self.cost) = (value, cost)
    self.isRounded = isRounded
  }

  /// The last price, in the quote currency; of cash 1, of a coin in the currency that is converted to.
  public var last: Decimal? { ticker?.last }
  /// The change of the price in percent, see ``Ticker/percent``; of cash, 0.
  public var percent: Decimal? { ticker?.percent }
  /// Cost ÷ quantity, to 12 significant digits, in the quote currency, of cash and coins in
  /// ``currency``; `nil` when the cost is unknown, and for a quantity of 0.
  public var unitCost: Decimal? {
    (holding.isAmount ? cost : holding.cost).flatMap { $0.divided(by: holding.quantity) }?
      .rounded(toSignificantDigits: 12)
  }
  /// Gain ÷ cost × 100, to the 38 digits of a decimal; the cost counts without its sign.
  public var gainPercent: Decimal? { Self.percentage(of: gain, on: cost) }

  /// A gain in percent of the magnitude of a cost, so that a gain on what is owed is one; `nil` when
  /// either is unknown, or the cost is 0.
  static func percentage(of gain: Decimal?, on cost: Decimal?) -> Decimal? {
    guard let gain, let cost else { return nil }
    return gain.multiplied(by: 100)?.divided(by: cost.magnitude)
  }
}

/// The fields of a holding.
public enum HoldingField: String, Field {
  /// ``Holding/exchange``, the id of the exchange; unknown for cash and coins.
  case exchange
  /// The name of the pair, as in `BTC-USD`; of cash and coins, the currency.
  case symbol
  /// The name of the base currency: the exchange's own, else ours.
  case name
  /// ``Holding/quantity``, in the base currency.
  case quantity
  /// ``HoldingRow/last``, in the quote currency.
  case last
  /// ``HoldingRow/value``, in the quote currency or the one that is converted to.
  case value
  /// ``HoldingRow/dayChange``, in that currency.
  case dayChange = "day_change"
  /// ``HoldingRow/percent``: 5 is 5 %.
  case percent
  /// ``HoldingRow/unitCost``, in the quote currency.
  case unitCost = "unit_cost"
  /// ``HoldingRow/cost``, in the quote currency or the one that is converted to.
  case cost
  /// ``HoldingRow/gain``, in that currency.
  case gain
  /// ``HoldingRow/gainPercent``: 5 is 5 %.
  case gainPercent = "gain_percent"
  /// ``HoldingRow/share``: 5 is 5 %.
  case share
  /// The arrival time of the answer that has the price.
  case asOf = "as_of"

  /// The columns of a table, unless others are chosen.
  public static let tableColumns: [HoldingField] = [
    .symbol, .quantity, .last, .value, .dayChange, .percent, .gain, .share,
  ]

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .exchange, .symbol, .name: .text
    case .quantity, .last, .value, .dayChange, .percent, .unitCost, .cost, .gain, .gainPercent,
      .share:
      .number
    case .asOf: .time
    }
  }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .symbol, .value: 0
    case .exchange: 1
    case .gain: 2
    case .quantity: 3
    case .last: 4
    case .percent: 5
    case .dayChange: 6
    case .share: 7
    case .name, .unitCost, .cost, .gainPercent, .asOf: 8
    }
  }

  /// The percentage of the day, and the gain.
  public var marksTone: Bool { [.percent, .gain, .gainPercent].contains(self) }
  /// The change of the day, absolute and relative.
  public var isDayChange: Bool { [.dayChange, .percent].contains(self) }
}

extension HoldingRow: Listed {
  /// Worth is computed from tickers.
  public typealias Polled = Ticker

  /// The last price.
  public static let watched: HoldingField? = .last
  /// A holding.
  public static let noun = Noun("holding", "holdings")

  /// The id of the exchange; empty for cash and coins.
  public var exchange: String { holding.isAmount ? "" : holding.exchange }
  /// The market; of cash and coins, a pair whose symbol is the currency.
  public var pair: Pair { holding.pair }
  /// The market; `nil` for cash and coins.
  public var market: Listing? { holding.isAmount ? nil : listing }
  /// That of the price; `nil` for cash, which has no change.
  public var dayChangeReference: ChangeReference? {
    holding.isAmount && ticker?.pair.quote == holding.quote ? nil : ticker?.dayChangeReference
  }

  /// The exact value of a field.
  public func value(of field: HoldingField, asOf: Date) -> FieldValue {
    switch field {
    case .exchange: .name(exchange)
    case .symbol: .text(pair.symbol)
    case .name:
      FieldValue(
        ticker?.name ?? (holding.isAmount ? Currency(pair.symbol).name : pair.baseName))
    case .quantity: .number(holding.quantity)
    case .last: FieldValue(last)
    case .value: FieldValue(value)
    case .dayChange: FieldValue(dayChange)
    case .percent: FieldValue(percent)
    case .unitCost: FieldValue(unitCost)
    case .cost: FieldValue(cost)
    case .gain: FieldValue(gain)
    case .gainPercent: FieldValue(gainPercent)
    case .share: FieldValue(share)
    case .asOf: asOf == .distantPast || ticker == nil ? .unknown : .time(asOf)
    }
  }

  /// A field as a table shows it.
  public func cell(of field: HoldingField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.last, _): return ticker?.cell(of: .last, asOf: asOf) ?? Cell(value)
    case (.quantity, .number(let quantity)): return Cell(value, NumberFormat.grouped(quantity))
    case (.unitCost, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: holding.isAmount ? currency : holding.quote))
    case (.value, .number(let amount)), (.cost, .number(let amount)):
      return Cell(value, MoneyFormat.rounded(amount, in: currency))
    case (.dayChange, .number(let amount)), (.gain, .number(let amount)):
      return .change(amount, in: currency)
    case (.percent, .number(let percent)), (.gainPercent, .number(let percent)):
      return PercentFormat.cell(percent)
    case (.share, .number(let share)): return Cell(.quotient(share), PercentFormat.share(share))
    default: return Cell(value)
    }
  }
}
