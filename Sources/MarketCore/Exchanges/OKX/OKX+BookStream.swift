import Foundation

extension OKX {
  /// The channel `books`, with 400 levels, every 100 ms. Each update names the number of the one before it.
  /// Since June 2026, checksums are 0. A first book is sent; that OKX will cease to do so is unconfirmed.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    stream.map {
      BookStreamInfo($0, .sequence, depth: 400, makeStream: OKXBookStream.init) {
        $0.checksum = { $0.checksumOfBothSides(depth: 25) }
        $0.book = { pair, scope throws(MarketError) in
          // Only with `source`, the response has a number (unconfirmed).
          let name = try Self.name(of: pair)
          let query: KeyValuePairs<String, String?> = ["instId": name, "sz": "400", "source": "0"]
          return try await scope.get("market", "books", query: query).body
        }
      }
    }
  }
}

/// The book of one pair.
struct OKXBookStream: ExchangeStream {
  private let pair: Pair
  /// Reads all messages but those of the book.
  private var others: OKXStream
  private var sequence: BookSequence

  init(_ pair: Pair) {
    (self.pair, others, sequence) = (pair, OKXStream(pairs: [pair]), BookSequence(of: pair))
  }

  var subscriptions: [String] {
    others.names.names.map {
      #"{"op":"subscribe","args":[{"channel":"books","instId":"\#($0)"}]}"#
    }
  }

  /// `{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"update","data":[{"asks":[["27412.4","0","0",
  /// "0"]],"bids":[…],"ts":"1795183200500","checksum":0,"seqId":127,"prevSeqId":123}]}`, or the action
  /// `snapshot` with `prevSeqId` -1. The third element of a level is deprecated, the fourth is the number of
  /// orders. After maintenance, a number can be lower than the one before.
  mutating func events(in message: Data) throws -> [StreamEvent] {
    if message.elementsEqual("pong".utf8) { return [] }
    let members = try JSONReader.read(message) { try $0.members("arg", "action", "data", "code") }
    guard var data = members["data"] else { return try others.events(in: message) }
    // A book by request has neither an argument nor an action.
    let isResponse = members["code"] != nil
    if var argument = members["arg"], try !isOfBook(&argument) { return [] }
    var action = members["action"]
    let isWhole = try isResponse || action?.text() == "snapshot"
    var events: [StreamEvent] = []
    try data.array { row in
      events += try self.events(in: &row, isWhole: isWhole, isResponse: isResponse)
    }
    return events
  }

  private func isOfBook(_ argument: inout JSONReader) throws -> Bool {
    let members = try argument.members("channel", "instId")
    guard var channel = members["channel"], var name = members["instId"] else { return false }
    return try channel.text() == "books" && others.names[try name.text()] != nil
  }

  private mutating func events(
    in row: inout JSONReader, isWhole: Bool, isResponse: Bool
  ) throws -> [StreamEvent] {
    var update = BookUpdate(pair, isWhole: isWhole)
    var (number, previous) = (Int64?.none, Int64?.none)
    try row.object { name, reader in
      switch name {
      case "bids": try reader.levels(.bid, into: &update, ordersIndex: 3)
      case "asks": try reader.levels(.ask, into: &update, ordersIndex: 3)
      case "seqId": number = try reader.wholeNumber()
      case "prevSeqId": previous = try reader.wholeNumber()
      case "checksum":
        let checksum = try reader.wholeNumber()
        update.checksum = checksum == 0 ? nil : UInt32(truncatingIfNeeded: checksum)
      default: break
      }
    }
    // Until 2023, messages had only checksums.
    guard let number else {
      if isResponse { throw MarketError.malformed("a book without seqId") }
      return [.book(update)]
    }
    if isResponse { return sequence.join(update, number: number) }
    if isWhole { return sequence.begin(update, number: number) }
    guard let previous else { throw MarketError.malformed("an update without prevSeqId") }
    return sequence.request()
      + sequence.add(.init(previous: previous, number: number, book: update))
  }
}
