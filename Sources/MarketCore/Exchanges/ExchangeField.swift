import Foundation

/// The fields of an exchange.
public enum ExchangeField: String, Field {
  /// ``Exchange/id``.
  case exchange
  /// ``Exchange/title``.
  case title
  /// Whether it offers the tickers of all pairs.
  case tickers
  /// Whether it offers order books.
  case book
  /// Whether it offers books of single orders.
  case orders
  /// The periods of its price history.
  case history
  /// Whether it gives the names of currencies.
  case names
  /// ``Exchange/url``.
  case url

  /// The kind of its values.
  public var kind: FieldKind { .text }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .exchange, .title: 0
    case .history: 1
    case .orders: 2
    case .names: 3
    case .tickers, .book: 4
    case .url: 5
    }
  }

  /// The value of the field for an exchange.
  public func cell(of exchange: any Exchange) -> Cell {
    func flag(_ isOffered: Bool) -> Cell { Cell(.flag(isOffered), isOffered ? "yes" : "no") }
    return switch self {
    case .exchange: Cell(.text(exchange.id))
    case .title: Cell(.text(exchange.title))
    case .tickers, .book: flag(true)
    case .orders: flag(exchange.info.hasOrders)
    case .history: Cell(.words(exchange.info.periods.map(\.rawValue)))
    case .names: flag(exchange.info.hasNames)
    case .url: Cell(.text(exchange.url.absoluteString))
    }
  }
}
