import Foundation

extension Coinbase {
  /// An answer of `/products/ID/book`, each side best first.
  struct WireBook<Entry: Decodable & CoinbaseEntry>: Decodable {
    let bids, asks: Rows<Entry>

    var warnings: [Warning] { bids.warnings + asks.warnings }

    func book(of pair: Pair) -> OrderBook {
      OrderBook(
        pair: pair, bids: bids.elements.map(\.entry), asks: asks.elements.map(\.entry))
    }
  }

  /// An entry of level 2: `[PRICE, SIZE, ORDERS]`, the first two in quotes.
  struct WireLevel: Decodable, CoinbaseEntry {
    let entry: OrderBook.Entry

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let (price, quantity) = try container.priceAndQuantity(quoted: true)
      entry = OrderBook.Entry(
        price: price, quantity: quantity, orders: try? container.decode(Int64.self))
    }
  }

  /// An entry of level 3: `[PRICE, SIZE, ORDER ID]`, the id a UUID.
  struct WireOrder: Decodable, CoinbaseEntry {
    let entry: OrderBook.Entry

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let (price, quantity) = try container.priceAndQuantity(quoted: true)
      let id = try? container.decode(String.self)
      entry = OrderBook.Entry(price: price, quantity: quantity, orderID: id.map { .text($0) })
    }
  }

  /// The price and the quantity of an entry of either level.
  protocol CoinbaseEntry { var entry: OrderBook.Entry { get } }
}
