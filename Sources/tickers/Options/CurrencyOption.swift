import Arguments
import MarketCore

extension ValueOption<String> {
  /// The option `--in` for the currency of turnovers and of prices of coins.
  static let turnoverCurrency = currency(
    help: "Currency of turnover and of prices of coins", defaultText: "USD",
    details: [
      "A rate comes from the direct pair, its inverse, or two pairs through USD, USDT, USDC, EUR or "
        + "BTC, at the exchange of the pair, else at the other exchanges in order. \(rateFallbacks) "
        + "json lists the rates."
    ])

  /// Help on the rates that are used if no pairs with recent trades lead from one currency to another.
  static let rateFallbacks =
    "Pairs without a trade in 24 hours are used last. Before them, "
    + "\(Currency.stablecoins.joined(separator: ", ")) count as 1 USD."

  /// Makes an option `--in`, whose value is the code of a currency.
  static func currency(
    help: String, defaultText: String? = nil, details: [String]
  ) -> ValueOption<String> {
    ValueOption(
      Option(
        "in", value: "CURRENCY", candidates: .words(["USD", "EUR", "GBP", "BTC"]), help: help,
        details: details, defaultText: defaultText)
    ) { text throws(InvalidValue) in
      if let currency = Currency(named: text) {
        throw .described(["unknown currency '\(text)'; did you mean \(currency.code)?"])
      }
      guard !text.isEmpty, text.uppercased().allSatisfy({ $0.isLetter || $0.isNumber }) else {
        throw .expected("a currency code such as EUR")
      }
      return text.uppercased()
    }
  }
}

extension Invocation {
  func turnoverCurrency() throws(UsageError) -> String {
    try value(of: .turnoverCurrency) ?? "USD"
  }
}
