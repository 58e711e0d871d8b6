public import Foundation

/// A row of a list, such as a ticker, a candle, a coin or a holding.
public protocol ListRow: MarketRow, Hashable, Identifiable where ID: Sendable {
  /// The words for one row and for several rows.
  static var noun: (one: String, many: String) { get }
  /// Returns the notice for a list without any rows.
  static func emptyNotice(isMultiExchange: Bool) -> String

  /// Whether alerts ignore rows without an exchange, such as totals, while an exchange fails.
  static var needsAllExchanges: Bool { get }
  /// The pair whose order book can be opened from the row; `nil` if the row has no order book.
  var market: Listing? { get }
  /// The moment from which the change of the current price is measured; `nil` if the row has no such change.
  var dayChangeReference: ChangeReference? { get }
  /// The pair whose price history and trend belong to the row; `nil` if the row has neither.
  var historyMarket: Listing? { get }
  /// The last price of ``historyMarket``; `nil` if it is unknown.
  var historyPrice: Decimal? { get }
  /// The closes of ``historyMarket`` that long ago, as far as they are known; `nil` if none is used.
  var pastCloses: [PastSpan: Decimal]? { get set }
  /// The row without the values that do not count as a change since an earlier poll, such as values that
  /// depend on other rows.
  var comparable: Self { get }
  /// A name that the exchange sent for the base currency; `nil` for no name. By default, `matches` uses it.
  var sentName: String? { get }
  /// Whether a filter keeps the row.
  func matches(_ filter: SymbolFilter) -> Bool
}

extension ListRow {
  public static var needsAllExchanges: Bool { false }
  public static var noun: (one: String, many: String) { (one: "pair", many: "pairs") }
  public static func emptyNotice(isMultiExchange: Bool) -> String {
    isMultiExchange ? "the exchanges list no pairs" : "the exchange lists no pairs"
  }

  public var id: Listing { listing }
  public var market: Listing? { listing }
  public var historyMarket: Listing? { market }
  public var dayChangeReference: ChangeReference? { nil }
  public var historyPrice: Decimal? {
    guard case .number(let price) = Self.highlightedColumn?.value(of: self, asOf: .distantPast)
    else { return nil }
    return price
  }
  public var pastCloses: [PastSpan: Decimal]? {
    get { nil }
    set {}
  }
  public var comparable: Self { self }
  public var sentName: String? { nil }
  public func matches(_ filter: SymbolFilter) -> Bool {
    filter.matches(pair.symbol, name: sentName)
  }
}
