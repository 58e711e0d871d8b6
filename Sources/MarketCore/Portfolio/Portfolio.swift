public import Foundation

/// Holdings, and the currency that they are converted to, if any.
public struct Portfolio: Sendable {
  /// The lots, such as purchases. A valuation adds up lots of the same listing.
  public let holdings: [Holding]
  /// The currency that all amounts are converted to; `nil` if each holding keeps its quote currency.
  public let currency: String?
  /// The exchange whose rates are tried first, or next after the rates of a holding's exchange.
  public let defaultExchange: ExchangeID
  /// Whether the prices are past prices. Then there are no day changes, not even of cash.
  package var isPast = false
  /// Nothing is requested for lots that begin to count after this time.
  package var end = Date.distantFuture

  /// A portfolio with these properties.
  public init(_ holdings: [Holding], in currency: String? = nil, defaultExchange: ExchangeID) {
    self.holdings = holdings
    self.currency = currency.map { Pair($0).symbol }
    self.defaultExchange = defaultExchange
  }

  func isConverted(_ holding: Holding) -> Bool {
    currency != nil && holding.quote != nil && holding.quote != currency
  }

  package var needsRates: Bool { countedLots.contains(where: isConverted) }

  var countedLots: [Holding] { holdings.filter { $0.counts(at: end) } }

  /// The exchanges whose tickers a valuation needs, at any time up to the `end`, in the order of the
  /// holdings. If amounts are converted, the default exchange is added.
  public var exchanges: [ExchangeID] {
    (countedLots.filter { !$0.isAmount || isConverted($0) }.map(\.exchange)
      + (needsRates ? [defaultExchange] : [])).compactMap(\.self).eachOnce
  }

  /// The currencies that totals can have up to the `end`, in the order of the holdings; `nil` for holdings
  /// without a quote currency. If no lot counts by then, the currencies of all holdings. `names` has the
  /// everyday names (`BTC-USD`) of holdings that are written in an exchange's own codes (`XBT-USD`).
  package func currencies(under names: [Listing: Listing] = [:]) -> [String?] {
    if let currency { return [currency] }
    let counted = countedLots
    return (counted.isEmpty ? holdings : counted).reduce(into: []) { currencies, lot in
      let quote = lot.named(by: names).quote
      if !currencies.contains(quote) { currencies.append(quote) }
    }
  }

  /// The value of the holdings at the last prices of tickers. Without a price or rate, a holding has no
  /// value.
  ///
  /// - Parameters:
  ///   - tickers: the tickers of all ``exchanges``, each with its exchange. Amounts can be converted at
  ///     the prices of pairs that are not held, too.
  ///   - names: the everyday names (`BTC-USD`) of holdings that are written in an exchange's own codes
  ///     (`XBT-USD`), see ``Answer/names``.
  ///   - time: the time of the tickers; lots that begin to count later are ignored. By default, all count.
  ///   - arrivals: returns the arrival time of an exchange's tickers. The day change of lots of pairs
  ///     and coins that count only from the moment of the open price or later is measured from their
  ///     cost. By default, all lots are older.
  public func valuation(
    of tickers: [Ticker], under names: [Listing: Listing] = [:], at time: Date = .distantFuture,
    asOf arrivals: (ExchangeID?) -> Date = { _ in .distantFuture }
  ) -> Valuation {
    let held = holdings(under: names, at: time)
    var converter = currency.map { currency in
      CurrencyConverter(
        from: Set(held.compactMap(\.sum.quote)), to: currency, at: tickers,
        exchanges: ([defaultExchange] + holdings.compactMap(\.exchange)).eachOnce)
    }
    let tickers = Dictionary(
      tickers.map { ($0.listing, $0) }, uniquingKeysWith: { first, _ in first })
    var valuation = Valuation()
    func bought(_ lots: [Holding], _ ticker: Ticker?, at exchange: ExchangeID?) -> [Holding] {
      guard !isPast, let open = ticker?.changeReference.moment(asOf: arrivals(exchange)) else {
        return []
      }
      return lots.filter { $0.since.map { $0 >= open } ?? false }
    }
    for (holding, lots) in held {
      let ticker =
        holding.isAmount
        ? .inItself(holding.pair.symbol, hasOpen: !isPast) : tickers[holding.listing]
      guard isConverted(holding), let quote = holding.quote else {
        // An amount in an unknown currency cannot be converted.
        let isKnown = currency == nil || currency == holding.quote
        let bought = holding.isAmount ? [] : bought(lots, ticker, at: holding.exchange)
        let row = HoldingRow(
          holding, ticker, bought: bought, in: currency ?? holding.quote
        ) { amount, _ in isKnown ? amount : nil }
        valuation.rows.append(row)
        continue
      }
      let route = converter?.route(from: quote, at: holding.exchange)
      // The price of a coin is its rate, and its cost is already in the currency of the portfolio.
      let price = holding.isCoin ? route?.ticker(tickers) : ticker
      let exchange = holding.isCoin ? route?.steps.first?.rate.exchange : holding.exchange
      // Lots of cash have no cost from which a change could be measured.
      let isCash = holding.isAmount && !holding.isCoin
      let bought = isCash ? [] : bought(lots, price, at: exchange)
      let row = HoldingRow(holding, price, bought: bought, in: currency) { amount, isRounded in
        holding.isCoin ? amount : route?.convert(amount, isRounded: &isRounded)
      }
      valuation.add(row, convertedBy: route)
    }
    valuation.addTotals()
    return valuation
  }

  /// The holdings at a time under their everyday names, in the order of their first lots. Each is the
  /// sum of lots of one listing. A lot with which the sum would not be exact is a separate holding.
  private func holdings(
    under names: [Listing: Listing], at time: Date
  ) -> [(sum: Holding, lots: [Holding])] {
    var (merged, places) = ([(sum: Holding, lots: [Holding])](), [Listing: Int]())
    for lot in holdings where lot.counts(at: time) {
      let lot = lot.named(by: names)
      let place = places[lot.listing]
      if let place, merged[place].sum.add(lot) {
        merged[place].lots.append(lot)
        continue
      }
      places[lot.listing] = place ?? merged.count
      merged.append((lot, [lot]))
    }
    return merged
  }

  /// The pairs and coins whose cost was reduced by the proceeds of sales.
  package var soldPairs: [Pair] {
    holdings(under: [:], at: end).map(\.sum).filter { holding in
      // The cost of an amount that is not converted is the amount, even after sales.
      holding.hasSales && holding.cost != nil && (!holding.isAmount || isConverted(holding))
    }.map(\.pair)
  }
}

extension Holding {
  fileprivate func named(by names: [Listing: Listing]) -> Holding {
    guard !names.isEmpty, let name = names[listing] else { return self }
    var holding = self
    holding.pair = name.pair
    return holding
  }
}

extension Ticker {
  /// The ticker of a currency in itself: the price is always 1.
  fileprivate static func inItself(_ currency: String, hasOpen: Bool) -> Ticker {
    Ticker(
      pair: Pair(base: currency, quote: currency), open: hasOpen ? 1 : nil, volume: nil, last: 1)
  }
}
