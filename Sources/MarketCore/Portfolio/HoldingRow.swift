public import Foundation

/// A holding and its value, as a row of a list.
public struct HoldingRow: Hashable, Sendable {
  public let holding: Holding
  /// The ticker with the price of the holding. For a converted coin, its price is computed from rates; for
  /// any other amount, its price is 1. `nil` for a pair without a ticker, and for a converted coin without a
  /// rate.
  package let ticker: Ticker?
  /// The currency of ``value``, ``dayChange``, ``cost`` and ``gain``; `nil` if it is unknown.
  public let currency: String?
  /// Quantity × last price, converted to ``currency``; `nil` if it cannot be computed.
  public let value: Decimal?
  /// Quantity × change of the price since the ticker's open price, converted to ``currency``. For lots
  /// of pairs and coins that count only from the moment of the open price or later, their value − their
  /// cost. `nil` if it cannot be computed.
  public let dayChange: Decimal?
  /// The cost of the holding, converted to ``currency``; for an amount of this currency, the amount.
  /// `nil` if it is unknown or cannot be converted.
  public let cost: Decimal?
  /// Whether the cost is unknown even before it is converted.
  package let isUncosted: Bool
  /// Value − cost; `nil` if it cannot be computed.
  public let gain: Decimal?
  /// The value in percent of the total value in ``currency``: 5 is 5 %; `nil` if it cannot be computed.
  public internal(set) var share: Decimal?
  /// Whether proceeds of sales reduced the cost, if it is known. Then it is not the price of the
  /// remaining quantity, and ``unitCost`` and ``gainPercent`` are `nil`.
  let hasSales: Bool
  let isRounded: Bool

  /// The lots in `bought` count only from the moment of the ticker's open price or later. `convert`
  /// converts an amount from the quote currency of the ticker to `currency`.
  init(
    _ holding: Holding, _ ticker: Ticker?, bought: [Holding] = [], in currency: String?,
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
    let change = ticker?.change(of: holding, bought: bought, isRounded: &isRounded)
    dayChange = converted(change)
    let isCurrency = holding.isAmount && holding.quote == currency
    hasSales = holding.hasSales && !isCurrency
    let paid = isCurrency ? holding.quantity : holding.cost
    let cost = converted(paid)
    isUncosted = paid == nil
    gain = value.flatMap { value in cost.flatMap { value.adding(-$0, isRounded: &isRounded) } }
    (self.value, self.cost) = (value, cost)
    self.isRounded = isRounded
  }

  /// The last price: for a pair in the quote currency, for a coin in ``currency``, for cash 1.
  public var last: Decimal? { ticker?.last }
  /// The change of the price in percent, see ``Ticker/percent``.
  public var percent: Decimal? { ticker?.percent }
  /// Cost ÷ quantity, to 12 significant digits: for a pair in the quote currency, else in ``currency``.
  /// `nil` if it cannot be computed, or if sales reduced the cost.
  public var unitCost: Decimal? {
    hasSales
      ? nil
      : (holding.isAmount ? cost : holding.cost).flatMap { $0.divided(by: holding.quantity) }?
        .rounded(toSignificantDigits: 12)
  }
  /// Gain ÷ |cost| × 100, to 38 digits. The magnitude of the cost keeps the sign of the gain, also for a
  /// debt. `nil` if it cannot be computed, or if sales reduced the cost.
  public var gainPercent: Decimal? { hasSales ? nil : gain?.percentage(of: cost?.magnitude) }
}

extension Ticker {
  /// The change of the value of a holding since the open price, in the quote currency. For the lots in
  /// `bought`, which are not older than the open price, it is their value − their cost.
  fileprivate func change(
    of holding: Holding, bought: [Holding], isRounded: inout Bool
  ) -> Decimal? {
    var (older, sum): (Decimal?, Decimal?) = (holding.quantity, nil)
    for lot in bought {
      guard let last, !last.isZero, let cost = lot.cost,
        let value = lot.quantity.multiplied(by: last, isRounded: &isRounded),
        let gain = value.adding(-cost, isRounded: &isRounded)
      else { return nil }
      older = older?.adding(-lot.quantity, isRounded: &isRounded)
      sum = sum?.adding(gain, isRounded: &isRounded) ?? gain
    }
    // Without an older quantity, the open price is not needed, and may be unknown.
    if let older, older.isZero, let sum { return sum }
    let old = change.flatMap { older?.multiplied(by: $0, isRounded: &isRounded) }
    guard let sum else { return old }
    return old.flatMap { $0.adding(sum, isRounded: &isRounded) }
  }
}

extension HoldingRow: ListRow {
  /// The columns of a holding.
  public enum Columns {
    public static let exchange = Column<HoldingRow>(
      "exchange", "Exchange, as in --exchange; unknown for cash", \.exchange?.rawValue)
    public static let symbol = Column<HoldingRow>(
      "symbol", "Pair (BTC-USD), or the currency of cash", \.pair.symbol)
    public static let name = Column<HoldingRow>("name", "Name of the base currency") { row in
      row.ticker?.name ?? Currency(row.pair.base ?? row.pair.symbol).name
    }
    public static let quantity = Column<HoldingRow>(
      "quantity", .quantity, "Sum of the lots (base currency)", \.holding.quantity)
    public static let last = Column<HoldingRow>(
      "last", .price, "Price of the last trade (quote currency); 1 for cash",
      cell: {
        Cell($1, .price, in: $0.ticker?.pair.quote, substitute: $0.ticker?.substituteForLast)
      }, \.last)
    public static let value = Column<HoldingRow>(
      "value", .amount, "quantity * last (quote currency, or --in)", in: \.currency, \.value)
    public static let dayChange = Column<HoldingRow>(
      "day_change", .amountChange,
      "quantity * change of the price, of lots dated since then * (last - unit_cost) (quote currency, or "
        + "--in)",
      in: \.currency, isDayChange: true, \.dayChange)
    public static let percent = Column<HoldingRow>(
      "percent", .percent, "Change of the price in percent; 0 for cash", isDayChange: true,
      \.percent)
    public static let unitCost = Column<HoldingRow>(
      "unit_cost", .price, "cost / quantity (quote currency); unknown with sales",
      in: { $0.holding.isAmount ? $0.currency : $0.holding.quote }, \.unitCost)
    public static let cost = Column<HoldingRow>(
      "cost", .amount, "Sum of quantity * unit_cost of the lots (quote currency, or --in)",
      in: \.currency, \.cost)
    public static let gain = Column<HoldingRow>(
      "gain", .amountChange, "value - cost (quote currency, or --in)", in: \.currency, \.gain)
    public static let gainPercent = Column<HoldingRow>(
      "gain_percent", .percent, "gain / |cost|, in percent; unknown with sales", \.gainPercent)
    public static let share = Column<HoldingRow>(
      "share", .share, "Part of the value of its total, in percent", \.share)
    public static let asOf = Column<HoldingRow>("as_of", .time, "Arrival time of the price, in UTC")
    { row, asOf in
      asOf == .distantPast || row.ticker == nil ? .unknown : .time(asOf)
    }
  }
  public static let columns: [Column<HoldingRow>] = [
    Columns.exchange, Columns.symbol, Columns.name, Columns.quantity, Columns.last, Columns.value,
    Columns.dayChange, Columns.percent, Columns.unitCost, Columns.cost, Columns.gain,
    Columns.gainPercent, Columns.share, Columns.asOf,
  ]
  public static let tableColumns = [
    Columns.symbol, Columns.quantity, Columns.last, Columns.value, Columns.dayChange,
    Columns.percent, Columns.gain, Columns.share,
  ]
  public static let highlightedColumn: Column<HoldingRow>? = Columns.last
  public static let noun = (one: "holding", many: "holdings")

  /// The notice if no lot counts at the time of the prices.
  public static func emptyNotice(isMultiExchange: Bool) -> String { "no holdings at this time" }

  public var exchange: ExchangeID? { holding.isAmount ? nil : holding.exchange }
  /// Unlike in ``exchange``, a coin keeps its exchange.
  public var listing: Listing { holding.listing }
  public var pair: Pair { holding.pair }
  public var market: Listing? { holding.isAmount ? nil : listing }
  /// The moment from which the change of the price is measured; `nil` if there is none, such as for cash.
  public var dayChangeReference: ChangeReference? {
    holding.isAmount && ticker?.pair.quote == holding.quote ? nil : ticker?.dayChangeReference
  }
}
