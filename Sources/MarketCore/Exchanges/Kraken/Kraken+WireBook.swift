import Foundation

extension Kraken {
  /// The book of `/Depth`: `[price, volume, time]` a level, best first.
  struct WireBook: Decodable {
    private let asks, bids: Rows<Level>

    /// The levels that could not be decoded.
    var warnings: [Warning] { bids.warnings + asks.warnings }

    func book(_ pair: Pair) -> OrderBook {
      OrderBook(pair: pair, bids: bids.elements.map(\.entry), asks: asks.elements.map(\.entry))
    }

    private struct Level: Decodable {
      let entry: OrderBook.Entry

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let (price, quantity) = try container.priceAndQuantity(quoted: true)
        entry = OrderBook.Entry(price: price, quantity: quantity)
      }
    }
  }
}
