public import Foundation

/// A row about one market, or about one currency.
public protocol MarketRow: Row {
  /// The column of its price; `nil` for none.
  static var highlightedColumn: Column<Self>? { get }
  /// The exchange; `nil` if it is of none, or of several.
  var exchange: ExchangeID? { get }
  /// The market; of a currency, a pair whose symbol is its code.
  var pair: Pair { get }
  /// The identity of the row within a view model.
  var listing: Listing { get }
}

extension MarketRow {
  /// None.
  public static var highlightedColumn: Column<Self>? { nil }
  /// The pair on its exchange.
  public var listing: Listing { Listing(exchange: exchange, pair: pair) }
}

/// A row of a list: a model that an exchange lists by pair, or one computed from such models.
public protocol ListRow: MarketRow, Hashable, Identifiable where ID: Sendable {
  /// The words for one row and for several.
  static var noun: (one: String, many: String) { get }
  /// The notice when the answers have no rows at all.
  static func emptyNotice(isMultiExchange: Bool) -> String

  /// Whether a failed exchange makes its values wrong, not only unknown.
  static var needsAllExchanges: Bool { get }
  /// The pair on its exchange, if there is an order book of it.
  var market: Listing? { get }
  /// The moment that its change is measured from; `nil` for a row without a change of a day.
  var dayChangeReference: ChangeReference? { get }
  /// The listing for price history and trend; `nil` for none.
  var historyMarket: Listing? { get }
  /// The last price of ``historyMarket``.
  var historyPrice: Decimal? { get }
  /// The row without times and values that depend on other rows, to compare with an earlier poll.
  var comparable: Self { get }
  /// The name of the base currency that the exchange has sent, by which filters keep it, too; `nil` for none.
  var sentName: String? { get }
  /// Whether a filter keeps it.
  func matches(_ filter: SymbolFilter) -> Bool
}

extension ListRow {
  /// Not so.
  public static var needsAllExchanges: Bool { false }
  /// A pair.
  public static var noun: (one: String, many: String) { (one: "pair", many: "pairs") }
  /// That no pair is listed.
  public static func emptyNotice(isMultiExchange: Bool) -> String {
    isMultiExchange ? "the exchanges list no pairs" : "the exchange lists no pairs"
  }

  /// The listing.
  public var id: Listing { listing }
  /// The listing.
  public var market: Listing? { listing }
  /// The pair of the order book.
  public var historyMarket: Listing? { market }
  /// None.
  public var dayChangeReference: ChangeReference? { nil }
  /// The highlighted number.
  public var historyPrice: Decimal? {
    guard case .number(let price) = Self.highlightedColumn?.value(of: self, asOf: .distantPast)
    else { return nil }
    return price
  }
  /// The row itself.
  public var comparable: Self { self }
  /// None.
  public var sentName: String? { nil }
  /// By its symbol and its name.
  public func matches(_ filter: SymbolFilter) -> Bool {
    filter.matches(pair.symbol, name: sentName)
  }
}

extension Column where Row: MarketRow {
  /// The same column for tables that have the symbol, too: prices in the quote currency have no code.
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
