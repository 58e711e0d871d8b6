public import Foundation

/// A row about one market or one currency.
public protocol MarketRow: Row {
  /// The column of the row's price; `nil` if rows have no price.
  static var highlightedColumn: Column<Self>? { get }
  /// The exchange; `nil` if the row belongs to no exchange, or to several exchanges.
  var exchange: ExchangeID? { get }
  /// The market. In a row about a currency, the symbol of the pair is the code of the currency.
  var pair: Pair { get }
  /// The identity of the row within a view model. By default, the pair on its exchange.
  var listing: Listing { get }
}

extension MarketRow {
  public static var highlightedColumn: Column<Self>? { nil }
  public var listing: Listing { Listing(exchange: exchange, pair: pair) }
}

/// A row of a list: a model that an exchange lists by pair, or a row that is computed from such models.
public protocol ListRow: MarketRow, Hashable, Identifiable where ID: Sendable {
  /// The words for one row and for several rows.
  static var noun: (one: String, many: String) { get }
  /// Returns the notice for answers without any rows.
  static func emptyNotice(isMultiExchange: Bool) -> String

  /// Whether a failed exchange makes the values of rows wrong, instead of only unknown.
  static var needsAllExchanges: Bool { get }
  /// The pair on its exchange; `nil` if it has no order book.
  var market: Listing? { get }
  /// The moment from which the change of a day is measured; `nil` if the row has no such change.
  var dayChangeReference: ChangeReference? { get }
  /// The listing for the price history and the trend; `nil` if the row has neither.
  var historyMarket: Listing? { get }
  /// The last price of ``historyMarket``.
  var historyPrice: Decimal? { get }
  /// The row without times and without values that depend on other rows, for comparisons with an earlier
  /// poll.
  var comparable: Self { get }
  /// The name of the base currency that the exchange has sent, which filters match, too; `nil` if the
  /// exchange sent no name.
  var sentName: String? { get }
  /// Whether a filter keeps the row.
  func matches(_ filter: SymbolFilter) -> Bool
}

extension ListRow {
  public static var needsAllExchanges: Bool { false }
  public static var noun: (one: String, many: String) { (one: "pair", many: "pairs") }
  /// By default, a notice that no pairs are listed.
  public static func emptyNotice(isMultiExchange: Bool) -> String {
    isMultiExchange ? "the exchanges list no pairs" : "the exchange lists no pairs"
  }

  public var id: Listing { listing }
  public var market: Listing? { listing }
  public var historyMarket: Listing? { market }
  public var dayChangeReference: ChangeReference? { nil }
  /// By default, the number in the highlighted column.
  public var historyPrice: Decimal? {
    guard case .number(let price) = Self.highlightedColumn?.value(of: self, asOf: .distantPast)
    else { return nil }
    return price
  }
  public var comparable: Self { self }
  public var sentName: String? { nil }
  /// By default, the filter matches the symbol and the name.
  public func matches(_ filter: SymbolFilter) -> Bool {
    filter.matches(pair.symbol, name: sentName)
  }
}

extension Column where Row: MarketRow {
  /// The same column for tables that also have the symbol. Prices in the quote currency have no code,
  /// because the symbol contains it.
  package var withoutQuoteCode: Column {
    var column = self
    column.makeCell = { [makeCell] row, asOf in
      var cell = makeCell(row, asOf)
      cell.hasCode = cell.currency != row.pair.quote
      return cell
    }
    return column
  }
}
