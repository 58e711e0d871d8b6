public import Foundation

/// The value of a holding, as a row of a list. If no quantity is left, the value, its changes, the cost and the
/// gain are 0.
public struct HoldingRow: Hashable, Sendable {
  public let holding: Holding
  /// The sum of the quantities of the trades, in the base currency, or the amount of the currency; below 0
  /// for a short position or a debt.
  public let quantity: Decimal
  /// The ticker with the price of the holding. For a converted coin, its price is computed from rates; for
  /// any other amount, its price is 1. `nil` for a pair without a ticker, for a converted coin without a
  /// rate, and if no quantity is left.
  package let ticker: Ticker?
  /// The currency of the amounts; `nil` if it is unknown.
  public let currency: String?
  /// Quantity × last price, converted to ``currency``; `nil` if it cannot be computed.
  public let value: Decimal?
  /// Quantity × change of the price since the ticker's open price, converted to ``currency``. For lots
  /// that count only from the moment of the open price or later, quantity × (last price − price of the
  /// trade). `nil` if it cannot be computed.
  public let dayChange: Decimal?
  /// Cost ÷ quantity, to 12 significant digits: for a pair in the quote currency, else in ``currency``.
  /// `nil` if it cannot be computed.
  public let unitCost: Decimal?
  /// The cost of the lots that are left, see ``Lots/cost``, in ``currency``; for an amount of this currency,
  /// the amount. `nil` if it is unknown or cannot be converted.
  public let cost: Decimal?
  /// Whether the cost is unknown even before it is converted.
  package let isUncosted: Bool
  /// Value − cost; `nil` if it cannot be computed.
  public let gain: Decimal?
  /// The gain of sales, see ``Lots/realized``, in ``currency``; for cash 0. `nil` if it cannot be computed.
  public let realized: Decimal?
  /// The fees of all trades, in ``currency``; for cash 0. `nil` if they cannot be computed.
  public let fees: Decimal?
  /// Gain + realized gain; `nil` if one of them is unknown.
  public let totalGain: Decimal?
  /// The value in percent of the total value in ``currency``: 5 is 5 %; `nil` if it cannot be computed.
  public internal(set) var share: Decimal?
  /// Whether a sale, or a purchase that closed a short position, has realized a gain or a loss.
  package let hasRealized: Bool
  let isRounded: Bool
  /// Whether an amount was divided without an exact result, see ``Lots``.
  let isDivided: Bool

  /// The last price: for a pair in the quote currency, for a coin in ``currency``, for cash 1.
  public var last: Decimal? { ticker?.last }
  /// The change of the price in percent, see ``Ticker/percent``.
  public var percent: Decimal? { ticker?.percent }
  /// Gain ÷ |cost| × 100, to 38 digits. The magnitude of the cost keeps the sign of the gain, also for a
  /// debt. `nil` if it cannot be computed.
  public var gainPercent: Decimal? { gain?.percentage(of: cost?.magnitude) }
}

extension HoldingRow {
  /// The row of a holding whose lots have amounts in the quote currency, and `converted` to `currency`.
  ///
  /// `convert` converts an amount from the quote currency of the ticker to `currency`, at current rates. The
  /// change of lots that count from `open` or later is measured from their own price. A past valuation has
  /// no day change.
  init(
    _ holding: Holding, _ ticker: Ticker?, _ lots: (inQuote: Lots, converted: Lots),
    in currency: String?, since open: Date?, isPast: Bool,
    convert: (Decimal, _ isRounded: inout Bool) -> Decimal?
  ) {
    let (quoteLots, lots) = lots
    var isRounded = quoteLots.isRounded || lots.isRounded
    let quantity = quoteLots.quantity
    let (isLeft, isOwnCurrency) = (!quantity.isZero, holding.isAmount && holding.quote == currency)
    let hasLots = !holding.isCash && !isOwnCurrency
    func converted(_ amount: Decimal?) -> Decimal? { amount.flatMap { convert($0, &isRounded) } }
    func sum(_ lhs: Decimal?, _ rhs: Decimal?) -> Decimal? {
      lhs.flatMap { lhs in rhs.flatMap { lhs.adding($0, isRounded: &isRounded) } }
    }
    (self.holding, self.quantity, self.currency) = (holding, quantity, currency)
    self.ticker = isLeft ? ticker : nil
    let worth = ticker?.last.flatMap { quantity.multiplied(by: $0, isRounded: &isRounded) }
    value = isLeft ? converted(worth) : 0
    let change = ticker?.change(
      of: quantity, hasLots ? quoteLots.lots : [], since: open, isRounded: &isRounded)
    dayChange = isPast ? nil : isLeft ? converted(change) : 0
    let costOfAmount = isOwnCurrency || !isLeft ? quantity : nil
    cost = hasLots && isLeft ? lots.cost : costOfAmount
    isUncosted = (hasLots && isLeft ? quoteLots.cost : costOfAmount) == nil
    unitCost =
      isLeft
      ? (holding.isAmount ? cost : quoteLots.cost)?.divided(by: quantity)?
        .rounded(toSignificantDigits: 12) : nil
    gain = sum(value, cost.map { -$0 })
    realized = hasLots ? lots.realized : 0
    fees = hasLots ? lots.fees : 0
    totalGain = sum(gain, realized)
    hasRealized = hasLots && quoteLots.hasRealized
    isDivided = quoteLots.isDivided || lots.isDivided
    self.isRounded = isRounded && !isDivided
  }
}

extension Ticker {
  /// The change of the value of a quantity since the open price, in the quote currency. For lots that count
  /// from `open` or later, it is measured from their own price.
  fileprivate func change(
    of quantity: Decimal, _ lots: [Lots.Lot], since open: Date?, isRounded: inout Bool
  ) -> Decimal? {
    let new = lots.filter { lot in open.map { lot.time ?? .distantPast >= $0 } ?? false }
    var (older, sum): (Decimal?, Decimal?) = (quantity, nil)
    for lot in new {
      guard let last, !last.isZero, let price = lot.price,
        let change = lot.quantity.multiplied(by: last.subtracting(price), isRounded: &isRounded)
      else { return nil }
      older = older?.adding(-lot.quantity, isRounded: &isRounded)
      sum = (sum ?? 0).adding(change, isRounded: &isRounded)
    }
    // Without an older quantity, the open price is not needed, and may be unknown.
    if new.count == lots.count, let sum { return sum }
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
      "quantity", .quantity, "Sum of the trades (base currency)", \.quantity)
    public static let last = Column<HoldingRow>(
      "last", .price, "Price of the last trade (quote currency); 1 for cash",
      cell: {
        Cell($1, .price, in: $0.ticker?.pair.quote, substitute: $0.ticker?.substituteForLast)
      }, \.last)
    public static let value = Column<HoldingRow>(
      "value", .amount, "quantity * last (quote currency, or --in)", in: \.currency, \.value)
    public static let dayChange = Column<HoldingRow>(
      "day_change", .amountChange,
      "quantity * change of the price, of lots dated since then * (last - their price) (quote currency, or "
        + "--in)",
      in: \.currency, isDayChange: true, \.dayChange)
    public static let percent = Column<HoldingRow>(
      "percent", .percent, "Change of the price in percent; 0 for cash", isDayChange: true,
      \.percent)
    public static let unitCost = Column<HoldingRow>(
      "unit_cost", .price, "cost / quantity (quote currency)",
      in: { $0.holding.isAmount ? $0.currency : $0.holding.quote }, \.unitCost)
    public static let cost = Column<HoldingRow>(
      "cost", .amount, "Cost of what is left, with fees (quote currency, or --in)",
      in: \.currency, \.cost)
    public static let gain = Column<HoldingRow>(
      "gain", .amountChange, "value - cost (quote currency, or --in)", in: \.currency, \.gain)
    public static let gainPercent = Column<HoldingRow>(
      "gain_percent", .percent, "gain / |cost|, in percent", \.gainPercent)
    public static let realized = Column<HoldingRow>(
      "realized", .amountChange, "Gain of sales, less fees (quote currency, or --in)",
      in: \.currency, \.realized)
    public static let fees = Column<HoldingRow>(
      "fees", .amount, "Fees of all trades (quote currency, or --in)", in: \.currency, \.fees)
    public static let totalGain = Column<HoldingRow>(
      "total_gain", .amountChange, "gain + realized (quote currency, or --in)", in: \.currency,
      \.totalGain)
    public static let account = Column<HoldingRow>(
      "account", "Account; unknown if there is only one", \.holding.account)
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
    Columns.gainPercent, Columns.realized, Columns.fees, Columns.totalGain, Columns.account,
    Columns.share, Columns.asOf,
  ]
  public static let tableColumns = [
    Columns.account, Columns.symbol, Columns.quantity, Columns.last, Columns.value,
    Columns.dayChange, Columns.percent, Columns.gain, Columns.realized, Columns.share,
  ]
  public static let highlightedColumn: Column<HoldingRow>? = Columns.last
  public static let noun = (one: "holding", many: "holdings")

  /// The notice for a portfolio without trades.
  public static func emptyNotice(isMultiExchange: Bool) -> String { "no holdings at this time" }

  public var id: Holding { holding }
  public var key: Holding { holding }
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
