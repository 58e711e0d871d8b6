public import Foundation

/// The order book of a pair as Blockchain.com sends it, of price levels (`/l2/BTC-USD`) or of single orders
/// (`/l3/BTC-USD`): `{"symbol":"BTC-USD","bids":[{"px":27412.3,"qty":0.25,"num":3}],"asks":[…]}`.
///
/// Entries are in the order of the response, which need not be the order of their prices.
/// ``OrderBook/init(_:detail:)`` makes a sorted book from it.
public struct BlockchainOrderBook: Codable, Hashable, Sendable {
  /// A price level, or a single order. In the JSON, its numbers may be quoted.
  public struct Entry: Codable, Hashable, Sendable {
    enum CodingKeys: String, CodingKey {
      case price = "px"
      case quantity = "qty"
      case number = "num"
    }

    /// The price of one unit, in the quote currency.
    public var price: Decimal
    /// The quantity, in the base currency.
    public var quantity: Decimal
    /// How many orders a price level has, or the id of a single order; `nil` if it was not sent.
    public var number: UInt64?

    /// An entry of these values.
    public init(price: Decimal, quantity: Decimal, number: UInt64? = nil) {
      self.price = price
      self.quantity = quantity
      self.number = number
    }

    /// Decodes an entry.
    ///
    /// - Throws: a `DecodingError` if price or quantity is missing, or is not a number that a `Decimal`
    ///   can hold (<doc:ExactNumbers>), or if `num` is not a whole number of 0 to 2^64 − 1.
    public init(from decoder: any Decoder) throws { try self.init(JSONMembers(from: decoder)) }

    init(_ row: borrowing JSONMembers<CodingKeys>) throws {
      price = try row.requiredNumber(.price)
      quantity = try row.requiredNumber(.quantity)
      number = try row.wholeNumber(.number)
    }

    /// Encodes the entry; a ``number`` that is `nil` is omitted.
    ///
    /// - Throws: an `EncodingError` if price or quantity is not finite.
    public func encode(to encoder: any Encoder) throws {
      var row = encoder.container(keyedBy: CodingKeys.self)
      try row.encode(exact: [.price: price, .quantity: quantity])
      try row.encodeIfPresent(number, forKey: .number)
    }
  }

  enum CodingKeys: String, CodingKey { case symbol, bids, asks }

  public var symbol: String
  public var bids: [Entry]
  public var asks: [Entry]

  /// A book of these parts.
  public init(symbol: String, bids: [Entry], asks: [Entry]) {
    self.symbol = symbol
    self.bids = bids
    self.asks = asks
  }

  /// Decodes a book with all of its entries. A ``MarketClient`` instead skips invalid entries with warnings.
  ///
  /// - Throws: a `DecodingError` with the path, if a member or an entry is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let row = try JSONMembers<CodingKeys>(from: decoder)
    symbol = try row.name(.symbol)
    bids = try row.value(.bids)
    asks = try row.value(.asks)
  }
}

extension OrderBook {
  /// The same order book, best price first. `detail` says whether the book was requested with price levels
  /// (`/l2`) or with single orders (`/l3`), which the JSON does not show.
  public init(_ book: BlockchainOrderBook, detail: BookDetail) {
    func entries(_ entries: [BlockchainOrderBook.Entry]) -> [Entry] {
      entries.map {
        Entry(detail, price: $0.price, quantity: $0.quantity, number: $0.number)
      }
    }
    self.init(
      pair: Pair(symbol: book.symbol), bids: entries(book.bids), asks: entries(book.asks))
  }
}
