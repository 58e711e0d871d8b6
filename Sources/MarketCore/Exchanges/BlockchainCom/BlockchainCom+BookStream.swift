import Foundation

extension BlockchainCom {
  /// The channel `l2`, with the whole book. All messages of a connection are numbered.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    stream.map {
      BookStreamInfo($0, .sequence, depth: nil, makeStream: BlockchainBookStream.init)
    }
  }
}

/// The book of one pair.
struct BlockchainBookStream: ExchangeStream {
  private let pair: Pair
  /// Reads all messages but those of the book, and checks the numbers of all messages.
  private var others: BlockchainStream

  init(_ pair: Pair) { (self.pair, others) = (pair, BlockchainStream(pairs: [pair])) }

  var subscriptions: [String] {
    [#"{"action":"subscribe","channel":"heartbeat"}"#]
      + others.names.names.map { #"{"action":"subscribe","channel":"l2","symbol":"\#($0)"}"# }
  }

  /// `{"seqnum":30,"event":"updated","channel":"l2","symbol":"BTC-USD","bids":[{"num":0,"px":27412.3,
  /// "qty":0.0}],"asks":[…]}`, or the event `snapshot`, whose bids have the worst price first.
  mutating func events(in message: Data) throws -> [StreamEvent] {
    var update = BookUpdate(pair, isWhole: false)
    var (event, channel, symbol, number) = ("", "", "", Int64?.none)
    try JSONReader.read(message) { reader in
      try reader.object { name, reader in
        switch name {
        case "seqnum": number = try reader.wholeNumber()
        case "event": event = try reader.text()
        case "channel": channel = try reader.text()
        case "symbol": symbol = try reader.text()
        case "bids": try Self.levels(.bid, &reader, into: &update)
        case "asks": try Self.levels(.ask, &reader, into: &update)
        default: break
        }
      }
    }
    guard channel == "l2", ["snapshot", "updated"].contains(event) else {
      return try others.events(in: message)
    }
    update.isWhole = event == "snapshot"
    if let loss = others.loss(before: number) { return loss }
    return others.names[symbol] == nil ? [] : [.book(update)]
  }

  private static func levels(
    _ side: Side, _ reader: inout JSONReader, into update: inout BookUpdate
  ) throws {
    try reader.array {
      update.add(try $0.level(price: "px", quantity: "qty", orders: "num"), side)
    }
  }
}
