import Foundation

extension Coinbase {
  /// The channel `level2` of Advanced Trade, which has the whole book, and numbers all messages of a
  /// connection. The book of the Exchange feed has nothing that proves it. 8 new connections and 8 messages per
  /// second are allowed. At most 16 books per connection worked for another client in January 2026.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    stream.map {
      BookStreamInfo($0, .sequence, depth: nil, makeStream: CoinbaseBookStream.init) {
        // The URL is a constant.
        // swift-format-ignore: NeverForceUnwrap
        $0.stream.url = URL(string: "wss://advanced-trade-ws.coinbase.com")!
        $0.stream.path = "advanced"
        $0.stream.messageLimit = RateLimit("messages", 8, per: .seconds(1))
      }
    }
  }
}

/// The book of one pair. The channel `heartbeats` has a message per second. A pair in USDC has the book of
/// the pair in USD.
struct CoinbaseBookStream: ExchangeStream {
  private let pair: Pair
  private var names: StreamNames
  /// The number of the last message of the connection.
  private var last: Int64?

  init(_ pair: Pair) {
    self.pair = pair
    names = StreamNames([pair]) { pair throws(MarketError) in try pair.requestableSymbol() }
  }

  var subscriptions: [String] {
    names.names.flatMap { name in
      [
        #"{"type":"subscribe","product_ids":\#([name].json),"channel":"level2"}"#,
        #"{"type":"subscribe","channel":"heartbeats"}"#,
      ]
    }
  }

  /// `{"channel":"l2_data","timestamp":"…","sequence_num":14,"events":[{"type":"update",
  /// "product_id":"BTC-USD","updates":[{"side":"bid","price_level":"27412.31","new_quantity":"0",…},
  /// {"side":"offer",…}]}]}`, or the type `snapshot`.
  mutating func events(in message: Data) throws -> [StreamEvent] {
    var (channel, type, sentence, number) = ("", "", String?.none, Int64?.none)
    var (events, updates) = (JSONReader?.none, [StreamEvent]?.none)
    let previous = last
    defer { last = number ?? last }
    try JSONReader.read(message) {
      try $0.object { name, reader in
        switch name {
        case "channel": channel = try reader.text()
        case "type": type = try reader.text()
        case "message": sentence = try reader.text()
        case "sequence_num": number = try reader.wholeNumber()
        // Books have megabytes, so they are read only once if the channel is known.
        case "events" where channel == Self.channel: updates = try self.updates(&reader)
        case "events": events = reader
        default: break
        }
      }
    }
    let refusals = names.takeRefusals()
    if type == "error" { return refusals + [refusal(sentence ?? "no reason")] }
    if let number, let previous, number != previous &+ 1 {
      return refusals + [.gap("\(number) after \(previous)")]
    }
    if updates == nil, channel == Self.channel, var events { updates = try self.updates(&events) }
    return refusals + (updates ?? [])
  }

  private static let channel = "l2_data"

  private func updates(_ reader: inout JSONReader) throws -> [StreamEvent] {
    var updates: [StreamEvent] = []
    try reader.array { reader in
      if let update = try update(&reader) { updates.append(.book(update)) }
    }
    return updates
  }

  private func update(_ reader: inout JSONReader) throws -> BookUpdate? {
    var update = BookUpdate(pair, isWhole: false)
    var isOther = false
    try reader.object { name, reader in
      switch name {
      case "product_id": isOther = !products.contains(try reader.text())
      case "type": update.isWhole = try reader.text() == "snapshot"
      case "updates": try reader.array { try Self.level(&$0, into: &update) }
      default: break
      }
    }
    return isOther ? nil : update
  }

  /// The product, and for a pair in USDC also the one in USD.
  private var products: [String] {
    [pair.symbol] + (pair.quote == "USDC" ? ["\(pair.base ?? "")-USD"] : [])
  }

  private static func level(_ reader: inout JSONReader, into update: inout BookUpdate) throws {
    var side: Side?
    let level = try reader.level(price: "price_level", quantity: "new_quantity") { name, reader in
      if case "side" = name { side = try reader.side(bid: "bid", ask: "offer") }
    }
    guard let side else { throw MarketError.malformed("no side") }
    update.add(level, side)
  }

  /// The texts of errors are unconfirmed, except `too many L2 streams requested in a single session`.
  private func refusal(_ sentence: String) -> StreamEvent {
    .refused(pair, .exchangeError(quoting: sentence, isTransient: false))
  }
}
