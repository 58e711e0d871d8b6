import Foundation

extension MarketClient {
  /// The everyday name (`BTC-USD`) of a pair, or coin, that may be in the exchange's own codes (`XBT-USD`).
  package func everydayName(of pair: Pair) async -> Pair {
    guard pairsInOwnCodes?.contains(pair) ?? true else { return pair }
    return await RequestScope(self).everyday.name(ofTyped: pair).pair
  }

  package func listedPairs() async -> Result<PairList, MarketError> {
    do throws(MarketError) {
      return .success(try await RequestScope(self).everyday.pairs())
    } catch {
      return .failure(error)
    }
  }

  /// The response to the request of a book that a stream reads. The pair is in the exchange's own codes.
  func book(
    for pair: Pair, _ request: (Pair, RequestScope) async throws(MarketError) -> Data
  ) async -> Result<Data, MarketError> {
    do throws(MarketError) {
      return .success(try await request(pair, RequestScope(self)))
    } catch {
      return .failure(error)
    }
  }

  /// The pairs in the exchange's own codes, each with its everyday name. A pair whose code is another coin on
  /// this exchange is missing. The list of pairs may be requested.
  package func ownCodes(of pairs: [Pair]) async -> [Pair: Pair] {
    await RequestScope(self).everyday.ownCodes(of: pairs)
  }
}
