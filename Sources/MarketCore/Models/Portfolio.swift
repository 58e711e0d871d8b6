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

  /// The holdings under these names; those whose names then are the same become one.
  private func holdings(under names: [Listing: Listing]) -> [Holding] {
    guard !names.isEmpty else { return holdings }
    var (merged, places) = ([Holding](), [Listing: Int]())
    for var holding in holdings {
      if let name = names[holding.listing] { holding.pair = name.pair }
      let place = places[holding.listing]
      if let place, merged[place].add(holding) { continue }
      places[holding.listing] = place ?? merged.count
      merged.append(holding)
    }
    return merged
  }

  /// Whether the amounts of a holding have to be converted.
  public func isConverted(_ holding: Holding) -> Bool {
    currency != nil && holding.quote != nil && holding.quote != currency
  }

  /// The ids of the exchanges to request, in the order of the holdings; that of rates last.
  public var exchanges: [String] {
    (holdings.filter { !$0.isAmount || isConverted($0) }.map(\.exchange)
      + (needsRates ? [home] : [])).exchangesOnce
  }

  /// The pairs of the holdings on an exchange.
  public func pairs(on exchange: String) -> [Pair] {
    holdings.filter { $0.exchange == exchange && !$0.isAmount }.map(\.pair)
  }

  /// Whether rates are needed: those of any exchange may be.
  public var needsRates: Bool { holdings.contains(where: isConverted) }

  /// The tickers of an exchange that the valuation needs: those of its holdings, and those that can be
  /// part of a conversion.
  public func needed(of answer: Answer<[Ticker]>, from exchange: String) -> [Ticker] {
    let held = Set(pairs(on: exchange).map { answer.names[$0] ?? $0 })
    let quotes = holdings.compactMap(\.quote) + held.compactMap(\.quote)
    let currencies = Set(quotes + ConversionRoute.bridges + [currency].compactMap(\.self))
    return answer.value.filter { ticker in
      if held.contains(ticker.pair) { return true }
      guard let base = ticker.pair.base, let quote = ticker.pair.quote else { return false }
      return currencies.contains(base) && currencies.contains(quote)
    }
  }

  /// The worth of the holdings by these tickers.
  ///
  /// - Parameters:
  ///   - tickers: those of all exchanges.
  ///   - names: the everyday names of holdings in an exchange's own codes, see ``Sources/names``.
  public func valuation(
    of tickers: [Ticker], under names: [Listing: Listing] = [:]
  ) -> Valuation {
    let tickers = Dictionary(tickers.map { ($0.listing, $0) }, uniquingKeysWith: { one, _ in one })
    let others = ([home] + holdings.map(\.exchange)).exchangesOnce
    var valuation = Valuation()
    for holding in holdings(under: names) {
      if isConverted(holding), let quote = holding.quote, let currency {
        // The exchange of the holding has precedence over ``home``.
        valuation.add(holding, from: quote, to: currency, [holding.exchange] + others, tickers)
        continue
      }
      let ticker = holding.isAmount ? .inItself(holding.pair.symbol) : tickers[holding.listing]
      valuation.rows.append(
        HoldingRow(holding, ticker, in: currency ?? holding.quote) { amount, _ in
          // Without a quote there is nothing to convert from.
          currency == holding.quote || currency == nil ? amount : nil
        })
    }
    valuation.addTotals()
    return valuation
  }
}

extension [String] {
  /// The ids of exchanges, each once, without the empty ones of cash and coins.
  fileprivate var exchangesOnce: [String] {
    reduce(into: []) { ids, id in
      if !id.isEmpty, !ids.contains(id) { ids.append(id) }
    }
  }
}

extension Ticker {
  /// A currency priced in itself: always 1.
  fileprivate static func inItself(_ currency: String) -> Ticker {
    Ticker(pair: Pair(base: currency, quote: currency), open: 1, volume: nil, last: 1)
  }
}

/// The worth of a portfolio.
public struct Valuation: Sendable {
  /// One row per holding, in their order.
  public internal(set) var rows: [HoldingRow] = []
  /// One total per currency, by its code.
  public private(set) var totals: [HoldingTotal] = []
  /// The rates by which amounts were converted, each once.
  public private(set) var rates: [ConversionRate] = []
  /// The holdings that cannot be converted.
  public private(set) var missingRates: [MissingRate] = []

  /// Whether an amount needs more than the 38 digits of a decimal, and was rounded to these.
  public var isRounded: Bool {
    rows.contains(where: \.isRounded) || totals.contains(where: \.isRounded)
  }

  /// Adds the row of a holding whose amounts are converted at the first of these exchanges that has a
  /// route.
  fileprivate mutating func add(
    _ holding: Holding, from quote: String, to currency: String, _ exchanges: [String],
    _ tickers: [Listing: Ticker]
  ) {
    let route = exchanges.lazy.compactMap { exchange in
      ConversionRoute(from: quote, to: currency, at: exchange) { tickers[$0]?.last }
    }.first
    let row: HoldingRow
    if holding.isCoin {
      row = HoldingRow(holding, route?.ticker(tickers), in: currency) { amount, _ in amount }
    } else {
      let ticker = holding.isAmount ? .inItself(quote) : tickers[holding.listing]
      row = HoldingRow(holding, ticker, in: currency) { route?.convert($0, isRounded: &$1) }
    }
    rows.append(row)
    guard let route else {
      missingRates.append(MissingRate(pair: holding.pair, from: quote, to: currency))
      return
    }
    guard row.value != nil || row.cost != nil else { return }
    for step in route.steps where !rates.contains(step.rate) { rates.append(step.rate) }
  }

  fileprivate mutating func addTotals() {
    let groups = Dictionary(grouping: rows, by: \.currency)
    totals = groups.map { HoldingTotal($0, of: $1) }.sorted { $0.pair < $1.pair }
    let values = Dictionary(
      totals.map { ($0.quote, $0.value) }, uniquingKeysWith: { one, _ in one })
    for index in rows.indices {
      guard let whole = values[rows[index].currency] ?? nil else { continue }
      rows[index].share = rows[index].value?.multiplied(by: 100)?.divided(by: whole)
    }
  }
}

/// A holding whose amounts cannot be converted: no exchange of the portfolio has a route.
public struct MissingRate: Hashable, Sendable {
  /// The market; of cash and coins, a pair whose symbol is the currency.
  public let pair: Pair
  /// The currency of its amounts.
  public let from: String
  /// The currency to convert to.
  public let to: String
}
