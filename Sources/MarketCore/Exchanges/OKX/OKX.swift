/// OKX's spot market, by version 5 of its public API. Sources: www.okx.com/docs-v5/en, as copied in 2025
/// (github.com/rosssaunders/coincise), and where noted the code of the clients NautilusTrader (July 2026),
/// freqtrade and ccxt. Responses of OKX have not been seen. Responses of OKJ, a sister exchange with the
/// same API, were measured in September 2026.
package struct OKX: Exchange {
  /// The endpoints used here allow at least 20 requests in 2 seconds per address: one limit for all of them
  /// is safe. A poll is one request, and books are not cached (seen on OKJ), so the interval is 1 s, the
  /// shortest possible one. Single orders are not sent; names of currencies require a key. A side of a
  /// book has at most 400 levels: 401 are rejected (seen on OKJ). The codes are from one open-source
  /// adapter that is years old (unconfirmed).
  package let info = ExchangeInfo(
    id: "okx", title: "OKX", url: "https://www.okx.com/api/v5", minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 20, per: .seconds(2))
    $0.periods = Period.allCases
    $0.bookLimit = 400
    $0.sizeParameters = ["sz", "limit"]
    $0.itemParameters = ["instId"]
    $0.codes = CoinCodes(["RUNECOIN": "RSIC", "AE": "AET"])
  }

  package init() {}

  /// The name of a pair in a request is its symbol. `BTC-USD-SWAP` would be a contract.
  static func name(of pair: Pair) throws(MarketError) -> String {
    if pair.base?.contains("-") == true { throw .notRequestable(pair) }
    return try pair.requestableSymbol()
  }
}
