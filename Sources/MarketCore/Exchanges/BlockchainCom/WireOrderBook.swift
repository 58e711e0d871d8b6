public import Foundation

extension BlockchainCom {
  /// An answer of `/l2` or `/l3`. No order of the entries is promised.
  public struct WireOrderBook: Codable, Hashable, Sendable {
    /// One price level (`/l2`), or one order (`/l3`).
    public struct Entry: Codable, Hashable, Sendable {
      /// The price, in the quote currency.
      public let px: Decimal
      /// The quantity, in the base currency, above 0.
      public let qty: Decimal
      /// The number of orders at this price; in `/l3`, the order's id.
      public let num: Int64?

      private enum CodingKeys: CodingKey { case px, qty, num }

      /// Decodes an entry.
      ///
      /// - Throws: `DecodingError` also when price or quantity is missing, or the quantity is not
      ///   above 0: such an entry offers nothing.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        px = try container.requiredNumber(forKey: .px)
        qty = try container.requiredNumber(forKey: .qty)
        guard qty.isAboveZero else {
          throw DecodingError.dataCorruptedError(
            forKey: .qty, in: container, debugDescription: "not above 0")
        }
        num = try container.wholeNumber(forKey: .num)
      }
    }

    /// The exchange's name of the pair.
    public let symbol: String
    /// The entries that could be decoded, in the order in which they were sent.
    public let bids, asks: [Entry]
    /// The reasons of entries that were left out. Not part of the wire.
    public let warnings: [Warning]

    private enum CodingKeys: CodingKey { case symbol, bids, asks }

    /// Decodes an answer; entries that cannot be decoded are left out.
    ///
    /// - Throws: `DecodingError` when the symbol or a side is missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      symbol = try container.name(forKey: .symbol)
      let bids = try container.decode(Rows<Entry>.self, forKey: .bids)
      let asks = try container.decode(Rows<Entry>.self, forKey: .asks)
      (self.bids, self.asks) = (bids.elements, asks.elements)
      warnings = bids.warnings + asks.warnings
    }

    func book(_ detail: BookDetail) -> OrderBook {
      func entries(_ side: [Entry]) -> [OrderBook.Entry] {
        side.map { entry in
          switch detail {
          case .levels: OrderBook.Entry(price: entry.px, quantity: entry.qty, orders: entry.num)
          case .orders:
            OrderBook.Entry(
              price: entry.px, quantity: entry.qty, orderID: entry.num.map { .number($0) })
          }
        }
      }
      return OrderBook(pair: Pair(symbol: symbol), bids: entries(bids), asks: entries(asks))
    }
  }
}
