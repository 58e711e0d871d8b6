package import Foundation

extension BlockchainCom {
  /// Fails: version 3 of the API has no price history (documentation, and responses of 2023 and 2026).
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    throw unsupported("price history")
  }
}
