/// The fields of a level, or an order, of an order book.
public enum BookField: String, Field {
  /// The id of the exchange.
  case exchange
  /// `bid` or `ask`.
  case side
  /// 1 for the best price of its side.
  case level
  /// In the quote currency.
  case price
  /// In the base currency.
  case quantity
  /// The number of orders at the price.
  case orders
  /// The order's id, in a book of single orders; else unknown.
  case orderID = "order_id"
  /// The quantity from the best price to here, in the base currency.
  case total
  /// Price × quantity, in the quote currency.
  case notional
  /// The total as a share of the largest one shown, 0 … 1, which a table draws as a bar.
  case bar

  /// The columns of a ladder, unless others are chosen.
  public static let tableColumns: [BookField] = [.side, .price, .quantity, .orders, .total, .bar]
  /// The columns of machine formats, unless others are chosen.
  public static let dataColumns: [BookField] = [
    .exchange, .side, .level, .price, .quantity, .orders, .total, .notional,
  ]

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .exchange, .side: .text
    case .level, .price, .quantity, .orders, .orderID, .total, .notional: .number
    case .bar: .share
    }
  }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .exchange, .price, .quantity: 0
    case .side: 1
    case .total: 2
    case .orders, .orderID: 3
    case .level, .notional: 4
    case .bar: 5
    }
  }

  /// The same field of an entry of a detail: a level has a count of orders, an order has an id.
  public func of(_ detail: BookDetail) -> BookField {
    [.orders, .orderID].contains(self) ? (detail == .orders ? .orderID : .orders) : self
  }
}
