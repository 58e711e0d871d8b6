package import Foundation

/// The price of a pair on an exchange, or of a coin.
package enum PriceRow: Hashable, Sendable {
  case pair(Ticker)
  /// A coin over all exchanges, or on the one that was named with it.
  case coin(Coin, exchange: ExchangeID?)

  /// The price; `nil` when it is unknown.
  package var last: Decimal? {
    switch self {
    case .pair(let ticker): ticker.last
    case .coin(let coin, _): coin.price
    }
  }
}

extension PriceRow: ListRow {
  /// The columns of a ticker, of which a coin has some.
  package static let columns = Ticker.columns.map(column(of:))

  /// The column of the tickers' column.
  package static func column(of column: Column<Ticker>) -> Column<PriceRow> {
    let coin = coinColumns[column]
    return Column(column) { row, asOf in
      switch row {
      case .pair(let ticker): column.cell(of: ticker, asOf: asOf)
      case .coin(_, let exchange) where column == Ticker.Columns.exchange:
        Cell(FieldValue(exchange?.rawValue))
      case .coin(let value, _): coin?.cell(of: value, asOf: asOf) ?? Cell(.unknown)
      }
    }
  }
  private static let coinColumns = [
    Ticker.Columns.symbol: Coin.Columns.coin, Ticker.Columns.base: Coin.Columns.coin,
    Ticker.Columns.quote: Column("quote", "Currency of the price", \.currency),
    Ticker.Columns.name: Coin.Columns.name, Ticker.Columns.last: Coin.Columns.price,
    Ticker.Columns.percent: Coin.Columns.percent, Ticker.Columns.turnover: Coin.Columns.turnover,
    Ticker.Columns.asOf: Coin.Columns.asOf,
  ]
  /// Those of a ticker.
  package static let tableColumns = Ticker.tableColumns.map(column(of:))
  /// The price.
  package static let highlightedColumn: Column<PriceRow>? = column(of: Ticker.Columns.last)

  package var exchange: ExchangeID? {
    switch self {
    case .pair(let ticker): ticker.exchange
    case .coin(_, let exchange): exchange
    }
  }
  /// The market; of a coin, a pair whose symbol is its code.
  package var pair: Pair {
    switch self {
    case .pair(let ticker): ticker.pair
    case .coin(let coin, _): coin.pair
    }
  }
  /// That of a pair.
  package var sentName: String? { if case .pair(let ticker) = self { ticker.name } else { nil } }
  /// The market; `nil` for a coin.
  package var market: Listing? { if case .pair = self { listing } else { nil } }
  /// The market; of a coin, its ``Coin/historyMarket``.
  package var historyMarket: Listing? {
    if case .coin(let coin, _) = self { coin.historyMarket } else { listing }
  }
  package var dayChangeReference: ChangeReference? {
    switch self {
    case .pair(let ticker): ticker.dayChangeReference
    case .coin(let coin, _): coin.dayChangeReference
    }
  }
}

/// The prices of requests.
package struct PriceSummary: Sendable {
  /// The prices in the order of the requests, as far as they are known.
  package private(set) var rows: [PriceRow] = []
  /// The coins that have no price.
  package private(set) var unpriced: [String] = []
  /// The rates of coin prices and turnovers, each once.
  package private(set) var rates: [ConversionRate] = []
  /// Whether no price of a coin can be converted.
  package let lacksRates: Bool
  /// The exchanges of coins whose changes are not over 24 hours.
  package let exchangesWithoutDayAgo: Set<ExchangeID?>

  /// - Parameters:
  ///   - requests: what to compute, in order: pairs on their exchanges, and coins, each with the exchange that was
  ///     named with it, if any.
  ///   - currency: the currency of coin prices and turnovers.
  ///   - exchanges: the exchanges of all requests.
  ///   - coinExchanges: the exchanges of coins without a prefix.
  ///   - hasTurnovers: whether the turnovers of pairs are computed.
  init(
    of polled: PolledExchanges<[Ticker]>, _ requests: [Listing], in currency: String,
    exchanges: [ExchangeID], coinExchanges: [ExchangeID], hasTurnovers: Bool
  ) {
    var tickers = polled.elements() as [Ticker]
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
  /// The coins of requests, by the exchange that was named with them.
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
        // A coin without a prefix does not depend on the exchanges of other requests.
        let scope = exchange == nil ? coinExchanges : exchanges
        let summary = CoinSummary(
          of: tickers.filter { ticker in scope.contains { $0 == ticker.exchange } }, in: currency,
          exchanges: scope, codes: codes, only: exchange, asOf: polled.arrivals)
        return (exchange, summary)
      })
  }
}

/// The prices of pairs and coins.
package typealias PricesViewModel = SummaryViewModel<PriceSummary, PriceRow, Ticker>

extension PricesViewModel {
  /// Prices before their first poll. What is computed is described at the initializer of ``PriceSummary``.
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
