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
          try await response(about: pair, in: scope) { symbol throws(MarketError) in
            try await scope.get(
              "depth", query: ["symbol": symbol, "limit": "\(limit)"],
              cost: limit == 1000 ? 50 : 250)
          }.body
        }
      }
    }
  }
}

/// The book of one pair. A quiet book has no message.
struct BinanceBookStream: ExchangeStream {
  private let pair: Pair
  /// Reads all messages but those of the book.
  private var others: BinanceStream
  private var sequence: BookSequence
  private var hasRequested = false

  init(_ pair: Pair) {
    (self.pair, others, sequence) = (pair, BinanceStream(pairs: [pair]), BookSequence(of: pair))
  }

  var subscriptions: [String] {
    others.names.names.map {
      #"{"method":"SUBSCRIBE","params":\#(["\($0.lowercased())@depth@100ms"].json),"id":1}"#
    }
  }

  /// `{"e":"depthUpdate","E":1795183200512,"s":"BTCUSDT","U":157,"u":160,"b":[["27412.30000000",
  /// "0.50000000"]],"a":[…]}`, or at addresses that end in `/stream` as `data`; the response of a request,
  /// `{"lastUpdateId":160,"bids":[…],"asks":[…]}`; or the answer to the subscription.
  mutating func events(in message: Data) throws -> [StreamEvent] {
    var update = BookUpdate(pair, isWhole: false)
    var (first, last, response) = (Int64?.none, Int64?.none, Int64?.none)
    var (isAnswer, isUpdate, isOther) = (false, false, false)
    func read(_ reader: inout JSONReader) throws {
      try reader.object { name, reader in
        switch name {
        case "data": try read(&reader)
        case "e": isUpdate = try reader.text() == "depthUpdate"
        case "s": isOther = others.names[try reader.text()] == nil
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
    try JSONReader.read(message) { try read(&$0) }
    if isOther { return [] }
    if let response {
      update.isWhole = true
      return sequence.join(update, number: response)
    }
    let isFirst = (isAnswer || isUpdate) && !hasRequested
    let request = isFirst ? [StreamEvent.needsBook(pair)] : []
    if isFirst { hasRequested = true }
    guard isUpdate else { return try request + others.events(in: message) }
    guard let first, let last else { throw MarketError.malformed("an update without a number") }
    return request + sequence.add(.init(previous: first - 1, number: last, book: update))
  }
}
