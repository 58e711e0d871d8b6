/// Polls the tickers of all exchanges, and converts an amount at their last prices.
package struct ConvertFeed: RowsFeed {
  /// The exchanges, and the currencies as requested coins.
  package var market: Market
  package var query = ListQuery<Conversion>()
  package var watch = Watch<Conversion>()
  private let conversion: ConversionRequest

  package init(_ market: Market, _ conversion: ConversionRequest) {
    (self.market, self.conversion) = (market, conversion)
  }

  package static let isSummary = true

  package var model: ConversionsViewModel {
    ConversionsViewModel(conversion, of: market.exchanges)
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    let result = await client.tickers(including: market.requests.map(\.pair), details: .none)
    return result.map { $0.acceptingQuotes }
  }

  /// Notices on listed currencies without an exchange rate, on dead pairs, and on results out of range.
  package func notices(_ list: ConversionsViewModel) -> [String] {
    let answered = list.polled.all.filter { $0.failure == nil }.map(\.exchange)
    let titles = answered.map(market.title).joined(separator: ", ")
    return list.summary.unconverted.map { "no exchange rate \($0) on \(titles)" }
      + list.summary.notesOnDeath + list.summary.outOfRange.map { "\($0): result out of range" }
  }

  package func isComplete(_ list: ConversionsViewModel) -> Bool {
    list.total == conversion.to.count
  }

  package func supplements(to list: ConversionsViewModel, inTable: Bool) -> [Supplement] {
    inTable ? [] : [.rates(list.rows.rates)]
  }
}

extension Answer<[Ticker]> {
  /// The answer without failures about coins that are the quote of a pair. The remaining failures about coins
  /// become failures about currencies, because no pair has these.
  fileprivate var acceptingQuotes: Answer {
    var answer = self
    answer.failures = failures.compactMap { failure in
      guard case .unknownCoin(let code, let near) = failure else { return failure }
      let everyday = (names[Pair(symbol: code)] ?? Pair(symbol: code)).symbol
      return value.contains { $0.pair.quote == everyday } ? nil : .unknownCurrency(code, near: near)
    }
    return answer
  }
}

extension [Conversion] {
  /// The rates of all conversions, each once.
  var rates: [ConversionRate] { flatMap(\.rates).eachOnce }
}
