import Arguments
import MarketCore

/// The currency and the rows of holdings.
enum HoldingsOptions {
  static let currency = CurrencyOption.option(
    help: "Convert values, costs and gains to CURRENCY at current rates",
    details: [
      "A rate comes from the direct pair, its inverse, or two pairs through USD, USDT, USDC, EUR or "
        + "BTC. Exchanges are tried in this order: the holding's, --exchange, others in the file. The "
        + "rates are listed below the table."
    ])

  /// Whether the totals are the rows.
  static let total = Option(
    "total", help: "Show the totals, one per currency, instead of the holdings")

  static let hideAmounts = Option(
    "hide-amounts",
    help: "Hide quantities, values, costs, gains and day changes, in tables and on screens"
  )
  .conflicts(with: "format") { _, format in format == Format.table.rawValue ? nil : onlyInTables }
  .conflicts(with: "template") { _, _ in onlyInTables }

  private static let onlyInTables =
    "--hide-amounts cannot be combined with --template, or a --format other than table"

  static let options = [currency.option, total, hideAmounts]
}
