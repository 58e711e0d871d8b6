/// Bitget's spot market. FILL IN: documentation and its date; which responses were seen, and when.
package struct Bitget: Exchange {
  /// FILL IN: why this interval; limits, periods, limit of a book, own codes of currencies (`codes:`), each
  /// with its source and date.
  package let info = ExchangeInfo(
    id: "bitget", title: "Bitget", url: "https://api.bitget.com/api/v2",
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
