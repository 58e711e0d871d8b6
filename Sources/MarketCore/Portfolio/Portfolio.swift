public import Foundation

/// Trades, and the currency that their holdings are converted to, if any.
public struct Portfolio: Sendable {
  public let trades: [Trade]
  /// The currency that all amounts are converted to; `nil` if each holding keeps its quote currency.
  public let currency: String?
  /// The exchange whose rates are tried first, or next after the rates of a holding's exchange.
  public let defaultExchange: ExchangeID
  /// Selects the lots that a sale takes.
  public let method: Lots.Method
  /// Whether the prices are past prices. Then there are no day changes, not even of cash.
  package var isPast = false
  /// The times of the valuations. Prices are requested only for what is held at some of these times.
  package var times = Date.distantPast...Date.distantFuture

  /// A portfolio with these properties. If all trades are of one account, it is omitted.
  public init(
    _ trades: [Trade], in currency: String? = nil, defaultExchange: ExchangeID,
    by method: Lots.Method = .fifo
  ) {
    let currency = currency.map { Pair($0).symbol }
    var trades = trades
    let hasAccounts = Set(trades.map(\.holding.account)).count > 1
    for index in trades.indices {
      let holding = trades[index].holding
      if !hasAccounts { trades[index].holding.account = nil }
      // A fee in the currency of a coin's prices is taken from the coin if this is the coin itself.
      if holding.isCoin, let fee = trades[index].fee, fee.currency == nil,
        currency ?? holding.base == holding.base
      {
        trades[index].fee = Trade.Money(fee.amount, holding.base)
      }
    }
    self.trades = trades
    self.currency = currency
    self.defaultExchange = defaultExchange
    self.method = method
  }

  /// A conversion from a currency to a target currency, for which the rates of an exchange are tried first.
  struct Conversion: Hashable {
    let currency, target: String
    let exchange: ExchangeID?
  }

  func isConverted(_ holding: Holding) -> Bool {
    currency != nil && holding.quote != nil && holding.quote != currency
  }

  /// The currency of a holding's prices: for a coin, the currency of the portfolio.
  func priceCurrency(of holding: Holding) -> String? {
    holding.isAmount ? currency : holding.quote
  }

  /// The conversions of a trade's price and fee: to the currency of prices, and from this currency to the
  /// currency of the portfolio. `holding` has the everyday name of the traded holding.
  func moneyConversions(of trade: Trade, _ holding: Holding) -> [Conversion] {
    let fee = trade.feeQuantity.isZero ? trade.fee : nil
    let amounts = [trade.price, fee].compactMap(\.self)
    guard !holding.isCash, !amounts.isEmpty, let prices = priceCurrency(of: holding) else {
      return []
    }
    let own = amounts.compactMap(\.currency).filter { $0 != prices }.eachOnce
      .map { Conversion(currency: $0, target: prices, exchange: holding.exchange) }
    // The prices of a coin are already in the currency of the portfolio.
    return own + (holding.isAmount ? [] : valueConversion(of: holding).map { [$0] } ?? [])
  }

  /// The conversion of a holding's value to the currency of the portfolio, if it needs one.
  func valueConversion(of holding: Holding) -> Conversion? {
    guard isConverted(holding), let quote = holding.quote, let currency else { return nil }
    return Conversion(currency: quote, target: currency, exchange: holding.exchange)
  }

  /// The conversions that the trades up to the end need, each once, in the order of the trades. `names` has the
  /// everyday names of holdings.
  func conversions(under names: [Listing: Listing] = [:]) -> [Conversion] {
    var seen: Set<Conversion> = []
    return countedTrades.flatMap { trade in
      let holding = trade.holding.named(by: names)
      return moneyConversions(of: trade, holding)
        + [valueConversion(of: holding)].compactMap(\.self)
    }.filter { seen.insert($0).inserted }
  }

  package var needsRates: Bool { !conversions().isEmpty }

  var countedTrades: [Trade] { trades.filter { $0.counts(at: times.upperBound) } }

  /// The holdings of which a quantity is left at some of the ``times``.
  var held: Set<Holding> {
    let grouped = Dictionary(grouping: countedTrades, by: \.holding)
    return Set(
      grouped.lazy.filter { _, trades in
        var quantity = Decimal(0)
        let first = times.lowerBound
        return Dictionary(grouping: trades) { max($0.time ?? first, first) }
          .sorted { $0.key < $1.key }
          .contains { _, trades in
            quantity = trades.map(\.movedQuantity).reduce(quantity) { $0.adding($1) }
            return !quantity.isZero
          }
      }.map(\.key))
  }

  /// The exchanges whose tickers a valuation needs, in the order of the trades. If amounts are converted,
  /// the default exchange is added.
  public var exchanges: [ExchangeID] {
    let held = held
    let own = countedTrades.filter { trade in
      held.contains(trade.holding) && !trade.holding.isAmount || isConverted(trade.holding)
        || !moneyConversions(of: trade, trade.holding).isEmpty
    }
    return (own.map(\.holding.exchange) + (needsRates ? [defaultExchange] : []))
      .compactMap(\.self).eachOnce
  }

  /// The currencies that totals can have, in the order of the trades; `nil` for holdings without a quote
  /// currency. If no trade counts, the currencies of all trades. `names` has the everyday names (`BTC-USD`)
  /// of holdings that are written in an exchange's own codes (`XBT-USD`).
  package func currencies(under names: [Listing: Listing] = [:]) -> [String?] {
    if let currency { return [currency] }
    let counted = countedTrades
    return (counted.isEmpty ? trades : counted).reduce(into: []) { currencies, trade in
      let quote = trade.holding.named(by: names).quote
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
  ///   - time: the time of the tickers; trades that count later are ignored. By default, all count.
  ///   - rates: converts the amounts of trades by the rates of their days. By default, all amounts are
  ///     converted at the prices of `tickers`.
  ///   - arrivals: returns the arrival time of an exchange's tickers. The day change of lots of pairs
  ///     and coins that count only from the moment of the open price or later is measured from their own
  ///     price. By default, all lots are older.
  public func valuation(
    of tickers: [Ticker], under names: [Listing: Listing] = [:], at time: Date = .distantFuture,
    rates: TradeRates? = nil, asOf arrivals: (ExchangeID?) -> Date = { _ in .distantFuture }
  ) -> Valuation {
    var valuer = Valuer(self, tickers, under: names, rates)
    var (places, positions) = ([Holding: Int](), [(holding: Holding, trades: [Trade])]())
    for trade in trades {
      let holding = trade.holding.named(by: names)
      if places[holding] == nil {
        places[holding] = positions.count
        positions.append((holding, []))
      }
      if let place = places[holding], trade.counts(at: time) {
        positions[place].trades.append(trade)
      }
    }
    for (holding, trades) in positions { valuer.add(holding, trades, asOf: arrivals) }
    return valuer.finished()
  }
}
