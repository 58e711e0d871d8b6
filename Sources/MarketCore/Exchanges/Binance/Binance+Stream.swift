import Foundation

extension Binance {
  /// The most pairs whose tickers are subscribed one by one. For more pairs, the stream of all pairs is used,
  /// which has no bid and no ask.
  fileprivate static let singleTickers = 100

  /// The tickers, sent every second if they have changed, at the address for market data only. It closes
  /// connections after 24 hours, and pings every 20 s. A connection may send 5 messages per second, including
  /// pongs. An address may open 300 connections in 5 minutes.
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://data-stream.binance.vision/ws", columns: .statistics,
      makeStream: { BinanceStream(pairs: $0) }
    ) {
      $0.columns = { count in
        let isSingle = count <= Self.singleTickers
        let sent = isSingle ? Set.statisticsAndQuotes : .statistics
        return sent.union([Ticker.Columns.tradedAt]).withComputedColumns
      }
      $0.pairLimit = nil
      $0.silence = .seconds(60)
      $0.life = .seconds(86_400)
      $0.connectionLimit = RateLimit("connections", 300, per: .seconds(300))
      $0.messageLimit = RateLimit("messages", 4, per: .seconds(1))
    }
  }
}

/// The tickers of one connection to Binance.
struct BinanceStream: ExchangeStream {
  private static let allPairs = "!miniTicker@arr"

  private(set) var names: StreamNames

  init(pairs: [Pair]) {
    names = StreamNames(pairs) { pair throws(MarketError) in
      guard let name = pair.joined else { throw .notRequestable(pair) }
      return name
    }
  }

  var subscriptions: [String] {
    let names = names.names
    if names.isEmpty { return [] }
    let streams =
      names.count > Binance.singleTickers
      ? [Self.allPairs] : names.map { "\($0.lowercased())@ticker" }
    return [#"{"method":"SUBSCRIBE","params":\#(streams.json),"id":1}"#]
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let isList = message.first == UInt8(ascii: "[")
    let events =
      isList
      ? try message.message { [names] in try Self.tickers($0, names) }
      : try message.message { [names] (root: JSONObject) in
        // At addresses that end in `/stream`, messages are in an object with the name of the stream.
        switch try root.text("stream") {
        case nil: try Self.events(root, names)
        case Self.allPairs: try Self.tickers(root.array("data"), names)
        case _?: try Self.events(root.object("data"), names)
        }
      }
    return names.takeRefusals() + events
  }

  private static func tickers(_ rows: JSONArray, _ names: StreamNames) throws -> [StreamEvent] {
    try rows.tickers { try ticker($0, isMini: true, names) }
  }

  /// A ticker, `{"e":"serverShutdown",…}`, an answer (`{"result":null,"id":1}`) or an error, which is
  /// `{"code":2,"msg":"Invalid request: …"}`. Whether it can also be a member `error` is unconfirmed.
  private static func events(_ root: JSONObject, _ names: StreamNames) throws -> [StreamEvent] {
    switch try root.text("e") {
    case "24hrTicker": return try ticker(root, isMini: false, names).map { [.ticker($0)] } ?? []
    case "serverShutdown": return [.ending("Binance shuts a server down")]
    case nil where root.members.contains("result"): return [.subscribed]
    case nil: break
    default: return []
    }
    let error = root.members.contains("error") ? try root.object("error") : root
    guard let message = try error.text("msg") else { return [] }
    return [.refused(nil, .exchangeError(quoting: message, isTransient: false))]
  }

  /// `{"e":"24hrTicker","E":1795183200512,"s":"BTCUSDT","c":"27412.30000000","b":"27412.20000000",
  /// "a":"27412.40000000","o":"26954.10000000","h":"27500.00000000","l":"26900.00000000",
  /// "v":"312.50000000","C":1795183200500,…}`, of the 24 hours until `C`, which is the member `closeTime` of
  /// the REST tickers. The rows of all pairs (`24hrMiniTicker`) lack `b`, `a` and `C`: their statistics are
  /// of the time of the event, `E`. Only changed rows are sent.
  private static func ticker(
    _ row: JSONObject, isMini: Bool, _ names: StreamNames
  ) throws -> TickerUpdate? {
    guard let pair = names[try row.name("s")] else { return nil }
    func price(_ key: JSONKey) throws -> Decimal?? { try row.sentPrice(key, quoted: true) }
    var ticker = TickerUpdate(pair)
    ticker.last = try price("c")
    ticker.open = try price("o")
    ticker.changeReference = ticker.open.map { _ in .dayAgo }
    if !isMini {
      ticker.bid = try price("b")
      ticker.ask = try price("a")
    }
    ticker.high = try price("h")
    ticker.low = try price("l")
    ticker.volume = try row.sentNumber("v", quoted: true)
    ticker.tradedAt = try row.time(milliseconds: isMini ? "E" : "C")
    return ticker
  }
}
