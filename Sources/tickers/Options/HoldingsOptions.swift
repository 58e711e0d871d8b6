import Arguments
import MarketCore

/// The currency and the rows of holdings.
enum HoldingsOptions {
  static let currency = ValueOption(
    Option(
      "in", value: "CURRENCY", candidates: .words(["USD", "EUR", "GBP", "BTC"]),
      help: "Convert values, costs and gains to CURRENCY at current rates",
      details: [
        "A rate comes from the direct pair, its inverse, or two pairs through USD, USDT, USDC, EUR or "
          + "BTC. Exchanges are tried in this order: the holding's, --exchange, others in the file. The "
          + "rates are listed below the table."
      ])
  ) { text throws(InvalidValue) in
    if let currency = Currency(named: text) {
      throw .described(["unknown currency '\(text)'; did you mean \(currency.code)?"])
    }
    guard !text.isEmpty, text.uppercased().allSatisfy({ $0.isLetter || $0.isNumber }) else {
      throw .expected("a currency code such as EUR")
    }
    return text.uppercased()
  }

  /// Whether the totals are the rows.
  static let total = Option(
    "total", help: "Show the totals, one per currency, instead of the holdings")

  static let options = [currency.option, total]
}
