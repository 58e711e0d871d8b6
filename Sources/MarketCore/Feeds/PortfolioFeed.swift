/// Polls the values of a portfolio.
package protocol PortfolioFeed: RowsFeed {
  var portfolio: Portfolio { get }
  var input: HoldingsInput { get }
  /// Requests past prices; `nil` if current prices are polled.
  var past: PastPortfolio? { get }
}

extension PortfolioFeed {
  package static var isSummary: Bool { true }
  package var retriesItself: Bool { past != nil }
  package var hasRowsWithoutAnswer: Bool { true }
  package var namesEachSource: Bool { true }

  /// The sentence about a failure. For an unlisted pair, it begins with the place of the pair in the
  /// file. If past prices of only some pairs fail, it names these pairs.
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    if case .unknownSymbol(let symbol, _) = failure {
      return input.place(of: symbol, on: exchange)
        + failure.sentence(on: [market.title(of: exchange)])
    }
    let sentence = past?.sentence(on: failure, of: exchange)
    return sentence.map { market.attributed($0, to: exchange) }
      ?? market.sentence(on: failure, of: exchange)
  }

  /// The notices about the holdings file, and about the values, such as missing rates.
  func portfolioNotices(
    rates: [ConversionRate], unconverted: [Holding], isRounded: Bool, in model: Model
  ) -> [String] {
    // A missing rate may exist on an exchange that has failed, or has not answered yet.
    let hasFailed = model.freshness.phase != .loaded || past?.lacksRates ?? false
    return input.notices
      + portfolio.notices(
        rates: rates, unconverted: hasFailed ? [] : unconverted, isRounded: isRounded,
        on: market.clients.map(\.exchange))
  }
}
