import Foundation

/// Finds routes from several currencies to one currency, at the last prices of tickers.
struct CurrencyConverter: Sendable {
  private struct Start: Hashable {
    let currency: String
    let exchange: ExchangeID?
  }

  let target: String
  private let exchanges: [ExchangeID?]
  private var prices: [Listing: (last: Decimal, isTraded: Bool)] = [:]
  private var routes: [Start: ConversionRoute?] = [:]

  /// Prepares conversions from these currencies. `exchanges` are tried in their order, after the
  /// exchange of an amount.
  init(
    from currencies: Set<String>, to target: String, at tickers: [Ticker],
    exchanges: [ExchangeID]
  ) {
    self.target = target
    self.exchanges = exchanges
    let usable = currencies.union(ConversionRoute.bridges + [target])
    // Tickers are expensive to copy. Therefore only the tickers of usable pairs are copied.
    for index in tickers.indices where !tickers[index].isDead {
      let pair = tickers[index].pair
      if let base = pair.base, let quote = pair.quote, usable.contains(base), usable.contains(quote)
      {
        let ticker = tickers[index]
        prices[Listing(exchange: ticker.exchange, pair: pair)] = ticker.last.map {
          ($0, ticker.isTraded)
        }
      }
    }
  }

  /// Returns the first route that is found; `nil` if there is no route. Each of
  /// ``ConversionRoute/rules`` is tried at all exchanges, before the next rule is tried.
  mutating func route(from currency: String, at exchange: ExchangeID?) -> ConversionRoute? {
    let start = Start(currency: currency, exchange: exchange)
    if let known = routes[start] { return known }
    let order = [exchange] + exchanges.filter { $0 != exchange }
    var route: ConversionRoute?
    for rule in ConversionRoute.rules {
      for exchange in order where route == nil {
        route = ConversionRoute(from: currency, to: target, at: exchange, by: rule) {
          price(of: $0, by: rule)
        }
      }
    }
    routes[start] = .some(route)
    return route
  }

  private func price(of listing: Listing, by rule: ConversionRoute.Rule) -> Decimal? {
    prices[listing].flatMap { $0.isTraded || !rule.needsTrades ? $0.last : nil }
  }

  /// Returns the rates from the quote currencies of tickers to the target currency, each rate once. Dead
  /// pairs need no rate, because their turnover is 0.
  func rates(of tickers: some Sequence<Ticker>) -> [ConversionRate] {
    var converter = self
    var (rates, seen) = ([ConversionRate](), Set<Start>())
    for ticker in tickers where !ticker.isDead {
      guard let quote = ticker.pair.quote,
        seen.insert(Start(currency: quote, exchange: ticker.exchange)).inserted
      else { continue }
      for step in converter.route(from: quote, at: ticker.exchange)?.steps ?? []
      where !rates.contains(step.rate) { rates.append(step.rate) }
    }
    return rates
  }
}
