/// The value of a portfolio: a row per holding, and a total per currency.
public struct Valuation: Sendable {
  /// The holdings in the order of their first lots.
  public internal(set) var rows: [HoldingRow] = []
  /// The totals in order of the currency codes.
  public private(set) var totals: [HoldingTotal] = []
  /// The rates that converted amounts, each once.
  public private(set) var rates: [ConversionRate] = []
  /// The holdings whose currency is known, but has no rate to the currency of the portfolio.
  public private(set) var unconverted: [Holding] = []

  /// Whether an amount was rounded to 38 significant digits.
  public var isRounded: Bool {
    rows.contains(where: \.isRounded) || totals.contains(where: \.isRounded)
  }

  mutating func add(_ row: HoldingRow, convertedBy route: ConversionRoute?) {
    rows.append(row)
    guard let route else {
      unconverted.append(row.holding)
      return
    }
    guard row.value != nil || row.cost != nil else { return }
    for step in route.steps where !rates.contains(step.rate) { rates.append(step.rate) }
  }

  mutating func addTotals() {
    totals = Dictionary(grouping: rows, by: \.currency)
      .map { HoldingTotal($0, of: $1) }.sorted { $0.pair < $1.pair }
    let values = Dictionary(uniqueKeysWithValues: totals.map { ($0.quote, $0.value) })
    for index in rows.indices {
      rows[index].share = rows[index].value?.percentage(of: values[rows[index].currency] ?? nil)
    }
  }
}
