import Foundation

extension Binance {
  /// The channel `depth@100ms`, joined with a book by request. The numbers of the updates prove that none is
  /// lost. Levels beyond those of the request are not known.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    let limit = depth ?? .max > 1000 ? 5000 : 1000
    return stream.map {
      BookStreamInfo($0, .sequence, depth: nil, makeStream: BinanceBookStream.init) {
        $0.requestLimit = limit
        $0.book = { [self] pair, scope throws(MarketError) in
          try await bookForStream(of: pair, limit: limit, in: scope)
        }
      }
    }
  }

  private func bookForStream(
    of pair: Pair, limit: Int, in scope: RequestScope
  ) async throws(MarketError) -> Data {
    let cost = limit == 1000 ? 50 : 250
    return try await response(about: pair, in: scope) { symbol throws(MarketError) in
      try await scope.get("depth", query: ["symbol": symbol, "limit": "\(limit)"], cost: cost)
    }.body
  }
}

/// The book of one pair. A quiet book has no message.
struct BinanceBookStream: ExchangeStream {
  private let pair: Pair
  /// Reads all messages but those of the book.
  private var others: BinanceStream
  private var sequence: BookSequence

  init(_ pair: Pair) {
    (self.pair, others, sequence) = (pair, BinanceStream(pairs: [pair]), BookSequence(of: pair))
  }

  var subscriptions: [String] {
    others.names.names.map {
      #"{"method":"SUBSCRIBE","params":\#(["\($0.lowercased())@depth@100ms"].json),"id":1}"#
    }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    var parsed = Message(pair)
    try JSONReader.read(message) { try parsed.read(&$0) }
    if let name = parsed.name, others.names[name] == nil { return [] }
    if let number = parsed.response {
      parsed.update.isWhole = true
      return sequence.join(parsed.update, number: number)
    }
    let request = parsed.isAnswer || parsed.isUpdate ? sequence.request() : []
    guard parsed.isUpdate else { return try request + others.events(in: message) }
    guard let first = parsed.first, let last = parsed.last else {
      throw MarketError.malformed("an update without a number")
    }
    return request
      + sequence.add(.init(previous: first &- 1, number: last, book: parsed.update))
  }
}

/// `{"e":"depthUpdate","E":1795183200512,"s":"BTCUSDT","U":157,"u":160,"b":[["27412.30000000",
/// "0.50000000"]],"a":[…]}`, or at addresses that end in `/stream` as `data`; the response of a request,
/// `{"lastUpdateId":160,"bids":[…],"asks":[…]}`; or the answer to the subscription.
private struct Message {
  var update: BookUpdate
  private(set) var name: String?
  private(set) var first, last: Int64?
  /// The number of a book by request.
  private(set) var response: Int64?
  private(set) var isAnswer = false
  private(set) var isUpdate = false

  init(_ pair: Pair) { update = BookUpdate(pair, isWhole: false) }

  mutating func read(_ reader: inout JSONReader) throws {
    try reader.object { name, reader in
      switch name {
      case "data": try read(&reader)
      case "e": isUpdate = try reader.text() == "depthUpdate"
      case "s": self.name = try reader.text()
      // In other messages, `a` and `b` are texts.
      case "b", "bids": if try reader.kind() == .array { try reader.levels(.bid, into: &update) }
      case "a", "asks": if try reader.kind() == .array { try reader.levels(.ask, into: &update) }
      case "U": first = try reader.wholeNumber()
      case "u": last = try reader.wholeNumber()
      case "lastUpdateId": response = try reader.wholeNumber()
      case "result": isAnswer = true
      default: break
      }
    }
  }
}
