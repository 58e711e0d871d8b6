import Foundation

extension Kraken {
  /// The channel `book` of version 2. Each message has a checksum of the best 10 levels of both sides, which
  /// proves nothing below them.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    let depth = [10, 25, 100, 500, 1000].first { $0 >= depth ?? 1000 } ?? 1000
    return stream.map {
      BookStreamInfo(
        $0, .checksum, depth: depth, makeStream: { KrakenBookStream($0, depth: depth) }
      ) {
        $0.checksum = Self.checksum
      }
    }
  }

  /// The digits of price and quantity of the best 10 asks, then of the best 10 bids, without points and
  /// without zeros at the beginning.
  static func checksum(of book: BookSides) -> UInt32 {
    var checksum = CRC32()
    func add(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        let significant = bytes.drop { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        for byte in significant where byte != UInt8(ascii: ".") { checksum.add(byte) }
      }
    }
    for side in [Side.ask, .bid] {
      for level in book.levels(side).prefix(10) {
        add(level.priceText)
        add(level.quantityText)
      }
    }
    return checksum.value
  }
}

/// The book of one pair. After each message, levels beyond the depth do not count: their removal is not sent.
struct KrakenBookStream: ExchangeStream {
  private let depth: Int
  private let pair: Pair
  /// Reads all messages but those of the book.
  private var others: KrakenStream

  init(_ pair: Pair, depth: Int) {
    (self.pair, self.depth, others) = (pair, depth, KrakenStream(pairs: [pair]))
  }

  var subscriptions: [String] {
    others.names.names.map { name in
      """
      {"method":"subscribe","params":{"channel":"book","symbol":\([name].json),\
      "depth":\(depth),"snapshot":true}}
      """
    }
  }

  /// `{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":27412.30,
  /// "qty":0.50000000}],"asks":[],"checksum":2505869009,…}]}`, or the type `snapshot`.
  mutating func events(in message: Data) throws -> [StreamEvent] {
    let members = try JSONReader.read(message) { try $0.members("channel", "type", "data") }
    guard var channel = members["channel"], try channel.text() == "book",
      var type = members["type"], var data = members["data"]
    else { return try others.events(in: message) }
    let isWhole = try type.text() == "snapshot"
    var events: [StreamEvent] = []
    try data.array { row in
      if let update = try update(&row, isWhole: isWhole) { events.append(.book(update)) }
    }
    return events
  }

  private func update(_ row: inout JSONReader, isWhole: Bool) throws -> BookUpdate? {
    var update = BookUpdate(pair, isWhole: isWhole)
    var symbol = ""
    try row.object { name, reader in
      switch name {
      case "symbol": symbol = try reader.text()
      case "bids": try Self.levels(.bid, &reader, into: &update)
      case "asks": try Self.levels(.ask, &reader, into: &update)
      case "checksum": update.checksum = UInt32(truncatingIfNeeded: try reader.wholeNumber())
      default: break
      }
    }
    return others.names[symbol] == nil ? nil : update
  }

  private static func levels(
    _ side: Side, _ reader: inout JSONReader, into update: inout BookUpdate
  ) throws {
    try reader.array { update.add(try $0.level(price: "price", quantity: "qty"), side) }
  }
}
