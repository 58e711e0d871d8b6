public import Foundation

/// A row about a pair or a currency.
public protocol MarketRow: Row {
  /// The type of ``key``. By default, the key is ``listing``.
  associatedtype Key: Hashable & Sendable = Listing
  /// The column whose changes are highlighted, such as the last price; `nil` for no column.
  static var highlightedColumn: Column<Self>? { get }
  /// The exchange; `nil` if the row belongs to no single exchange, or if it is unknown.
  var exchange: ExchangeID? { get }
  /// The pair. In a row about a currency, its symbol is the code of the currency; empty if it is unknown.
  var pair: Pair { get }
  /// The pair on its exchange.
  var listing: Listing { get }
  /// Identifies what the row is about, in alerts and from one poll to the next.
  var key: Key { get }
  /// Names the row in alerts: by default, the symbol of the pair.
  var title: String { get }
  /// The arrival time of the row itself, if it is from a stream; `nil`, the default, for the arrival time of
  /// its exchange's last answer.
  var receivedAt: Date? { get }
}

extension MarketRow {
  public static var highlightedColumn: Column<Self>? { nil }
  public var listing: Listing { Listing(exchange: exchange, pair: pair) }
  public var title: String { pair.symbol }
  public var receivedAt: Date? { nil }
}

extension MarketRow where Key == Listing {
  public var key: Listing { listing }
}

extension Column where Row: MarketRow {
  /// The same column without the code of the quote currency in its cells, for texts that show the symbol.
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
