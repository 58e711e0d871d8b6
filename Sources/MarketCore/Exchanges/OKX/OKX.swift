/// OKX's spot market, over version 5 of its public API. Sources: www.okx.com/docs-v5/en, as copied in
/// 2025 (github.com/rosssaunders/coincise), and, where that is said, what clients do: NautilusTrader
/// (July 2026), freqtrade and ccxt. Its own responses have not been seen; those of its sister
/// exchange OKJ, which has the same API, were measured in September 2026.
package struct OKX: Exchange {
  /// Each endpoint allows 20 requests in 2 seconds or more per address, so that one limit for all of
  /// them is safe. A poll is one request, and books are not cached (OKJ): the interval is the shortest
  /// that exchanges here have. Single orders are not sent; names of currencies require a key. 400 is
  /// the most levels per side: 401 are rejected (OKJ).
  /// Codes: one adapter, of years ago (unconfirmed).
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

  /// The exchange, at its own address.
  package init() {}

  /// The name of a pair in a request, which is ours. `BTC-USD-SWAP` is a contract.
  static func name(of pair: Pair) throws(MarketError) -> String {
    if pair.base?.contains("-") == true { throw .notRequestable(pair) }
    return try pair.requestableSymbol()
  }
}
