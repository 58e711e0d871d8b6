/// The value of a portfolio: a row per holding, and a total per currency.
public struct Valuation: Sendable {
  /// A rate that was needed, but not found.
  public struct MissingRate: Hashable, Sendable {
    /// The currency of the amount, and the currency to which it could not be converted.
    public let currency, target: String
    public let holding: Holding
  }

  /// The holdings in the order of their first trades.
  public internal(set) var rows: [HoldingRow] = []
  /// The totals of all accounts, in the order of the currency codes.
  public private(set) var totals: [HoldingTotal] = []
  /// The totals of each account, in the order of the accounts' names, then of the currency codes.
  public private(set) var accountTotals: [HoldingTotal] = []
  /// The rates that converted amounts, each once. The rates of trades' days have no number, because it
  /// differs from day to day.
  public internal(set) var rates: [ConversionRate] = []
  /// The rates that were needed, but not found, each once.
  public internal(set) var missingRates: [MissingRate] = []
  /// The holdings whose sales have opened short positions, and whether a holding has purchases, too.
  var shorts: [(holding: Holding, hasPurchases: Bool)] = []
  /// The number of trades that are converted at the rates of the valuation because they have no time.
  var undatedTrades = 0
  /// The number of trades that are converted at the rates of the valuation because their day has no rate.
  var unratedTrades = 0

  /// Whether an amount was rounded to 38 significant digits.
  public internal(set) var isRounded = false

  /// Adds the totals. `account` is the name of the account if there is only one.
  mutating func addTotals(ofOnly account: String?) {
    totals = Dictionary(grouping: rows, by: \.currency)
      .map { HoldingTotal($0, of: $1) }.sorted { $0.pair < $1.pair }
    accountTotals = Dictionary(grouping: rows) {
      HoldingTotal.Key(account: $0.holding.account, quote: $0.currency)
    }
    .map { HoldingTotal($0.quote, of: $1, account: $0.account ?? account) }
    .sorted { ($0.account ?? "", $0.pair) < ($1.account ?? "", $1.pair) }
    isRounded = rows.contains(where: \.isRounded) || totals.contains(where: \.isRounded)
    let values = Dictionary(uniqueKeysWithValues: totals.map { ($0.quote, $0.value) })
    for index in rows.indices {
      rows[index].share = rows[index].value?.percentage(of: values[rows[index].currency] ?? nil)
    }
  }
}
