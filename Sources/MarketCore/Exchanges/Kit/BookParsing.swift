import Foundation

extension JSONObject {
  /// The book in the members `bids` and `asks`, each an array of arrays; invalid entries are skipped.
  func book(
    of pair: Pair, _ entry: (inout JSONArray) throws -> OrderBook.Entry
  ) throws -> (book: OrderBook, warnings: [Warning]) {
    let (bids, asks) = (try array("bids").arrays(entry), try array("asks").arrays(entry))
    let book = OrderBook(pair: pair, bids: bids.elements, asks: asks.elements)
    return (book, bids.warnings + asks.warnings)
  }
}

extension JSONArray {
  /// The price level `[PRICE, QUANTITY]`, both usually quoted.
  mutating func level() throws -> OrderBook.Entry {
    let (price, quantity) = try priceAndQuantity(quoted: true)
    return OrderBook.Entry(price: price, quantity: quantity)
  }

  /// The price and the quantity that an entry of a book begins with. An entry whose quantity is not
  /// above 0 is invalid.
  mutating func priceAndQuantity(quoted: Bool) throws -> (price: Decimal, quantity: Decimal) {
    let price = try requiredNumber(quoted: quoted)
    let index = elements.currentIndex
    let quantity = try requiredNumber(quoted: quoted)
    guard quantity.isAboveZero else { throw invalid(at: index, "not above 0") }
    return (price, quantity)
  }
}
