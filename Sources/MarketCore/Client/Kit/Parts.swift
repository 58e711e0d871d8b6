import Foundation

// What several exchanges need for a request or for their models.

extension [Pair]? {
  /// The pair, if it is the only one that is requested.
  var single: Pair? { self?.count == 1 ? self?.first : nil }

  /// The pairs, if all of their names fit into a URL, whose length servers limit; else all are requested.
  var few: [Pair]? { flatMap { $0.count > 100 ? nil : $0 } }
}

extension Pair {
  /// Whether the symbol can be part of a path.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64 && symbol.consists(of: "A"..."Z", "0"..."9", "-"..."-")
  }

  /// The pair of a name, as in `BTC/USD`, in these codes; `nil` when it has another form.
  init?(name: String, codes: [String: String] = [:]) {
    let parts = name.uppercased().split(separator: "/", omittingEmptySubsequences: false)
      .map { codes[String($0)] ?? String($0) }
    guard parts.count == 2, parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    self.init(base: parts[0], quote: parts[1])
  }

  /// Whether its currencies are among these.
  func consists(of codes: Set<String>) -> Bool {
    base.map(codes.contains) == true && quote.map(codes.contains) == true
  }

  /// The symbol for a path.
  func requestableSymbol() throws(MarketError) -> String {
    guard isRequestable else { throw .notRequestable(self) }
    return symbol
  }
}

extension String {
  /// Whether every character is within one of these ranges.
  func consists(of ranges: ClosedRange<Unicode.Scalar>...) -> Bool {
    unicodeScalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar) } }
  }
}

extension Date {
  /// The last whole unit of Unix time, of so many per second, before this time: for a range whose end
  /// is included.
  func lastUnixTime(units: Double = 1) -> Int64 {
    Int64((timeIntervalSince1970 * units).rounded(.up)) - 1
  }
}

extension Period {
  /// The number of candles to request: at most `most`, and no more than can begin in this range.
  func count(from start: Date?, before end: Date?, most: Int) -> Int {
    guard let start else { return most }
    return Int(min(max((end ?? .now).timeIntervalSince(start) / seconds + 2, 1), Double(most)))
  }
}

extension JSONArray {
  /// The candles in arrays of a time, in so many units per second, and these fields; `nil` for an element
  /// that is skipped. `isUnconfirmed` reads the elements after them.
  func candles(
    _ fields: [KeyPath<Candle, Decimal?>?], units: Decimal = 1, quoted: Bool = false,
    quotedTime: Bool = false, isUnconfirmed: (inout JSONArray) throws -> Bool = { _ in false }
  ) throws -> Rows<Candle> {
    let places = [\Candle.open, \.high, \.low, \.close, \.volume].map { fields.firstIndex(of: $0) }
    return try arrays { row in
      let time = try row.time(units: units, quoted: quotedTime)
      var numbers: [Decimal?] = []
      for field in fields {
        if field == nil { try row.skip() }
        numbers.append(field == nil ? nil : try row.number(quoted: quoted))
      }
      let values = places.map { $0.flatMap { numbers[$0] } }
      return Candle(
        time: time, open: values[0].nilIfZero, high: values[1].nilIfZero, low: values[2].nilIfZero,
        close: values[3].nilIfZero, volume: values[4], isUnconfirmed: try isUnconfirmed(&row))
    }
  }

  /// `[PRICE, QUANTITY]`, usually quoted, and with a detail at this index the number of orders or the
  /// order's id.
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

extension JSONObject {
  /// The book in the members `bids` and `asks`, each an array of arrays; invalid entries are skipped.
  /// The detail is the meaning of an entry's third element, or of that at another index; `nil` for none.
  func book(
    of pair: Pair, _ detail: BookDetail? = nil, at place: Int = 2
  ) throws -> (book: OrderBook, warnings: [Warning]) {
    let bids = try array("bids").arrays { try $0.entry(detail, at: place) }
    let asks = try array("asks").arrays { try $0.entry(detail, at: place) }
    let book = OrderBook(pair: pair, bids: bids.elements, asks: asks.elements)
    return (book, bids.warnings + asks.warnings)
  }
}

extension JSONObject {
  /// The ticker in members with these names, numbers usually quoted; a price of 0 is unknown, and an
  /// empty text, too, where it `canBeEmpty`.
  func ticker(
    of pair: Pair, last: JSONKey, open: JSONKey, high: JSONKey, low: JSONKey, volume: JSONKey,
    canBeEmpty: Bool = false
  ) throws -> Ticker {
    func price(_ key: JSONKey) throws -> Decimal? {
      try self.price(key, quoted: true, canBeEmpty: canBeEmpty)
    }
    let (last, open) = (try price(last), try price(open))
    let (high, low) = (try price(high), try price(low))
    return Ticker(
      pair: pair, open: open, volume: try number(volume, quoted: true, canBeEmpty: canBeEmpty),
      last: last, high: high, low: low)
  }
}

extension OrderBook.Entry {
  /// A price level with its number of orders, or an order with its id.
  init(_ detail: BookDetail, price: Decimal, quantity: Decimal, number: UInt64?) {
    switch detail {
    case .levels:
      self.init(price: price, quantity: quantity, orders: number.flatMap { Int64(exactly: $0) })
    case .orders: self.init(price: price, quantity: quantity, orderID: number.map { .number($0) })
    }
  }
}

extension OrderBook {
  /// The book of entries that each have a side.
  init(pair: Pair, entries: [(side: Side, entry: Entry)]) {
    func side(_ side: Side) -> [Entry] { entries.filter { $0.side == side }.map(\.entry) }
    self.init(pair: pair, bids: side(.bid), asks: side(.ask))
  }
}

extension Ticker {
  /// The ticker with parts that other responses have; `nil` keeps the part.
  func with(
    pair: Pair? = nil, name: String? = nil, bid: Decimal? = nil, ask: Decimal? = nil
  ) -> Ticker {
    var ticker = self
    ticker.pair = pair ?? ticker.pair
    ticker.name = name ?? ticker.name
    ticker.bid = bid ?? ticker.bid
    ticker.ask = ask ?? ticker.ask
    return ticker
  }
}
