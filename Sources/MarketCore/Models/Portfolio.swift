import Foundation

/// Holdings, and the currency that their worth is shown in.
public struct Portfolio: Sendable {
  /// The holdings, each listing once.
  public let holdings: [Holding]
  /// The currency that values, costs and gains are converted to; `nil` for the quote of each.
  public let currency: String?
  /// The id of the exchange whose rates convert where that of a holding has no route.
  public let home: String

  /// A portfolio of these parts.
  public init(_ holdings: [Holding], in currency: String? = nil, home: String) {
    self.holdings = holdings
    self.currency = currency
    self.home = home
  }

  /// The portfolio with its listings under other names; holdings whose names then are the same become
  /// one.
  public func named(_ name: (Listing) -> Listing) -> Portfolio {
    var merged: [Holding] = []
    for holding in holdings {
      let holding = holding.isCash ? holding : holding.named(name(holding.listing).pair)
      if let place = merged.firstIndex(where: { $0.listing == holding.listing }),
        merged[place].add(holding)
      {
        continue
      }
      merged.append(holding)
    }
    return Portfolio(merged, in: currency, home: home)
  }

  /// Whether the amounts of a holding have to be converted.
  public func isConverted(_ holding: Holding) -> Bool {
    currency != nil && holding.quote != nil && holding.quote != currency
  }

  /// The ids of the exchanges that have to be asked, in the order of the holdings; that of rates last.
  public var exchanges: [String] {
    let needed = holdings.map(\.exchange) + (holdings.contains(where: isConverted) ? [home] : [])
    return needed.reduce(into: []) { exchanges, exchange in
      if !exchange.isEmpty, !exchanges.contains(exchange) { exchanges.append(exchange) }
    }
  }

  /// The pairs of the holdings on an exchange.
  public func pairs(on exchange: String) -> [Pair] {
    holdings.filter { $0.exchange == exchange && !$0.isCash }.map(\.pair)
  }

  /// Whether the rates of an exchange are needed.
  public func needsRates(of exchange: String) -> Bool {
    holdings.contains { holding in
      isConverted(holding) && (holding.exchange == exchange || exchange == home)
    }
  }

  /// Whether a pair can be part of a conversion.
  public func mayConvert(_ pair: Pair) -> Bool {
    guard let currency, let base = pair.base, let quote = pair.quote else { return false }
    let currencies = holdings.compactMap(\.quote) + ConversionRoute.bridges + [currency]
    return currencies.contains(base) && currencies.contains(quote)
  }

  /// The worth of the holdings by these tickers.
  public func valuation(of tickers: [Ticker]) -> Valuation {
    let tickers = Dictionary(tickers.map { ($0.listing, $0) }, uniquingKeysWith: { one, _ in one })
    var valuation = Valuation()
    for holding in holdings {
      let ticker = holding.isCash ? nil : tickers[holding.listing]
      guard isConverted(holding), let quote = holding.quote, let currency else {
        let row = HoldingRow(holding, ticker, in: currency ?? holding.quote) { amount, _ in
          // Without a quote there is nothing to convert from.
          currency == holding.quote || currency == nil ? amount : nil
        }
        valuation.rows.append(row)
        continue
      }
      let route = [holding.exchange, home].lazy.filter { !$0.isEmpty }.compactMap { exchange in
        ConversionRoute(from: quote, to: currency, at: exchange) { tickers[$0]?.last }
      }.first
      let row = HoldingRow(holding, ticker, in: currency) { route?.convert($0, &$1) }
      valuation.rows.append(row)
      if let route {
        guard row.value != nil || row.cost != nil else { continue }
        for step in route.steps where !valuation.rates.contains(step.rate) {
          valuation.rates.append(step.rate)
        }
      } else if !valuation.unconverted.contains(quote) {
        valuation.unconverted.append(quote)
      }
    }
    valuation.addTotals()
    return valuation
  }
}

/// The worth of a portfolio.
public struct Valuation: Sendable {
  /// A row a holding, in their order.
  public internal(set) var rows: [HoldingRow] = []
  /// A total a currency, by its code.
  public private(set) var totals: [HoldingTotal] = []
  /// The rates by which amounts were converted, each once.
  public internal(set) var rates: [ConversionRate] = []
  /// The currencies from which no route leads.
  public internal(set) var unconverted: [String] = []

  /// Whether an amount needs more than the 38 digits of a decimal, and was rounded to these.
  public var isRounded: Bool {
    rows.contains(where: \.isRounded) || totals.contains(where: \.isRounded)
  }

  fileprivate mutating func addTotals() {
    let groups = Dictionary(grouping: rows, by: \.currency)
    totals = groups.map { HoldingTotal($0, of: $1) }.sorted { $0.pair < $1.pair }
    let values = Dictionary(
      totals.map { ($0.quote, $0.value) }, uniquingKeysWith: { one, _ in one })
    for index in rows.indices {
      guard let whole = values[rows[index].currency] ?? nil else { continue }
      rows[index].share = rows[index].value?.times(100)?.divided(by: whole)
    }
  }
}
