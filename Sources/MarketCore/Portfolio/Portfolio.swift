public import Foundation

/// Holdings, and the currency that their value is shown in.
public struct Portfolio: Sendable {
  /// The lots; those of the same listing are one holding.
  public let holdings: [Holding]
  /// The currency that values, costs and gains are converted to; `nil` for the quote of each.
  public let currency: String?
  /// The exchange whose rates convert where the exchange of a holding has no route.
  public let defaultExchange: ExchangeID
  /// Whether prices are of the past: then even cash has no change of a day.
  package var isPast = false
  /// The time after which no lot begins to count: nothing is requested for those that would.
  package var end = Date.distantFuture

  /// A portfolio of these parts.
  ///
  /// - Parameters:
  ///   - holdings: the lots; those of the same listing are one holding.
  ///   - currency: the currency of all amounts; `nil` for the quote of each.
  ///   - defaultExchange: the exchange whose rates convert where the exchange of a holding has no route.
  public init(_ holdings: [Holding], in currency: String? = nil, defaultExchange: ExchangeID) {
    self.holdings = holdings
    self.currency = currency.map { Pair($0).symbol }
    self.defaultExchange = defaultExchange
  }

  func isConverted(_ holding: Holding) -> Bool {
    currency != nil && holding.quote != nil && holding.quote != currency
  }

  /// Whether amounts are converted, at the rates of any exchange.
  package var needsRates: Bool { countedLots.contains(where: isConverted) }

  /// The lots that count at some time.
  var countedLots: [Holding] { holdings.filter { $0.counts(at: end) } }

  /// The exchanges whose tickers a valuation needs, in the order of the holdings; the one of rates last.
  /// Those of lots that begin to count later are included.
  public var exchanges: [ExchangeID] {
    (countedLots.filter { !$0.isAmount || isConverted($0) }.map(\.exchange)
      + (needsRates ? [defaultExchange] : [])).compactMap(\.self).eachOnce
  }

  /// The currencies of its totals, at any time, in the order of the holdings; of a holding without a
  /// quote, `nil`.
  ///
  /// - Parameter names: the everyday names of holdings in an exchange's own codes.
  package func currencies(under names: [Listing: Listing] = [:]) -> [String?] {
    if let currency { return [currency] }
    let counted = countedLots
    return (counted.isEmpty ? holdings : counted).reduce(into: []) { currencies, lot in
      let quote = lot.named(by: names).quote
      if !currencies.contains(quote) { currencies.append(quote) }
    }
  }

  /// The value of the holdings at the last prices of tickers. A holding whose ticker, or whose rate, is
  /// missing has no value.
  ///
  /// - Parameters:
  ///   - tickers: those of all ``exchanges``, each with its exchange; for conversion also those of pairs
  ///     that are not held.
  ///   - names: the everyday names of holdings in an exchange's own codes, see ``Answer/names``.
  ///   - time: the time of the tickers; lots that begin to count later have no row yet. By default, all
  ///     lots count.
  ///   - arrivals: when the tickers of an exchange arrived. Lots that count from the moment of their open or
  ///     later change from their own cost. By default, all lots are older.
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
    /// The lots that were bought since the open of their price, at an exchange.
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
        // Without a quote there is nothing to convert from.
        let isKnown = currency == nil || currency == holding.quote
        let bought = holding.isAmount ? [] : bought(lots, ticker, at: holding.exchange)
        let row = HoldingRow(
          holding, ticker, bought: bought, in: currency ?? holding.quote
        ) { amount, _ in isKnown ? amount : nil }
        valuation.rows.append(row)
        continue
      }
      let route = converter?.route(from: quote, at: holding.exchange)
      // The rates are the price of a coin, whose cost is in the currency already.
      let price = holding.isCoin ? route?.ticker(tickers) : ticker
      let exchange = holding.isCoin ? route?.steps.first?.rate.exchange : holding.exchange
      // Cash has no price of its own.
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

  /// The holdings at a time under these names, one per listing with its lots, in the order of their first
  /// lots.
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

  /// The pairs, and coins, whose cost is less the proceeds of sales, see ``HoldingRow/gainPercent``.
  package var soldPairs: [Pair] {
    holdings(under: [:], at: end).map(\.sum).filter { holding in
      // Cash costs its face value.
      holding.hasSales && holding.cost != nil && (!holding.isAmount || isConverted(holding))
    }.map(\.pair)
  }
}

extension Holding {
  /// The holding under its everyday name.
  fileprivate func named(by names: [Listing: Listing]) -> Holding {
    guard !names.isEmpty, let name = names[listing] else { return self }
    var holding = self
    holding.pair = name.pair
    return holding
  }
}

extension Ticker {
  /// A currency priced in itself: always 1.
  fileprivate static func inItself(_ currency: String, hasOpen: Bool) -> Ticker {
    Ticker(
      pair: Pair(base: currency, quote: currency), open: hasOpen ? 1 : nil, volume: nil, last: 1)
  }
}
