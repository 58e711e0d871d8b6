import Foundation

extension Bitstamp {
  /// An answer of `/order_book/`; how many orders stand at a price is not told.
  struct WireBook: Decodable {
    /// `["27412.31","0.25000000"]`, with `group=2` `["27412.31","0.25000000","1458532827766784"]`.
    struct Entry: Decodable {
      let price, quantity: Decimal
      let id: Identifier?

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        (price, quantity) = try container.priceAndQuantity(quoted: true)
        id =
          (try? container.decode(String.self)).map { .text($0) }
          ?? (try? container.decode(Int64.self)).map { .number($0) }
      }

      func entry(_ detail: BookDetail) -> OrderBook.Entry {
        switch detail {
        case .levels: OrderBook.Entry(price: price, quantity: quantity)
        case .orders: OrderBook.Entry(price: price, quantity: quantity, orderID: id)
        }
      }
    }

    let bids, asks: [Entry]
    /// The reasons of entries that were left out.
    let warnings: [Warning]

    private enum CodingKeys: CodingKey { case bids, asks }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let bids = try container.decode(Rows<Entry>.self, forKey: .bids)
      let asks = try container.decode(Rows<Entry>.self, forKey: .asks)
      (self.bids, self.asks) = (bids.elements, asks.elements)
      warnings = bids.warnings + asks.warnings
    }
  }
}
