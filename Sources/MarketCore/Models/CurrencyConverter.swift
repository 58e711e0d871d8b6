import Foundation

/// Routes from several currencies to one, at the last prices of tickers.
struct CurrencyConverter: Sendable {
  private struct Start: Hashable {
    let currency: String
    let exchange: ExchangeID?
  }

  let target: String
  /// The exchanges whose rates are tried after those of an amount's own.
  private let exchanges: [ExchangeID?]
  private let pegsStablecoins: Bool
  private var prices: [Listing: Decimal] = [:]
  private var routes: [Start: ConversionRoute?] = [:]

  /// - Parameters:
  ///   - currencies: those that are converted.
  ///   - tickers: those of all exchanges.
  ///   - exchanges: the exchanges, in the order in which their rates are tried.
  ///   - pegsStablecoins: whether a stablecoin without a route counts as a dollar.
  init(
    from currencies: Set<String>, to target: String, at tickers: [Ticker],
    exchanges: [ExchangeID], pegsStablecoins: Bool
  ) {
    self.target = target
    self.exchanges = exchanges
    self.pegsStablecoins = pegsStablecoins
    let usable = currencies.union(ConversionRoute.bridges + [target])
    for ticker in tickers {
      if let base = ticker.pair.base, let quote = ticker.pair.quote, usable.contains(base),
        usable.contains(quote)
      {
        prices[Listing(exchange: ticker.exchange, pair: ticker.pair)] = ticker.last
      }
    }
  }

  /// The first route whose pairs all have a price: at the exchange of an amount, then at the others;
  /// `nil` when there is none.
  mutating func route(from currency: String, at exchange: ExchangeID?) -> ConversionRoute? {
    let start = Start(currency: currency, exchange: exchange)
    if let known = routes[start] { return known }
    let order = [exchange] + exchanges.filter { $0 != exchange }
    let route =
      firstRoute(from: currency, at: order, withPegs: false)
      ?? (pegsStablecoins ? firstRoute(from: currency, at: order, withPegs: true) : nil)
    routes[start] = .some(route)
    return route
  }

  private func firstRoute(
    from currency: String, at exchanges: [ExchangeID?], withPegs: Bool
  ) -> ConversionRoute? {
    exchanges.lazy.compactMap {
      ConversionRoute(from: currency, to: target, at: $0, withPegs: withPegs) { prices[$0] }
    }.first
  }

  /// The rates that the amounts of tickers are converted by, each once.
  func rates(of tickers: some Sequence<Ticker>) -> [ConversionRate] {
    var converter = self
    var (rates, seen) = ([ConversionRate](), Set<Start>())
    for ticker in tickers {
      guard let quote = ticker.pair.quote,
        seen.insert(Start(currency: quote, exchange: ticker.exchange)).inserted
      else { continue }
      for step in converter.route(from: quote, at: ticker.exchange)?.steps ?? []
      where !rates.contains(step.rate) { rates.append(step.rate) }
    }
    return rates
  }
}
