import Foundation

extension Bitstamp {
  /// The channel `order_book`, with the best 100 levels of each side in each message, so that no state can be
  /// lost. Nothing proves it, but its times only rise. Nothing is sent at the subscription, so the first book is
  /// requested.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    stream.map {
      BookStreamInfo($0, .none, depth: 100, makeStream: BitstampBookStream.init) {
        $0.book = { [self] pair, scope throws(MarketError) in
          let (name, _) = try await name(of: pair, in: scope)
          return try await scope.get("order_book", "\(name)/", query: ["group": "1"]).body
        }
      }
    }
  }
}

/// The book of one pair.
struct BitstampBookStream: ExchangeStream {
  private let pair: Pair
  /// Reads all messages but those of the book.
  private var others: BitstampStream
  private var hasBook = false
  /// The time of the newest book in microseconds.
  private var newest: Int64 = 0

  init(_ pair: Pair) { (self.pair, others) = (pair, BitstampStream(pairs: [pair])) }

  var subscriptions: [String] {
    others.names.names.map {
      #"{"event":"bts:subscribe","data":{"channel":"order_book_\#($0)"}}"#
    }
  }

  /// `{"event":"data","channel":"order_book_btcusd","data":{"microtimestamp":"…","bids":[["27412.30",
  /// "0.5"],…],"asks":[…]}}`, or the response of a request, which is such `data`.
  mutating func events(in message: Data) throws -> [StreamEvent] {
    try JSONReader.read(message) { reader in
      let start = reader
      let members = try reader.members("event", "channel", "data", "bids")
      guard var event = members["event"] else {
        var response = start
        return hasBook || members["bids"] == nil ? [] : try book(&response)
      }
      switch try event.text() {
      case "data":
        guard var channel = members["channel"], var data = members["data"],
          others.names[String(try channel.text().trimmingPrefix("order_book_"))] != nil
        else { return [] }
        hasBook = true
        return try book(&data)
      case "bts:subscription_succeeded": return hasBook ? [] : [.needsBook(pair)]
      default: return try others.events(in: message)
      }
    }
  }

  /// The book, unless it is older than another one that has arrived.
  private mutating func book(_ reader: inout JSONReader) throws -> [StreamEvent] {
    var update = BookUpdate(pair, isWhole: true)
    var time = newest
    try reader.object { name, reader in
      switch name {
      case "bids": try reader.levels(.bid, into: &update)
      case "asks": try reader.levels(.ask, into: &update)
      case "microtimestamp": time = try reader.wholeNumber()
      default: break
      }
    }
    guard time >= newest else { return [] }
    newest = time
    return [.book(update)]
  }
}
