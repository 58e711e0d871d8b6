/// Bybit's spot market. FILL IN: documentation and its date; which responses were seen, and when.
package struct Bybit: Exchange {
  /// FILL IN: why this interval; limits, periods, limit of a book, own codes of currencies (`codes:`), each
  /// with its source and date.
  package let info = ExchangeInfo(
    id: "bybit", title: "Bybit", url: "https://api.bybit.com/v5/market",
    minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 1, per: .seconds(1))
    $0.periods = [.oneHour, .oneDay]
    $0.bookLimit = 100
    $0.sizeParameters = ["limit"]
    $0.itemParameters = ["symbol"]
  }

  /// The exchange, at its own address.
  package init() {}
}
