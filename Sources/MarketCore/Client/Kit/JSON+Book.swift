import Foundation

extension JSONObject {
  /// The book in the members `bids` and `asks`, with a warning for each invalid entry. With `detail`, the
  /// element at `place` is read, too: how many orders a level has, or the id of a single order.
  func book(
    of pair: Pair, _ detail: BookDetail? = nil, at place: Int = 2, bids: JSONKey = "bids",
    asks: JSONKey = "asks"
  ) throws -> (book: OrderBook, warnings: [Warning]) {
    let bids = try array(bids).arrays { try $0.entry(detail, at: place) }
    let asks = try array(asks).arrays { try $0.entry(detail, at: place) }
    let book = OrderBook(pair: pair, bids: bids.elements, asks: asks.elements)
    return (book, bids.warnings + asks.warnings)
  }
}

extension JSONObject {
  /// Returns the number of a key. Throws if it is missing or not above 0.
  func positiveNumber(_ key: JSONKey, quoted: Bool = false) throws -> Decimal {
    let number = try requiredNumber(key, quoted: quoted)
    if number.isAboveZero { return number }
    throw invalid(key, "not above 0")
  }
}

extension JSONArray {
  /// `[PRICE, QUANTITY, …]`
  fileprivate mutating func entry(_ detail: BookDetail?, at place: Int) throws -> OrderBook.Entry {
    let (price, quantity) = (try positiveNumber(quoted: true), try positiveNumber(quoted: true))
    if detail != nil { try skip(place - 2) }
    if detail == .orders {
      let id =
        (try? text()).map(Identifier.text)
        ?? (try? elements.decode(UInt64.self)).map(Identifier.number)
      return OrderBook.Entry(price: price, quantity: quantity, orderID: id)
    }
    let orders: Int64? = try detail == nil ? nil : wholeNumber()
    return OrderBook.Entry(price: price, quantity: quantity, orders: orders)
  }
}

extension OrderBook.Entry {
  /// A price level of `number` orders, or a single order whose id is `number`.
  init(_ detail: BookDetail, price: Decimal, quantity: Decimal, number: UInt64?) {
    switch detail {
    case .levels:
      self.init(price: price, quantity: quantity, orders: number.flatMap { Int64(exactly: $0) })
    case .orders: self.init(price: price, quantity: quantity, orderID: number.map { .number($0) })
    }
  }
}

extension OrderBook {
  init(pair: Pair, entries: [(side: Side, entry: Entry)]) {
    func side(_ side: Side) -> [Entry] { entries.filter { $0.side == side }.map(\.entry) }
    self.init(pair: pair, bids: side(.bid), asks: side(.ask))
  }
}
