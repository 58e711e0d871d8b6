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

  /// Adds the row of a holding, which has its everyday name. `trades` are its trades up to the time of the
  /// valuation. `arrivals` returns the arrival time of an exchange's tickers.
  mutating func add(
    _ holding: Holding, _ trades: [Trade], asOf arrivals: (ExchangeID?) -> Date
  ) {
    let target = portfolio.currency ?? holding.quote
    let valueConversion = portfolio.valueConversion(of: holding)
    let route = valueConversion.flatMap { self.route($0) }
    let lots = lots(of: trades, holding)
    let convertedLots =
      holding.isAmount || valueConversion == nil
      ? lots : self.lots(of: trades, holding, valueConversion)
    countTradesWithoutRate(trades, holding)
    if lots.hasOpenedShort, !holding.isCash {
      valuation.shorts.append((holding, trades.contains { $0.quantity.isAboveZero }))
    }
    // The price of a converted coin is its rate, which is in the target currency.
    let isRate = valueConversion != nil && holding.isCoin
    let ticker = isRate ? route?.ticker(byListing) : ticker(of: holding)
    let exchange = isRate ? route?.steps.first?.rate.exchange : holding.exchange
    let open = portfolio.isPast ? nil : ticker?.changeReference.moment(asOf: arrivals(exchange))
    let isInTarget = isRate || target == holding.quote
    var row = HoldingRow(
      holding, ticker, (lots, convertedLots), in: target, since: open,
      isPast: portfolio.isPast
    ) { amount, isRounded in
      isInTarget ? amount : route?.convert(amount, isRounded: &isRounded)
    }
    if !row.quantity.isZero {
      row.historyTicker = isRate ? route?.firstPair(byListing) : holding.isAmount ? nil : ticker
    }
    valuation.rows.append(row)
    guard let valueConversion, !row.quantity.isZero else { return }
    guard let route else { return addMissing(valueConversion, holding) }
    if row.value != nil || row.cost != nil { use(route) }
  }

  /// The valuation, with the totals and the rates of trades' days.
  consuming func finished() -> Valuation {
    let known = Set(valuation.rates.map { Listing(exchange: $0.exchange, pair: $0.pair) })
    for rate in tradeRates?.rates ?? [] where !known.contains(rate) {
      let number: Decimal? = rate.exchange == nil ? 1 : nil
      valuation.rates.append(
        ConversionRate(exchange: rate.exchange, pair: rate.pair, rate: number))
    }
    valuation.addTotals(ofOnly: portfolio.onlyAccount)
    return valuation
  }

  private func ticker(of holding: Holding) -> Ticker? {
    holding.isAmount
      ? Ticker.inItself(holding.pair.symbol, hasOpen: !portfolio.isPast)
      : byListing[holding.listing]
  }

  /// The lots with amounts in the currency of prices. If `conversion` is not `nil`, it converts these amounts
  /// further. All amounts are `nil` for cash, and if the currency of prices is unknown.
  private mutating func lots(
    of trades: [Trade], _ holding: Holding, _ conversion: Portfolio.Conversion? = nil
  ) -> Lots {
    let prices = portfolio.priceCurrency(of: holding)
    return Lots(of: trades, by: portfolio.method) { money, trade, isRounded in
      guard let prices, !holding.isCash else { return nil }
      // A fee in the target currency keeps its digits: it is not converted to the currency of prices and back.
      if let conversion, money.currency == conversion.target { return money.amount }
      let toPrices = Portfolio.Conversion(
        currency: money.currency ?? prices, target: prices, exchange: holding.exchange)
      let amount = convert(money.amount, toPrices, trade, holding, &isRounded)
      guard let conversion else { return amount }
      return amount.flatMap { convert($0, conversion, trade, holding, &isRounded) }
    }
  }

  /// Converts an amount of a trade at the rate of its day. If there is none, at the rate of the valuation.
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

  /// Counts the trades that are converted at the rates of the valuation, because they have no time, or
  /// because their day has no rate.
  private mutating func countTradesWithoutRate(_ trades: [Trade], _ holding: Holding) {
    guard let knownRates else { return }
    for trade in trades {
      let conversions = portfolio.moneyConversions(of: trade, holding)
      if conversions.isEmpty { continue }
      if trade.time == nil {
        valuation.undatedTrades += 1
      } else if conversions.contains(where: { conversion in
        guard case .missing = knownRates.rate(of: conversion, on: trade) else { return false }
        return route(conversion) != nil
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

  /// Adds the rates of a route that has converted an amount.
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
