public import Foundation

/// The value of a holding, as a row of a list. If no quantity is left, ``value``, ``dayChange``, ``cost`` and
/// ``gain`` are 0.
public struct HoldingRow: Hashable, Sendable {
  public let holding: Holding
  /// The sum of the quantities of the trades, less the fees in the traded currency. It is in the base
  /// currency, or in the held currency; below 0 for a short position or a debt.
  public let quantity: Decimal
  /// The ticker with the price of the holding. The price of a converted coin is computed from rates; the
  /// price of any other currency is 1. `nil` for a pair without a ticker, for a converted coin without a
  /// rate, and if no quantity is left.
  package private(set) var ticker: Ticker?
  /// The ticker of the pair whose price history belongs to the row: for a converted coin, the first pair of
  /// its rate; `nil` if there is none, such as for cash.
  var historyTicker: Ticker?
  /// The currency of the amounts; `nil` if it is unknown.
  public let currency: String?
  /// Quantity × last price, converted to ``currency``; `nil` if it cannot be computed.
  public let value: Decimal?
  /// Quantity × change of the price since the ticker's open price, converted to ``currency``. For lots
  /// that were traded at the time of the open price or later: quantity × (last price − price of the trade).
  /// `nil` if it cannot be computed.
  public let dayChange: Decimal?
  /// Cost ÷ quantity, to 12 significant digits. For a pair it is in the quote currency, otherwise in
  /// ``currency``.
  /// `nil` if it cannot be computed.
  public let unitCost: Decimal?
  /// The cost of the lots that are left, see ``Lots/cost``, in ``currency``. If this currency itself is held,
  /// the quantity. `nil` if it is unknown or cannot be converted.
  public let cost: Decimal?
  /// Whether the cost is unknown even in the quote currency, before a conversion.
  package let isUncosted: Bool
  /// Value − cost; `nil` if it cannot be computed.
  public let gain: Decimal?
  /// The gain of sales, see ``Lots/realized``, in ``currency``; for cash 0. `nil` if it cannot be computed.
  public let realized: Decimal?
  /// The sum of the fees of all trades, in ``currency``; for cash 0. `nil` if it cannot be computed.
  public let fees: Decimal?
  /// Gain + realized gain; `nil` if one of them is unknown.
  public let totalGain: Decimal?
  /// The value in percent of the total value in ``currency``: 5 is 5 %; `nil` if it cannot be computed.
  public internal(set) var share: Decimal?
  /// Whether a sale, or a purchase that closed a short position, has realized a gain or a loss.
  package let hasRealized: Bool
  /// Whether an amount was rounded to 38 significant digits; false if ``isDivided``.
  let isRounded: Bool
  /// Whether a part of an amount has no exact quotient, see ``Lots/isDivided``.
  let isDivided: Bool

  public var receivedAt: Date? { ticker?.receivedAt }
  /// The last price: for a pair in the quote currency, for a coin in ``currency``, for cash 1.
  public var last: Decimal? { ticker?.last }
  /// The change of the price in percent, see ``Ticker/percent``.
  public var percent: Decimal? { ticker?.percent }
  /// Gain ÷ |cost| × 100, to 38 digits. The magnitude of the cost keeps the sign of the gain, also for a
  /// debt. `nil` if it cannot be computed.
  public var gainPercent: Decimal? { gain?.percentage(of: cost?.magnitude) }
}

extension HoldingRow {
  /// The row of a holding. `lots` has the same lots twice: with amounts in the quote currency, and with
  /// amounts converted to `currency`.
  ///
  /// `open` is the time of the ticker's open price. The day change of lots that were traded at this time or
  /// later is measured from the price of their trade. If `isPast` is true, the row has no day change.
  /// `convert` converts an amount from the quote currency of the ticker to `currency`, at the rates of the
  /// valuation.
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
    let quoteCost = hasLots && isLeft ? quoteLots.cost : costOfAmount
    // Without a rate to the currency, the holding is unpriced.
    isUncosted = quoteCost == nil || cost == nil && value != nil
    unitCost = (holding.isAmount ? cost : quoteLots.cost)?.divided(by: quantity)?
      .rounded(toSignificantDigits: 12)
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
  /// The change of the value of a quantity since the open price, in the quote currency. The change of the
  /// lots that were traded at `open`, the time of the open price, or later is measured from their own price.
  fileprivate func change(
    of quantity: Decimal, _ lots: [Lots.Lot], since open: Date?, isRounded: inout Bool
  ) -> Decimal? {
    let recent = open.map { open in lots.filter { ($0.time ?? .distantPast) >= open } } ?? []
    var (older, recentChange): (Decimal?, Decimal?) = (quantity, 0)
    for lot in recent {
      guard let last, !last.isZero, let price = lot.price,
        let change = lot.quantity.multiplied(by: last.subtracting(price), isRounded: &isRounded)
      else { return nil }
      older = older?.adding(-lot.quantity, isRounded: &isRounded)
      recentChange = recentChange?.adding(change, isRounded: &isRounded)
    }
    // Without older lots, the open price is not needed, and may be unknown.
    if !recent.isEmpty, recent.count == lots.count { return recentChange }
    let olderChange = change.flatMap { older?.multiplied(by: $0, isRounded: &isRounded) }
    return olderChange.flatMap { recentChange?.adding($0, isRounded: &isRounded) }
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
        Cell(
          $1, $0.holding.isAmount ? .computedPrice : .price, in: $0.ticker?.pair.quote,
          substitute: $0.ticker?.substituteForLast)
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
      "unit_cost", .computedPrice, "cost / quantity (quote currency)",
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
    public static let percentHour = HoldingRow.column(since: .hour)
    public static let percentWeek = HoldingRow.column(since: .week)
    public static let percentMonth = HoldingRow.column(since: .month)
  }
  public static let columns: [Column<HoldingRow>] = [
    Columns.exchange, Columns.symbol, Columns.name, Columns.quantity, Columns.last, Columns.value,
    Columns.dayChange, Columns.percent, Columns.unitCost, Columns.cost, Columns.gain,
    Columns.gainPercent, Columns.realized, Columns.fees, Columns.totalGain, Columns.account,
    Columns.share, Columns.asOf, Columns.percentHour, Columns.percentWeek, Columns.percentMonth,
  ]
  public static let tableColumns = [
    Columns.account, Columns.symbol, Columns.quantity, Columns.last, Columns.value,
    Columns.dayChange, Columns.percent, Columns.gain, Columns.realized, Columns.share,
  ]
  public static let highlightedColumn: Column<HoldingRow>? = Columns.last
  public static let noun = (one: "holding", many: "holdings")

  /// The notice for a portfolio without holdings.
  public static func emptyNotice(isMultiExchange: Bool) -> String { "no holdings at this time" }

  public var id: Holding { holding }
  public var key: Holding { holding }
  public var title: String { holding.title }
  public var exchange: ExchangeID? { holding.isAmount ? nil : holding.exchange }
  /// Unlike in ``exchange``, a coin keeps its exchange.
  public var listing: Listing { holding.listing }
  public var pair: Pair { holding.pair }
  public var market: Listing? { holding.isAmount ? nil : listing }
  public var historyMarket: Listing? { holding.isAmount ? historyTicker?.listing : listing }
  public var historyPrice: Decimal? { isPriceFixed ? 1 : historyTicker?.last }
  /// For cash, the price of which is always 1, the closes are 1.
  public var pastCloses: [PastSpan: Decimal]? {
    get { isPriceFixed ? PastSpan.closesOfOne : historyTicker?.pastCloses }
    set { historyTicker?.pastCloses = newValue }
  }
  /// Whether a currency is held in which the prices are, too.
  private var isPriceFixed: Bool { holding.isAmount && ticker?.pair.quote == holding.quote }
  /// The moment from which the change of the price is measured; `nil` if there is none, such as for cash.
  public var dayChangeReference: ChangeReference? {
    isPriceFixed ? nil : ticker?.dayChangeReference
  }
}
