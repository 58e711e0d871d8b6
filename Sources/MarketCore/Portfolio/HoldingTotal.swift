public import Foundation

/// The sums of the amounts of holdings in one currency, of one account or of all accounts.
///
/// Unknown amounts are not added. A sum is 0 if there are no holdings. It is `nil` if all amounts are
/// unknown, or if it is too large.
public struct HoldingTotal: Hashable, Sendable {
  /// Identifies a total: by its account, and by its currency.
  public struct Key: Hashable, Sendable {
    let account, quote: String?
  }

  /// The currency of the sums; `nil` for holdings whose currency is unknown.
  public let quote: String?
  /// The account of the holdings; `nil` for the holdings of all accounts.
  public let account: String?
  /// The sum of the known values.
  public let value: Decimal?
  /// The sum of the known changes of a day.
  public let dayChange: Decimal?
  /// The sum of the costs of the holdings with a known cost and a known value.
  public let cost: Decimal?
  /// The sum of the gains of the holdings with a known cost and a known value.
  public let gain: Decimal?
  /// The sum of the known gains of sales.
  public let realized: Decimal?
  /// The sum of the known fees of all trades.
  public let fees: Decimal?
  /// The sum of the known ``gain`` + ``realized`` of the holdings.
  public let totalGain: Decimal?
  /// The number of holdings whose value is unknown.
  public let unpriced: Int
  /// The number of holdings whose cost is unknown even in the quote currency, before a conversion.
  public let uncosted: Int
  /// Whether a holding has realized a gain or a loss.
  package let hasRealized: Bool
  let isRounded: Bool

  init(_ quote: String?, of rows: [HoldingRow], account: String? = nil) {
    var isRounded = false
    func sum(_ amounts: [Decimal?]) -> Decimal? {
      if rows.isEmpty { return 0 }
      let known = amounts.compactMap(\.self)
      return known.dropFirst().reduce(known.first) { sum, amount in
        sum.flatMap { $0.adding(amount, isRounded: &isRounded) }
      }
    }
    let costed = rows.filter { $0.cost != nil && $0.gain != nil }
    (self.quote, self.account) = (quote, account)
    value = sum(rows.map(\.value))
    dayChange = sum(rows.map(\.dayChange))
    cost = sum(costed.map(\.cost))
    gain = sum(costed.map(\.gain))
    realized = sum(rows.map(\.realized))
    fees = sum(rows.map(\.fees))
    totalGain = sum(rows.map(\.totalGain))
    hasRealized = rows.contains(where: \.hasRealized)
    unpriced = rows.count { $0.value == nil }
    uncosted = rows.count(where: \.isUncosted)
    self.isRounded = isRounded && !rows.contains(where: \.isDivided)
  }

  /// Gain ÷ |cost| × 100, to 38 digits; `nil` if it cannot be computed.
  public var gainPercent: Decimal? { gain?.percentage(of: cost?.magnitude) }
}

extension HoldingTotal: ListRow {
  /// The columns of a total.
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
      "gain_percent", .percent, "gain / |cost|, in percent", \.gainPercent)
    public static let realized = Column<HoldingTotal>(
      "realized", .amountChange, "Sum of the known gains of sales (quote currency, or --in)",
      in: \.quote, \.realized)
    public static let fees = Column<HoldingTotal>(
      "fees", .amount, "Sum of the known fees (quote currency, or --in)", in: \.quote, \.fees)
    public static let totalGain = Column<HoldingTotal>(
      "total_gain", .amountChange, "Sum of the known gain + realized (quote currency, or --in)",
      in: \.quote, \.totalGain)
    public static let account = Column<HoldingTotal>(
      "account", "Account; only with --by account", \.account)
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
    Columns.gainPercent, Columns.realized, Columns.fees, Columns.totalGain, Columns.account,
    Columns.unpriced, Columns.uncosted,
  ]
  public static let tableColumns = [Columns.account] + columns.filter { $0 != Columns.account }
  public static let noun = (one: "total", many: "totals")

  public static func emptyNotice(isMultiExchange: Bool) -> String {
    HoldingRow.emptyNotice(isMultiExchange: isMultiExchange)
  }

  /// Without the holdings of a failed exchange, a total would be wrong.
  public static let needsAllExchanges = true

  public var id: Key { key }
  public var key: Key { Key(account: account, quote: quote) }
  public var title: String { [account, quote].compactMap(\.self).joined(separator: " ") }
  public var exchange: ExchangeID? { nil }
  public var pair: Pair { Pair(symbol: quote ?? "") }
  public var market: Listing? { nil }

  /// The value and `*` if the values of some holdings are unknown; `nil` if all values are known, or none is.
  private var labelOfPartialValue: String? {
    unpriced == 0 ? nil : value.map { NumberFormat.money($0, in: quote, rounded: true) + "*" }
  }
}
