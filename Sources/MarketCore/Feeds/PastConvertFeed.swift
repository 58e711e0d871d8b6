package import Foundation

/// Converts an amount at the closes of candles of a past moment.
package struct PastConvertFeed: RowsFeed {
  /// The exchanges, and the currencies as coins, which are requested from the first exchange: its poll tries
  /// the rates of all exchanges.
  package var market: Market
  package var query = ListQuery<Conversion>()
  package var watch = Watch<Conversion>()
  private let conversion: ConversionRequest
  private let time: Date

  package init(_ market: Market, _ conversion: ConversionRequest, at time: Date) {
    self.market = market.requestingCoinsOnce
    (self.conversion, self.time) = (conversion, time)
  }

  package let retriesItself = true

  package var model: ListViewModel<Conversion> { ListViewModel(of: market.exchanges) }

  package func fetch(_ client: MarketClient) async -> Fetched {
    let now = market.now()
    var answer = Answer([Conversion](), asOf: now, source: client.source)
    guard client.exchange.id == market.exchanges.first else { return .success(answer) }
    let clients = market.historyClients
    // Several conversions can need the same candle.
    var candles: [Listing: Result<Answer<[CandleRow]>, MarketError>] = [:]
    func everyday(_ code: String) async -> String {
      await clients[0].everydayName(of: Pair(symbol: code)).symbol
    }
    let from = await everyday(conversion.from)
    for code in conversion.to {
      let to = await everyday(code)
      var rates = PastRates(to: to, from: clients) { client, pair in
        let listing = Listing(exchange: client.exchange.id, pair: pair)
        if let known = candles[listing] { return known }
        let result = await client.candleRow(
          of: pair, endedBy: time, now: now, clock: market.clock)
        candles[listing] = result
        return result
      }
      let unlisted = await rates.unlisted(among: [(conversion.from, from), (code, to)])
      let route = unlisted.isEmpty ? await rates.route(from: from, at: clients[0].exchange.id) : nil
      if let route, let prices = route.firstPrices {
        let converted = Conversion(
          conversion.amount, from: from, to: to, by: route.route, at: prices)
        if converted.result == nil {
          answer.warnings.append(.note("\(from)→\(to): result out of range"))
        } else {
          answer.value.append(converted)
        }
      }
      // Without a recording of a rate that was tried first, the result is from other rates.
      let failures = rates.failures.filter { route == nil || !$0.isMissing }
      answer.failures += rates.failures.isEmpty ? unlisted : failures
      answer.warnings += rates.skipped
      if route == nil, unlisted.isEmpty, rates.failures.isEmpty {
        let titles = clients.map(\.exchange.title).joined(separator: ", ")
        let moment = time.formatted(.iso8601)
        answer.warnings.append(.note("\(titles): no exchange rate \(from)→\(to) at \(moment)"))
      }
    }
    answer.warnings = answer.warnings.eachOnce + sources(of: answer.value)
    answer.failures = answer.failures.eachOnce
    let failure = answer.failures.first { $0.unlisted == nil }
    if answer.value.isEmpty, let failure { return .failure(failure) }
    answer.hasOnlyFailures = answer.value.isEmpty && !answer.failures.isEmpty
    return .success(answer)
  }

  /// A note on the exchanges of the rates, if the user chose no exchange.
  private func sources(of conversions: [Conversion]) -> [Warning] {
    let titles = conversions.compactMap(\.exchange).eachOnce.map(market.title)
    return market.candidates.isEmpty || titles.isEmpty
      ? [] : [.note("price history from \(titles.joined(separator: ", "))")]
  }

  /// Always empty, because the warnings of answers report missing rates.
  package func notices(_ list: ListViewModel<Conversion>) -> [String] { [] }

  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    failure.unlisted == nil
      ? market.sentence(on: failure, of: exchange)
      : failure.sentence(on: market.historyClients.map(\.exchange.title))
  }

  package func isComplete(_ list: ListViewModel<Conversion>) -> Bool {
    list.total == conversion.to.count
  }

  package func supplements(
    to list: ListViewModel<Conversion>, inTable: Bool
  ) -> [Supplement] {
    inTable ? [] : [.rates(list.rows.rates)]
  }
}

extension PastRates {
  /// The errors about currencies that are in no listed pair. Each currency has the code that a user typed, and
  /// its everyday code.
  fileprivate mutating func unlisted(
    among currencies: [(typed: String, code: String)]
  ) async -> [MarketError] {
    var errors: [MarketError] = []
    for (typed, code) in currencies where await !lists(code) {
      let near = PairList(listed.values.flatMap(\.pairs)).coins(near: typed)
      errors.append(.unknownCurrency(typed, near: near))
    }
    return errors
  }
}
