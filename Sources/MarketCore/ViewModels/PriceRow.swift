package import Foundation

/// The price of a pair on an exchange, or of a coin.
package enum PriceRow: Hashable, Sendable {
  case pair(Ticker)
  /// A coin. `exchange` is `nil` if the coin was requested without an exchange.
  case coin(Coin, exchange: ExchangeID?)

  package var last: Decimal? {
    switch self {
    case .pair(let ticker): ticker.last
    case .coin(let coin, _): coin.price
    }
  }
}

extension PriceRow: ListRow {
  /// The columns of a ticker. A coin has values for some of them.
  package static let columns = Ticker.columns.map(column(of:))

  /// The column of prices that corresponds to a column of tickers.
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
    Ticker.Columns.asOf: Coin.Columns.asOf, Ticker.Columns.percentHour: Coin.Columns.percentHour,
    Ticker.Columns.percentWeek: Coin.Columns.percentWeek,
    Ticker.Columns.percentMonth: Coin.Columns.percentMonth,
    Ticker.Columns.age: Column("age", .seconds, "") { coin, _ in .age(since: coin.asOf) },
  ]
  package static let tableColumns = Ticker.tableColumns.map(column(of:))
  package static let highlightedColumn: Column<PriceRow>? = column(of: Ticker.Columns.last)

  package var exchange: ExchangeID? {
    switch self {
    case .pair(let ticker): ticker.exchange
    case .coin(_, let exchange): exchange
    }
  }
  package var pair: Pair {
    switch self {
    case .pair(let ticker): ticker.pair
    case .coin(let coin, _): coin.pair
    }
  }
  package var receivedAt: Date? {
    if case .pair(let ticker) = self { ticker.receivedAt } else { nil }
  }
  package var sentName: String? { if case .pair(let ticker) = self { ticker.name } else { nil } }
  package var market: Listing? { if case .pair = self { listing } else { nil } }
  package var historyMarket: Listing? {
    if case .coin(let coin, _) = self { coin.historyMarket } else { listing }
  }
  package var historyPrice: Decimal? {
    if case .coin(let coin, _) = self { coin.historyPrice } else { last }
  }
  package var pastCloses: [PastSpan: Decimal]? {
    get {
      switch self {
      case .pair(let ticker): ticker.pastCloses
      case .coin(let coin, _): coin.pastCloses
      }
    }
    set {
      switch self {
      case .pair(var ticker):
        ticker.pastCloses = newValue
        self = .pair(ticker)
      case .coin(var coin, let exchange):
        coin.pastCloses = newValue
        self = .coin(coin, exchange: exchange)
      }
    }
  }
  package var dayChangeReference: ChangeReference? {
    switch self {
    case .pair(let ticker): ticker.dayChangeReference
    case .coin(let coin, _): coin.dayChangeReference
    }
  }
}
