import Foundation

extension JSONReader {
  /// Reads the levels `[["27412.3","0.25",…],…]` of a side.
  ///
  /// - Parameter ordersIndex: the index of the number of orders in a level; `nil` if it is not sent.
  mutating func levels(
    _ side: Side, into update: inout BookUpdate, ordersIndex: Int? = nil
  ) throws {
    try array { reader in
      var (price, quantity, orders) = (Number?.none, Number?.none, Int64?.none)
      var index = 0
      try reader.array { reader in
        switch index {
        case 0: price = try reader.number()
        case 1: quantity = try reader.number()
        case ordersIndex: orders = try reader.wholeNumber()
        default: break
        }
        index += 1
      }
      update.add(try BookLevel(price, quantity, orders: orders), side)
    }
  }

  /// Reads a level that is an object, such as `{"price":27412.3,"qty":0.25}`.
  ///
  /// - Parameters:
  ///   - price: the name of the price.
  ///   - quantity: the name of the quantity.
  ///   - orders: the name of the number of orders; `nil` if it is not sent.
  ///   - readOther: called at the value of each other member.
  @inline(__always)
  mutating func level(
    price: StaticString, quantity: StaticString, orders: StaticString? = nil,
    _ readOther: (_ name: Name, _ reader: inout JSONReader) throws -> Void = { _, _ in }
  ) throws -> BookLevel {
    var (sentPrice, sentQuantity, count) = (Number?.none, Number?.none, Int64?.none)
    try object { name, reader in
      switch name {
      case price: sentPrice = try reader.number()
      case quantity: sentQuantity = try reader.number()
      case _ where orders.map { $0 ~= name } ?? false: count = try reader.wholeNumber()
      default: try readOther(name, &reader)
      }
    }
    return try BookLevel(sentPrice, sentQuantity, orders: count)
  }

  /// Reads a text, and returns the side that it stands for; `nil` if it is another text.
  mutating func side(bid: StaticString, ask: StaticString) throws -> Side? {
    let text = try name()
    return bid ~= text ? .bid : ask ~= text ? .ask : nil
  }

  /// Reads an object, and returns the readers of these members, which can have any order.
  mutating func members(_ names: StaticString...) throws -> [String: JSONReader] {
    var members: [String: JSONReader] = [:]
    try object { name, reader in
      if let known = names.first(where: { $0 ~= name }) { members["\(known)"] = reader }
    }
    return members
  }
}

extension BookLevel {
  /// The level of a price, which must be above 0, and a quantity, which must not be below 0.
  convenience init(
    _ price: JSONReader.Number?, _ quantity: JSONReader.Number?, orders: Int64?
  ) throws {
    guard let price, let quantity, price.value.isAboveZero, !quantity.value.isSignMinus else {
      throw MarketError.malformed("a level without price and quantity")
    }
    self.init(price, quantity, orders: orders)
  }
}

/// The numbers of a book's updates. Each update names the number before it. A stream without a first book is
/// joined with a book by request.
struct BookSequence: Sendable {
  /// An update that follows the update, or the book, with the number `previous`.
  struct Update: Sendable {
    let previous, number: Int64
    let book: BookUpdate
  }

  private let pair: Pair
  /// The number of the last update or of the book; `nil` without a book.
  private var last: Int64?
  /// Whether the book is from a request and no update has followed. Some updates may be older than it.
  private var isJoining = false
  /// The updates since the subscription, until there is a book.
  private var waiting: [Update] = []
  private var hasRequested = false

  init(of pair: Pair) { self.pair = pair }

  /// Needs a book by request, unless there is a book, or one was requested.
  mutating func request() -> [StreamEvent] {
    if last != nil || hasRequested { return [] }
    hasRequested = true
    return [.needsBook(pair)]
  }

  /// Begins with a first book from the stream.
  mutating func begin(_ book: BookUpdate, number: Int64) -> [StreamEvent] {
    (last, isJoining, waiting) = (number, false, [])
    return [.book(book)]
  }

  /// Begins with a book by request, and the updates that have arrived before. If the book is too old, needs
  /// another one.
  mutating func join(_ book: BookUpdate, number: Int64) -> [StreamEvent] {
    guard last == nil else { return [] }
    let newer = waiting.filter { $0.number > number }
    if let first = newer.first, first.previous > number { return [.needsBook(pair)] }
    (last, isJoining, waiting) = (number, true, [])
    return [.book(book)] + newer.flatMap { add($0) }
  }

  mutating func add(_ update: Update) -> [StreamEvent] {
    guard let last else {
      waiting.append(update)
      return []
    }
    if isJoining {
      if update.number <= last { return [] }
      guard update.previous <= last else {
        (self.last, waiting) = (nil, [update])
        return [.needsBook(pair)]
      }
    } else if update.previous != last {
      return [.gap("\(update.previous) after \(last)")]
    }
    (self.last, isJoining) = (update.number, false)
    return [.book(update.book)]
  }
}

extension BookSides {
  /// The best levels of both sides in turn, as `bid price:bid quantity:ask price:ask quantity:…` in the
  /// exchange's spelling, and their CRC-32.
  func checksumOfBothSides(depth: Int) -> UInt32 {
    var checksum = CRC32()
    var isFirst = true
    func add(_ text: String) {
      if !isFirst { checksum.add(UInt8(ascii: ":")) }
      isFirst = false
      checksum.add(text.utf8)
    }
    var (bids, asks) = (levels(.bid).makeIterator(), levels(.ask).makeIterator())
    for _ in 0..<depth {
      for level in [bids.next(), asks.next()].compactMap(\.self) {
        add(level.priceText)
        add(level.quantityText)
      }
    }
    return checksum.value
  }
}
