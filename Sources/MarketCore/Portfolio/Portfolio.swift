public import Foundation

/// The trades of one or several accounts, and how their holdings are valued.
public struct Portfolio: Sendable {
  public let trades: [Trade]
  /// The currency that all amounts are converted to; `nil` if each holding keeps its quote currency.
  public let currency: String?
  /// The exchange whose rates are tried after the rates of a holding's exchange. For a holding without an
  /// exchange, they are tried first.
  public let defaultExchange: ExchangeID
  /// Selects the lots that a sale takes.
  public let method: Lots.Method
  /// The name of the account, if there is only one.
  let onlyAccount: String?
  /// Whether the prices are past prices. Then no holding has a day change, not even cash.
  package var isPast = false
  /// The times for which valuations are computed. Prices are requested only for the holdings of which a
  /// quantity is left at one of these times.
  package var times = Date.distantPast...Date.distantFuture

  /// A portfolio. If all trades are of the same account, their ``Holding/account`` becomes `nil`.
  ///
  /// - Parameters:
  ///   - trades: the trades, in any order. Holdings are listed in the order of their first trades.
  ///   - currency: the code of the currency that all amounts are converted to; `nil` for no conversion.
  ///   - defaultExchange: the exchange whose rates are tried after the rates of a holding's exchange.
  ///   - method: selects the lots that a sale takes.
  public init(
    _ trades: [Trade], in currency: String? = nil, defaultExchange: ExchangeID,
    by method: Lots.Method = .fifo
  ) {
    let currency = currency.map { Pair($0).symbol }
    var trades = trades
    let accounts = Set(trades.map(\.holding.account))
    let hasAccounts = accounts.count > 1
    for index in trades.indices {
      let holding = trades[index].holding
      if !hasAccounts { trades[index].holding.account = nil }
      // A fee without a code is in the currency of a coin's prices. If this currency is the coin itself, the
      // fee is taken from the coin.
      if holding.isCoin, let fee = trades[index].fee, fee.currency == nil,
        currency ?? holding.base == holding.base
      {
        trades[index].fee = Trade.Money(fee.amount, holding.base)
      }
    }
    onlyAccount = hasAccounts ? nil : accounts.first ?? nil
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

  /// Whether the value of a holding is converted to the currency of the portfolio.
  func isConverted(_ holding: Holding) -> Bool {
    currency != nil && holding.quote != nil && holding.quote != currency
  }

  /// The currency of a holding's prices: for a coin, the currency of the portfolio; `nil` if it is unknown.
  func priceCurrency(of holding: Holding) -> String? {
    holding.isAmount ? currency : holding.quote
  }

  /// The conversions of a trade's price and fee. Both are converted to the currency of prices first, and then
  /// to the currency of the portfolio, unless they are in that currency already. `holding` has the everyday
  /// name of the traded holding.
  func moneyConversions(of trade: Trade, _ holding: Holding) -> [Conversion] {
    let fee = trade.feeQuantity.isZero ? trade.fee : nil
    let amounts = [trade.price, fee].compactMap(\.self)
    guard !holding.isCash, !amounts.isEmpty, let prices = priceCurrency(of: holding) else {
      return []
    }
    let toPrices = amounts.compactMap(\.currency).filter { $0 != prices }.eachOnce
      .map { Conversion(currency: $0, target: prices, exchange: holding.exchange) }
    // The prices of a coin are already in the currency of the portfolio.
    let further = holding.isAmount ? nil : valueConversion(of: holding)
    return toPrices + [further].compactMap(\.self)
  }

  /// The conversion of a holding's value to the currency of the portfolio, if it needs one.
  func valueConversion(of holding: Holding) -> Conversion? {
    guard isConverted(holding), let quote = holding.quote, let currency else { return nil }
    return Conversion(currency: quote, target: currency, exchange: holding.exchange)
  }

  /// The conversions of the ``countedTrades`` and of their holdings, each once, in the order of the trades.
  /// `names` has the everyday names of holdings.
  func conversions(under names: [Listing: Listing] = [:]) -> [Conversion] {
    countedTrades.flatMap { trade in
      let holding = trade.holding.named(by: names)
      return moneyConversions(of: trade, holding)
        + [valueConversion(of: holding)].compactMap(\.self)
    }.eachOnce
  }

  var needsRates: Bool { !conversions().isEmpty }

  /// The trades up to the last of the ``times``.
  var countedTrades: [Trade] { trades.filter { $0.counts(at: times.upperBound) } }

  /// The holdings of which a quantity is left at one of the ``times``.
  var held: Set<Holding> {
    let start = times.lowerBound
    func isHeld(_ trades: [Trade]) -> Bool {
      var quantity = Decimal(0)
      // Only the quantity after all trades of the same time counts. All trades up to the start are of
      // one time.
      return Dictionary(grouping: trades) { max($0.time ?? start, start) }
        .sorted { $0.key < $1.key }
        .contains { _, trades in
          quantity = trades.reduce(quantity) { $0.adding($1.movedQuantity) }
          return !quantity.isZero
        }
    }
    return Set(Dictionary(grouping: countedTrades, by: \.holding).filter { isHeld($1) }.keys)
  }

  /// The exchanges whose tickers a valuation needs, in the order of the trades. If amounts are converted,
  /// the default exchange is added.
  public var exchanges: [ExchangeID] {
    let held = held
    let needed = countedTrades.filter { trade in
      held.contains(trade.holding) && !trade.holding.isAmount || isConverted(trade.holding)
        || !moneyConversions(of: trade, trade.holding).isEmpty
    }
    return (needed.map(\.holding.exchange) + (needsRates ? [defaultExchange] : []))
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
  ///   - time: the time of the tickers; later trades are ignored. By default, all trades count.
  ///   - rates: converts the prices and fees of trades by the rates of their days. By default, they are
  ///     converted at the prices of `tickers`, too.
  ///   - arrivals: returns the arrival time of an exchange's tickers. The day change of lots that were
  ///     traded at the time of the open price or later is measured from the price of their trade. By
  ///     default, all lots are older.
  public func valuation(
    of tickers: [Ticker], under names: [Listing: Listing] = [:], at time: Date = .distantFuture,
    rates: TradeRates? = nil, asOf arrivals: (ExchangeID?) -> Date = { _ in .distantFuture }
  ) -> Valuation {
    var valuer = Valuer(self, tickers, under: names, rates)
    var (holdings, counted) = ([Holding](), [Holding: [Trade]]())
    for trade in trades {
      let holding = trade.holding.named(by: names)
      if counted[holding] == nil {
        holdings.append(holding)
        counted[holding] = []
      }
      if trade.counts(at: time) { counted[holding]?.append(trade) }
    }
    for holding in holdings { valuer.add(holding, counted[holding] ?? [], asOf: arrivals) }
    return valuer.finished()
  }
}
