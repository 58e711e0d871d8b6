import Foundation

/// In JSON, a book has these members of `tickers book -o json`: `exchange`, `symbol`, `bids` and `asks`.
/// Unknown values are null. A book also has its `exchanges`, unless they are empty. For decoding, members
/// that are not listed here are ignored, so that the program's output can be decoded.
extension OrderBook: Codable {
  private enum CodingKeys: String, CodingKey { case exchange, exchanges, symbol, bids, asks }

  /// Decodes a book. Its entries can have any order.
  ///
  /// - Throws: a `DecodingError` if `symbol`, `bids` or `asks` is missing, or a member is invalid.
  public init(from decoder: any Decoder) throws {
    let book = try JSONMembers<CodingKeys>(from: decoder)
    let exchange: ExchangeID? = try book.optionalValue(.exchange)
    func entries(_ key: CodingKeys) throws -> [Entry] {
      var entries: [Entry] = try book.value(key)
      // In the program's output, each entry repeats the exchange of the book.
      for index in entries.indices where entries[index].exchange == exchange {
        entries[index].exchange = nil
      }
      return entries
    }
    self.init(
      exchange: exchange, pair: Pair(symbol: try book.name(.symbol)), bids: try entries(.bids),
      asks: try entries(.asks))
    exchanges = ((try book.optionalValue(.exchanges) ?? []) + exchanges).eachOnce
  }

  /// Encodes the book. Its numbers have all digits.
  ///
  /// - Throws: an `EncodingError` if a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var book = encoder.container(keyedBy: CodingKeys.self)
    try book.encode(exchange, forKey: .exchange)
    if !exchanges.isEmpty { try book.encode(exchanges, forKey: .exchanges) }
    try book.encode(pair, forKey: .symbol)
    try book.encode(bids, forKey: .bids)
    try book.encode(asks, forKey: .asks)
  }
}

/// In JSON, an entry has `price`, `quantity`, and either `order_id`, if it is known, or `orders`. It also
/// has its `exchange`, unless ``exchange`` is `nil`.
extension OrderBook.Entry: Codable {
  private enum CodingKeys: String, CodingKey {
    case exchange, price, quantity, orders
    case orderID = "order_id"
  }

  /// Decodes an entry.
  ///
  /// - Throws: a `DecodingError` if `price` or `quantity` is missing, or a member is invalid.
  public init(from decoder: any Decoder) throws {
    let row = try JSONMembers<CodingKeys>(from: decoder)
    let (price, quantity) = (try row.requiredNumber(.price), try row.requiredNumber(.quantity))
    let id: Identifier? = try row.optionalValue(.orderID)
    if row.members.contains(.orderID) {
      self.init(price: price, quantity: quantity, orderID: id)
    } else {
      self.init(price: price, quantity: quantity, orders: try row.wholeNumber(.orders))
    }
    exchange = try row.optionalValue(.exchange)
  }

  /// Encodes the entry. Its numbers have all digits.
  ///
  /// - Throws: an `EncodingError` if a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encodeIfPresent(exchange, forKey: .exchange)
    try row.encode(exact: [.price: price, .quantity: quantity])
    if let orderID {
      try row.encode(orderID, forKey: .orderID)
    } else {
      try row.encode(orders, forKey: .orders)
    }
  }
}
