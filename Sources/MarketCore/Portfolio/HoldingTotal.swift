public import Foundation

/// The sums of the holdings whose values are in one currency.
public struct HoldingTotal: Hashable, Sendable {
  /// The currency of the sums; `nil` for holdings whose currency is unknown.
  public let quote: String?
  /// The sum of the known values; `nil` if no value is known.
  public let value: Decimal?
  /// The sum of the known day changes; `nil` if no day change is known.
  public let dayChange: Decimal?
  /// The sum of the costs of the holdings with a known cost and value; `nil` if no holding has both.
  public let cost: Decimal?
  /// The sum of the gains of the holdings with a known cost and value; `nil` if no holding has both.
  public let gain: Decimal?
  /// The number of holdings whose value is unknown, because they have no price or no rate.
  public let unpriced: Int
  /// The number of holdings without a cost.
  public let uncosted: Int
  /// Whether the cost of a holding was reduced by the proceeds of sales, see ``HoldingRow/hasSales``.
  private let hasSales: Bool
  /// Whether a sum was rounded, because it needs more than the 38 digits of a `Decimal`.
  let isRounded: Bool

  /// The sums of rows; 0 if there are no rows.
  init(_ quote: String?, of rows: [HoldingRow]) {
    var isRounded = false
    func sum(_ amounts: [Decimal?]) -> Decimal? {
      if rows.isEmpty { return 0 }
      let known = amounts.compactMap(\.self)
      return known.dropFirst().reduce(known.first) { sum, amount in
        sum.flatMap { $0.adding(amount, isRounded: &isRounded) }
      }
    }
    let costed = rows.filter { $0.cost != nil && $0.gain != nil }
    self.quote = quote
    value = sum(rows.map(\.value))
    dayChange = sum(rows.map(\.dayChange))
    cost = sum(costed.map(\.cost))
    gain = sum(costed.map(\.gain))
    hasSales = costed.contains(where: \.hasSales)
    unpriced = rows.count { $0.value == nil }
    uncosted = rows.count(where: \.isUncosted)
    self.isRounded = isRounded
  }

  /// Gain ÷ |cost| × 100, to the 38 digits of a `Decimal`. `nil` if either is unknown, if the cost is 0,
  /// or if a holding has lots above 0 and lots below 0.
  public var gainPercent: Decimal? { hasSales ? nil : gain?.percentage(of: cost?.magnitude) }
}

extension HoldingTotal: ListRow {
  /// The columns of a total, by their names.
  public enum Columns {
    public static let quote = Column<HoldingTotal>("quote", "Currency of the total", \.quote)
    public static let value = Column<HoldingTotal>(
      "value", .amount, "Sum of the known values (quote currency, or --in)",
      cell: { Cell($1, .amount, in: $0.quote, label: $0.labelOfPartialValue) }, \.value)
    public static let dayChange = Column<HoldingTotal>(
      "day_change", .amountChange, "Sum of the known day changes (quote currency, or --in)",
      in: \.quote, \.dayChange)
    public static let cost = Column<HoldingTotal>(
      "cost", .amount, "Cost of the holdings with known cost and value (quote currency, or --in)",
      in: \.quote, \.cost
    )
    public static let gain = Column<HoldingTotal>(
      "gain", .amountChange,
      "Gain of the holdings with known cost and value (quote currency, or --in)", in: \.quote,
      \.gain)
    public static let gainPercent = Column<HoldingTotal>(
      "gain_percent", .percent, "gain / |cost|, in percent; unknown with sales", \.gainPercent)
    public static let unpriced = Column<HoldingTotal>(
      "unpriced", .number, "Number of holdings without a price or rate"
    ) {
      Decimal($0.unpriced)
    }
    public static let uncosted = Column<HoldingTotal>(
      "uncosted", .number, "Number of holdings without a cost"
    ) { Decimal($0.uncosted) }
  }
  public static let columns: [Column<HoldingTotal>] = [
    Columns.quote, Columns.value, Columns.dayChange, Columns.cost, Columns.gain,
    Columns.gainPercent, Columns.unpriced, Columns.uncosted,
  ]
  public static let noun = (one: "total", many: "totals")

  /// The notice if all lots begin to count later.
  public static func emptyNotice(isMultiExchange: Bool) -> String {
    HoldingRow.emptyNotice(isMultiExchange: isMultiExchange)
  }

  /// A total without the holdings of a failed exchange would be wrong.
  public static let needsAllExchanges = true

  /// Always `nil`: a total covers all exchanges.
  public var exchange: ExchangeID? { nil }
  /// A pair whose symbol is the currency.
  public var pair: Pair { Pair(symbol: quote ?? "") }
  public var market: Listing? { nil }

  /// The text of the value with `*`, if the total lacks the values of holdings; else `nil`.
  private var labelOfPartialValue: String? {
    unpriced == 0 ? nil : value.map { NumberFormat.money($0, in: quote, rounded: true) + "*" }
  }
}
