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
        let numbers = (try container.number(quoted: true), try container.number(quoted: true))
        guard let price = numbers.0, let quantity = numbers.1, quantity > 0 else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: decoder.codingPath,
              debugDescription: "not a price and a quantity above 0"))
        }
        entry = OrderBook.Entry(price: price, quantity: quantity)
      }
    }
  }
}
