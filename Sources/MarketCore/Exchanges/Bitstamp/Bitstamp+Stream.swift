import Foundation

extension Bitstamp {
  /// The prices of trades, and the best bid and ask of order books, because there is no channel of tickers.
  /// A heartbeat is answered at once. A connection may be 90 days old, and have 1,024 channels. A limit of
  /// messages is not documented; 50 per second subscribe 100 pairs in 4 s.
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://ws.bitstamp.net", columns: Set.quotes.union([Ticker.Columns.last]),
      makeStream: { BitstampStream(pairs: $0) }
    ) {
      $0.pairsPerConnection = 512
      $0.ping = (#"{"event":"bts:heartbeat"}"#, .seconds(20))
      $0.silence = .seconds(60)
      $0.life = .seconds(90 * 86_400)
      $0.messageLimit = RateLimit("messages", 50, per: .seconds(1))
    }
  }
}

/// The prices of one connection to Bitstamp. An unknown pair is subscribed without an error.
struct BitstampStream: ExchangeStream {
  private enum Channel: String, CaseIterable {
    case trades = "live_trades_"
    case book = "order_book_"
  }

  private(set) var names: StreamNames

  init(pairs: [Pair]) {
    names = StreamNames(pairs) { pair throws(MarketError) in
      guard let name = pair.joined?.lowercased(), Bitstamp.isPathName(name) else {
        throw .notRequestable(pair)
      }
      return name
    }
  }

  /// A message can have one channel, and must be shorter than 512 bytes.
  var subscriptions: [String] {
    names.names.flatMap { name in
      Channel.allCases.map {
        #"{"event":"bts:subscribe","data":{"channel":"\#($0.rawValue)\#(name)"}}"#
      }
    }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let events = try message.message { [names] (root: JSONObject) in
      try Self.events(root, names)
    }
    return names.takeRefusals() + events
  }

  private static func events(_ root: JSONObject, _ names: StreamNames) throws -> [StreamEvent] {
    let name = try root.text("channel") ?? ""
    let channel = Channel.allCases.first { name.hasPrefix($0.rawValue) }
    let pair = channel.flatMap { names[String(name.dropFirst($0.rawValue.count))] }
    switch (try root.requiredText("event"), channel, pair) {
    case ("trade", .trades, let pair?): return [.ticker(try trade(of: pair, root.object("data")))]
    case ("data", .book, let pair?): return [.ticker(try quotes(of: pair, root.object("data")))]
    case ("bts:error", _, _):
      let message = try root.object("data").text("message") ?? "no reason"
      return [.refused(pair, .exchangeError(quoting: message, isTransient: false))]
    case ("bts:subscription_succeeded", _, _): return [.subscribed]
    case ("bts:request_reconnect", _, _): return [.ending("Bitstamp requests to reconnect")]
    default: return []
    }
  }

  /// `{"id":216000599,"price":27412.35,"price_str":"27412.35",…}`.
  private static func trade(of pair: Pair, _ trade: JSONObject) throws -> TickerUpdate {
    var ticker = TickerUpdate(pair)
    ticker.last = .some(Optional(try trade.requiredNumber("price_str", quoted: true)).nilIfZero)
    return ticker
  }

  /// `{"bids":[["27412.30","0.5"],…],"asks":[["27412.40","1.25"],…],…}`, the best 100 levels of each side
  /// from the best one on, each with price and quantity.
  private static func quotes(of pair: Pair, _ book: JSONObject) throws -> TickerUpdate {
    func best(_ side: JSONKey) throws -> Decimal? {
      var levels = try book.array(side)
      guard !levels.elements.isAtEnd else { return nil }
      var level = try levels.array()
      return try level.positiveNumber(quoted: true)
    }
    var ticker = TickerUpdate(pair)
    ticker.bid = .some(try best("bids"))
    ticker.ask = .some(try best("asks"))
    return ticker
  }
}
