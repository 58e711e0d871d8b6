package import Foundation

extension PastRates {
  /// The price of a coin at a past time, in the currency of these rates. For each of
  /// ``ConversionRoute/rules``, the exchange of `client` is tried first, then the other exchanges. If
  /// `isPrefixed` is true, because the coin was typed with this exchange, only this exchange is tried.
  /// `time` is the time of the rates, for the warning, and `now` is the time of the answer.
  ///
  /// Without a price, the result is the first failed request, or ``MarketError/unknownCoin(_:near:)`` for a
  /// coin that is the base of no listed pair; otherwise an answer without a price, with a warning if the coin
  /// has no route to the currency.
  package mutating func price(
    of pair: Pair, on client: MarketClient, isPrefixed: Bool, at time: Date, now: Date
  ) async -> Result<Answer<[PastPrice]>, MarketError> {
    let id = client.exchange.id
    let name = await client.everydayName(of: pair)
    let coin = name.symbol
    let route = await route(from: coin, at: id, isExchangeFixed: isPrefixed)
    var answer = Answer([PastPrice](), asOf: now, source: client.source)
    answer.warnings = skipped
    if name != pair { answer.names = [pair: name] }
    let exchange = isPrefixed ? id : nil
    if let route, let price = PastPrice(of: coin, in: target, by: route, on: exchange) {
      answer.value = [price]
      // If an exchange that is tried earlier failed, it could have had the price.
      answer.failures = failures
      return .success(answer)
    }
    if let failure = failures.first { return .failure(failure) }
    let pairs = Set(listed.filter { !isPrefixed || $0.key == id }.values.flatMap(\.pairs))
    guard pairs.contains(where: { $0.base == coin }) else {
      return .failure(.unknownCoin(pair.symbol, near: PairList(pairs).coins(near: pair.symbol)))
    }
    let moment = time.formatted(.iso8601)
    answer.warnings += unconverted.filter { $0.currency == coin }.map {
      .note("no price for \(coin) at \(moment): no exchange rate \(coin)→\(target) on \($1)")
    }
    return .success(answer)
  }
}
