import Foundation
import MarketCore

/// Fetches the tickers that a portfolio needs from an exchange.
struct HoldingsFetch: Sendable {
  let portfolio: Portfolio
  /// The parts of tickers that are needed beyond prices.
  let details: TickerDetails
  /// The time of answers that require no request.
  let now: @Sendable () -> Date

  func callAsFunction(_ client: MarketClient) async -> Result<Answer<[Ticker]>, MarketError> {
    let exchange = client.exchange.id
    let pairs = portfolio.pairs(on: exchange)
    guard portfolio.needsRates else {
      if pairs.isEmpty { return .success(Answer([], asOf: now())) }
      let result = await client.tickers(of: pairs, details: details)
      guard case .failure(let error) = result, case .unknownSymbol = error else {
        return result.map(kept)
      }
      // The failure names one pair only, although none is listed.
      return await unlisted(pairs, client).flatMapError { _ in
        .success(Answer([], asOf: now(), failures: [error]))
      }
    }
    return await client.tickers(including: pairs, details: details).map { answer in
      kept(answer.map { _ in portfolio.needed(of: answer, from: exchange) })
    }
  }

  /// The failures of an exchange that lists none of these pairs.
  private func unlisted(
    _ pairs: [Pair], _ client: MarketClient
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await client.tickers(including: pairs, details: .none).map { kept($0.map { _ in [] }) }
  }

  /// The answer, in which a listed pair without data is a warning: its holding is unpriced. The
  /// failures left are about unlisted pairs.
  private func kept(_ answer: Answer<[Ticker]>) -> Answer<[Ticker]> {
    var answer = answer
    let isUnlisted = { (failure: MarketError) in
      if case .unknownSymbol = failure { true } else { false }
    }
    answer.warnings += answer.failures.filter { !isUnlisted($0) }.map { .note($0.description) }
    answer.failures = answer.failures.filter(isUnlisted)
    return answer
  }
}
