/// The prices of requested pairs and coins, with the rates from which they are computed.
package struct PriceSummary: Sendable {
  /// The known prices, in the order of the requests.
  package private(set) var rows: [PriceRow] = []
  /// The requested codes of the coins that are listed, but have no price.
  package private(set) var unpriced: [String] = []
  /// The rates that converted coin prices and turnovers, each once.
  package private(set) var rates: [ConversionRate] = []
  /// Whether pairs were traded, but no price can be converted, on the exchanges of a requested coin.
  package let lacksRates: Bool
  /// The exchanges that changes of coins over 24 hours do not include: their changes are since 00:00 UTC.
  package let exchangesWithoutDayAgo: Set<ExchangeID?>

  /// The requests are pairs on their exchanges, and coins. A coin has an exchange if it was requested
  /// with one; otherwise it is computed from `coinExchanges`. `exchanges` are the exchanges of all
  /// requests.
  init(
    of polled: PolledExchanges<[Ticker]>, _ requests: [Listing], in currency: String,
    exchanges: [ExchangeID], coinExchanges: [ExchangeID], hasTurnovers: Bool
  ) {
    var tickers = polled.elements() as [Ticker]
    let requests = requests.expanded(by: tickers)
    var converter = CurrencyConverter(
      from: Set(tickers.compactMap(\.pair.quote)), to: currency, at: tickers, exchanges: exchanges)
    if hasTurnovers { tickers.setTurnovers(by: &converter) }
    let found = Dictionary(tickers.map { ($0.listing, $0) }) { first, _ in first }
    let names = polled.names
    let coins = Self.coins(
      of: tickers, requests, polled, in: currency, exchanges: exchanges,
      coinExchanges: coinExchanges)
    lacksRates = coins.values.contains(where: \.lacksRates)
    exchangesWithoutDayAgo = coins.values.reduce(into: []) {
      $0.formUnion($1.exchangesWithoutDayAgo)
    }
    func add(_ rates: [ConversionRate]) {
      self.rates += rates.filter { !self.rates.contains($0) }
    }
    for request in requests {
      guard request.pair.base == nil else {
        guard let ticker = found[names[request] ?? request], ticker.last != nil else { continue }
        rows.append(.pair(ticker))
        if hasTurnovers { add(converter.rates(of: [ticker])) }
        continue
      }
      let (code, exchange) = (request.pair.symbol, request.exchange)
      let everydayCode = polled.everydayCode(of: code, on: exchange)
      guard let summary = coins[exchange],
        let coin = summary.coins.first(where: { $0.code == everydayCode })
      else { continue }
      guard coin.price != nil else {
        unpriced.append(code)
        continue
      }
      rows.append(.coin(coin, exchange: exchange))
      add(summary.rates(of: [coin]))
    }
  }
}

extension PriceSummary {
  /// The summaries of the requested coins, by the exchange with which they were requested. The key is
  /// `nil` for coins that were requested without an exchange.
  private static func coins(
    of tickers: [Ticker], _ requests: [Listing], _ polled: PolledExchanges<[Ticker]>,
    in currency: String, exchanges: [ExchangeID], coinExchanges: [ExchangeID]
  ) -> [ExchangeID?: CoinSummary] {
    var codes: [ExchangeID?: Set<String>] = [:]
    for request in requests where request.pair.base == nil {
      let code = polled.everydayCode(of: request.pair.symbol, on: request.exchange)
      codes[request.exchange, default: []].insert(code)
    }
    return Dictionary(
      uniqueKeysWithValues: codes.map { exchange, codes in
        // A coin without an exchange does not depend on the exchanges of other requests.
        let scope = exchange == nil ? coinExchanges : exchanges
        let summary = CoinSummary(
          of: tickers.filter { ticker in scope.contains { $0 == ticker.exchange } }, in: currency,
          exchanges: scope, codes: codes,
          where: exchange.map { exchange in { $0.exchange == exchange } },
          asOf: polled.arrivals)
        return (exchange, summary)
      })
  }
}

extension [Listing] {
  /// The same requests, in which the listed pairs that match replace a pattern, sorted by their symbols.
  fileprivate func expanded(by tickers: [Ticker]) -> [Listing] {
    guard contains(where: { $0.pair.pattern != nil }) else { return self }
    var known = Set(self)
    return reduce(into: []) { requests, request in
      guard let pattern = request.pair.pattern else { return requests.append(request) }
      let matching = tickers.filter {
        $0.exchange == request.exchange && pattern.matches($0.pair.symbol)
      }
      requests += matching.map(\.listing).sorted { $0.pair < $1.pair }
        .filter { known.insert($0).inserted }
    }
  }
}

/// A view model of the prices of pairs and coins.
package typealias PricesViewModel = SummaryViewModel<PriceSummary, PriceRow, Ticker>

extension PricesViewModel {
  package init(
    _ requests: [Listing], _ query: ListQuery<PriceRow> = ListQuery(),
    of exchanges: [ExchangeID], coinExchanges: [ExchangeID], in currency: String,
    hasTurnovers: Bool
  ) {
    self.init(\.rows, query, of: exchanges) { polled in
      PriceSummary(
        of: polled, requests, in: currency, exchanges: exchanges, coinExchanges: coinExchanges,
        hasTurnovers: hasTurnovers)
    }
  }
}
