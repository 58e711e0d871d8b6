package import Foundation

/// The price of a pair on an exchange, or of a coin, at a past moment.
package struct PastPrice: Hashable, Sendable {
  /// The exchange; `nil` for a coin that was requested without an exchange.
  package private(set) var exchange: ExchangeID?
  /// The pair; for a coin, a pair whose symbol is the code of the coin.
  package let pair: Pair
  package let currency: String?
  /// The close of the candle; for a coin, its conversion rate.
  package let last: Decimal?
  /// The end of the candle; for a coin, the earliest end of the candles of its rates. `nil` if a coin
  /// needs no candle, such as a stablecoin that counts as a dollar.
  package let at: Date?
  /// The period of the candle; for a coin, the longest period of the candles of its rates. `nil` if
  /// ``at`` is `nil`.
  package let period: Period?

  /// The price of a pair at the end of a candle.
  package init(_ row: CandleRow) {
    (exchange, pair, currency) = (row.exchange, row.pair, row.currency)
    (last, at, period) = (row.candle.close, row.end, row.period)
  }

  static func prices(_ rows: [CandleRow]) -> [PastPrice] { rows.map { PastPrice($0) } }

  /// The price of a coin by the first candle of each rate of a route; `nil` if it cannot be computed.
  package init?(
    of coin: String, in currency: String, by route: PastRates.Route, on exchange: ExchangeID?
  ) {
    guard let price = route.price else { return nil }
    let candles = route.candles.compactMap(\.first)
    (self.exchange, pair, self.currency) = (exchange, Pair(symbol: coin), currency)
    (last, at, period) = (price, candles.map(\.end).min(), candles.map(\.period).max())
  }
}

extension PastPrice {
  fileprivate func on(_ exchange: ExchangeID?) -> PastPrice {
    var price = self
    price.exchange = exchange
    return price
  }
}

extension PastPrice: ListRow {
  /// The columns of a ticker, most of which are unknown, and the columns of the candle.
  package static let columns: [Column<PastPrice>] =
    Ticker.columns.map(column(of:)) + candleColumns

  /// The column of past prices that corresponds to a column of tickers.
  package static func column(of column: Column<Ticker>) -> Column<PastPrice> {
    let known = knownColumns[column]
    return Column(column) { known?.cell(of: $0, asOf: $1) ?? Cell(.unknown) }
  }
  private static let knownColumns: [Column<Ticker>: Column<PastPrice>] = [
    Ticker.Columns.exchange: Column("exchange", "", \.exchange?.rawValue),
    Ticker.Columns.symbol: Column("symbol", "", \.pair.symbol),
    Ticker.Columns.base: Column("base", "") { $0.pair.base ?? $0.pair.symbol },
    Ticker.Columns.quote: Column("quote", "", \.currency),
    Ticker.Columns.name: Column("name", "") {
      $0.pair.baseName ?? Currency($0.pair.symbol).name
    },
    Ticker.Columns.last: Column(
      "last", .price, "",
      cell: { Cell($1, $0.pair.base == nil ? .computedPrice : .price, in: $0.currency) }, \.last),
    Ticker.Columns.asOf: Column("as_of", .time, "") { _, asOf in .time(asOf) },
  ]
  /// The columns that past prices have in addition to the columns of tickers.
  package enum Columns {
    package static let at = Column<PastPrice>(
      "at", .time, "End of the candle whose close is last; only with --at"
    ) { price, _ in
      price.at.map(FieldValue.moment) ?? .unknown
    }
    package static let period = Column<PastPrice>(
      "period", "Period of that candle; only with --at", \.period?.rawValue)
  }
  package static let candleColumns: [Column<PastPrice>] = [Columns.at, Columns.period]
  package static let tableColumns =
    [Ticker.Columns.symbol, Ticker.Columns.last].map(column(of:)) + candleColumns
  package var market: Listing? { pair.base == nil ? nil : listing }
}

/// A view model of past prices, in the order of their requests.
package typealias PastPricesViewModel = SummaryViewModel<[PastPrice], PastPrice, PastPrice>

extension PastPricesViewModel {
  /// The requests are pairs on the polled exchanges, and coins, in order. A coin has an exchange if it
  /// was requested with one.
  package init(_ requests: [Listing], of exchanges: [ExchangeID]) {
    self.init(\.self, ListQuery(), of: exchanges) { polled in
      requests.reduce(into: []) { prices, request in
        guard let pattern = request.pair.pattern else {
          return prices += request.prices(in: polled)
        }
        prices += (polled[request.exchange]?.value ?? []).filter { [prices] price in
          pattern.matches(price.pair.symbol) && !prices.contains(price)
        }
      }
    }
  }
}

extension Listing {
  /// The past prices of this requested pair or coin. A coin has the exchange of the request.
  fileprivate func prices(in polled: PolledExchanges<[PastPrice]>) -> [PastPrice] {
    guard pair.base == nil else {
      let pair = (polled.names[self] ?? self).pair
      return polled[exchange]?.value?.filter { $0.pair == pair } ?? []
    }
    let code = polled.everydayCode(of: pair.symbol, on: exchange)
    let prices = polled.elements().filter { $0.pair.symbol == code }
    // A coin that is requested from one exchange with and without a prefix is fetched once, for both.
    let onExchange = prices.filter { $0.exchange == exchange }
    return onExchange.isEmpty ? prices.prefix(1).map { $0.on(exchange) } : onExchange
  }
}
