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
  private let knownRates: TradeRates.Known?
  private var converters: [String: CurrencyConverter] = [:]

  init(
    _ portfolio: Portfolio, _ tickers: [Ticker], under names: [Listing: Listing],
    _ rates: TradeRates?
  ) {
    (self.portfolio, self.tickers, tradeRates) = (portfolio, tickers, rates)
    knownRates = rates?.known
    byListing = Dictionary(tickers.map { ($0.listing, $0) }) { first, _ in first }
    exchanges =
      ([portfolio.defaultExchange] + portfolio.trades.compactMap(\.holding.exchange))
      .eachOnce
    currencies = Set(portfolio.conversions(under: names).map(\.currency))
  }

  /// Adds the row of a holding under its everyday name. `arrivals` returns the arrival time of an exchange's
  /// tickers.
  mutating func add(
    _ holding: Holding, _ trades: [Trade], asOf arrivals: (ExchangeID?) -> Date
  ) {
    let target = portfolio.currency ?? holding.quote
    let valueConversion = portfolio.valueConversion(of: holding)
    let isConverted = valueConversion != nil
    let lots = lots(of: trades, holding)
    let convertedLots =
      holding.isAmount || !isConverted ? lots : self.lots(of: trades, holding, valueConversion)
    countMomentTrades(trades, holding)
    if lots.hasOpenedShort, !holding.isCash {
      valuation.shorts.append((holding, trades.contains { $0.quantity.isAboveZero }))
    }
    let own =
      holding.isAmount
      ? Ticker.inItself(holding.pair.symbol, hasOpen: !portfolio.isPast)
      : byListing[holding.listing]
    let route = valueConversion.flatMap { self.route($0) }
    // The price of a coin is its rate.
    let isRate = isConverted && holding.isCoin
    let ticker = isRate ? route?.ticker(byListing) : own
    let exchange = isRate ? route?.steps.first?.rate.exchange : holding.exchange
    let open = portfolio.isPast ? nil : ticker?.changeReference.moment(asOf: arrivals(exchange))
    // An amount in an unknown currency cannot be converted.
    let isKnown = isRate || target == holding.quote
    let row = HoldingRow(
      holding, ticker, (lots, convertedLots), in: target, since: open,
      isPast: portfolio.isPast
    ) { amount, isRounded in
      isKnown ? amount : route?.convert(amount, isRounded: &isRounded)
    }
    valuation.rows.append(row)
    guard let valueConversion, !row.quantity.isZero else { return }
    guard let route else { return addMissing(valueConversion, holding) }
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

  /// The lots with amounts in the currency of prices. If there is a `conversion`, they are converted further.
  /// An amount that is not converted needs no costs.
  private mutating func lots(
    of trades: [Trade], _ holding: Holding, _ conversion: Portfolio.Conversion? = nil
  ) -> Lots {
    let prices = portfolio.priceCurrency(of: holding)
    return Lots(of: trades, by: portfolio.method) { money, trade, isRounded in
      guard let prices, !holding.isCash else { return nil }
      let own = Portfolio.Conversion(
        currency: money.currency ?? prices, target: prices, exchange: holding.exchange)
      let price = convert(money.amount, own, trade, holding, &isRounded)
      guard let conversion else { return price }
      return price.flatMap { convert($0, conversion, trade, holding, &isRounded) }
    }
  }

  /// Converts an amount of a trade at the rate of its day, or else of the moment.
  private mutating func convert(
    _ amount: Decimal, _ conversion: Portfolio.Conversion, _ trade: Trade, _ holding: Holding,
    _ isRounded: inout Bool
  ) -> Decimal? {
    if conversion.currency == conversion.target { return amount }
    switch knownRates?.rate(of: conversion, on: trade) {
    case .pending: return nil
    case .found(let route, let day): return route.convert(amount, at: day, isRounded: &isRounded)
    case .missing, .undated, .current, nil: break
    }
    guard let route = route(conversion) else {
      addMissing(conversion, holding)
      return nil
    }
    use(route)
    return route.convert(amount, isRounded: &isRounded)
  }

  private mutating func countMomentTrades(_ trades: [Trade], _ holding: Holding) {
    guard let knownRates else { return }
    for trade in trades {
      let conversions = portfolio.moneyConversions(of: trade, holding)
      if conversions.isEmpty { continue }
      if trade.time == nil {
        valuation.undatedTrades += 1
      } else if conversions.contains(where: {
        if case .missing = knownRates.rate(of: $0, on: trade) { true } else { false }
      }) {
        valuation.unratedTrades += 1
      }
    }
  }

  private mutating func route(_ conversion: Portfolio.Conversion) -> ConversionRoute? {
    converters[
      conversion.target,
      default: CurrencyConverter(
        from: currencies, to: conversion.target, at: tickers, exchanges: exchanges)
    ].route(from: conversion.currency, at: conversion.exchange)
  }

  private mutating func use(_ route: ConversionRoute) {
    for step in route.steps where !valuation.rates.contains(step.rate) {
      valuation.rates.append(step.rate)
    }
  }

  private mutating func addMissing(_ conversion: Portfolio.Conversion, _ holding: Holding) {
    let missing = Valuation.MissingRate(
      currency: conversion.currency, target: conversion.target, holding: holding)
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
