import Foundation

/// Computes the rows of a valuation, one holding after another.
struct Valuer {
  private(set) var valuation = Valuation()
  private let portfolio: Portfolio
  private let tickers: [Ticker]
  private let byListing: [Listing: Ticker]
  private let exchanges: [ExchangeID]
  private let currencies: Set<String>
  private let tradeRates: TradeRates?
  private var converters: [String: CurrencyConverter] = [:]

  init(_ portfolio: Portfolio, _ tickers: [Ticker], _ rates: TradeRates?) {
    (self.portfolio, self.tickers, tradeRates) = (portfolio, tickers, rates)
    byListing = Dictionary(tickers.map { ($0.listing, $0) }) { first, _ in first }
    let trades = portfolio.trades
    exchanges = ([portfolio.defaultExchange] + trades.compactMap(\.holding.exchange)).eachOnce
    currencies = Set(
      trades.lazy.flatMap { trade in
        [trade.holding.quote].compactMap(\.self) + portfolio.conversions(of: trade).map(\.currency)
      })
  }

  /// Adds the row of a holding under its everyday name. `arrivals` returns the arrival time of an exchange's
  /// tickers.
  mutating func add(
    _ holding: Holding, _ trades: [Trade], asOf arrivals: (ExchangeID?) -> Date
  ) {
    let target = portfolio.currency ?? holding.quote
    let isConverted = portfolio.isConverted(holding)
    let prices = holding.isAmount ? target : holding.quote
    let lots = lots(of: trades, holding, in: prices, prices)
    let convertedLots =
      isConverted && !holding.isAmount ? self.lots(of: trades, holding, in: prices, target) : lots
    if lots.hasOpenedShort, !holding.isCash { valuation.shorts.append(holding) }
    let own =
      holding.isAmount
      ? Ticker.inItself(holding.pair.symbol, hasOpen: !portfolio.isPast)
      : byListing[holding.listing]
    let route =
      isConverted ? self.route(from: holding.quote, to: target, at: holding.exchange) : nil
    // The price of a coin is its rate.
    let isRate = isConverted && holding.isCoin
    let ticker = isRate ? route?.ticker(byListing) : own
    let exchange = isRate ? route?.steps.first?.rate.exchange : holding.exchange
    let open = portfolio.isPast ? nil : ticker?.changeReference.moment(asOf: arrivals(exchange))
    // An amount in an unknown currency cannot be converted.
    let isKnown = isRate || target == holding.quote
    let row = HoldingRow(
      holding, ticker, lots, convertedLots, in: target, since: open,
      isPast: portfolio.isPast
    ) { amount, isRounded in
      isKnown ? amount : route?.convert(amount, isRounded: &isRounded)
    }
    valuation.rows.append(row)
    guard isConverted, !row.quantity.isZero else { return }
    guard let route else { return addMissing(holding.quote, target, holding) }
    if row.value != nil || row.cost != nil { use(route) }
  }

  /// The valuation with the totals, and the pairs of past rates.
  consuming func finished() -> Valuation {
    let known = Set(valuation.rates.map { Listing(exchange: $0.exchange, pair: $0.pair) })
    for rate in tradeRates?.rates ?? [] where !known.contains(rate) {
      let number: Decimal? = rate.exchange == nil ? 1 : nil
      valuation.rates.append(
        ConversionRate(exchange: rate.exchange, pair: rate.pair, rate: number))
    }
    valuation.addTotals()
    return valuation
  }

  /// The lots with amounts in `target`. The price and the fee of a trade are first converted to the currency of
  /// prices, then to `target`.
  private mutating func lots(
    of trades: [Trade], _ holding: Holding, in prices: String?, _ target: String?
  ) -> Lots {
    Lots(of: trades, by: portfolio.method) { money, trade, isRounded in
      let price = convert(
        money.amount, from: money.currency ?? prices, to: prices, of: trade, holding, &isRounded)
      return price.flatMap {
        convert($0, from: prices, to: target, of: trade, holding, &isRounded)
      }
    }
  }

  /// Converts an amount at the rate of the trade's day, or else of the moment.
  private mutating func convert(
    _ amount: Decimal, from currency: String?, to target: String?, of trade: Trade,
    _ holding: Holding, _ isRounded: inout Bool
  ) -> Decimal? {
    if currency == target { return amount }
    guard let currency, let target else { return nil }
    let past = tradeRates?.rate(from: currency, to: target, at: holding.exchange, on: trade)
    switch past {
    case .pending: return nil
    case .found(let route, let day): return route.convert(amount, at: day, isRounded: &isRounded)
    case .missing: valuation.unratedTrades.insert(trade)
    case .undated: valuation.undatedTrades.insert(trade)
    case .current, nil: break
    }
    guard let route = route(from: currency, to: target, at: holding.exchange) else {
      addMissing(currency, target, holding)
      return nil
    }
    use(route)
    return route.convert(amount, isRounded: &isRounded)
  }

  private mutating func route(
    from currency: String?, to target: String?, at exchange: ExchangeID?
  ) -> ConversionRoute? {
    guard let currency, let target else { return nil }
    return converters[
      target,
      default: CurrencyConverter(from: currencies, to: target, at: tickers, exchanges: exchanges)
    ].route(from: currency, at: exchange)
  }

  private mutating func use(_ route: ConversionRoute) {
    for step in route.steps where !valuation.rates.contains(step.rate) {
      valuation.rates.append(step.rate)
    }
  }

  private mutating func addMissing(_ currency: String?, _ target: String?, _ holding: Holding) {
    guard let currency, let target else { return }
    let missing = Valuation.MissingRate(currency: currency, target: target, holding: holding)
    if !valuation.missingRates.contains(missing) { valuation.missingRates.append(missing) }
  }
}

extension Ticker {
  /// The ticker of a currency in itself: the price is always 1.
  fileprivate static func inItself(_ currency: String, hasOpen: Bool) -> Ticker {
    Ticker(
      pair: Pair(base: currency, quote: currency), open: hasOpen ? 1 : nil, volume: nil, last: 1)
  }
}
