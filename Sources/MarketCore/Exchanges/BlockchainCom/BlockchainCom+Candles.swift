package import Foundation

extension BlockchainCom {
  /// None: version 3 of the API has no price history (its documentation, and answers of 2023 and 2026).
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    throw unsupported("price history")
  }
}
