import Foundation

extension Coinbase {
  /// The Exchange feed, because tickers of Coinbase's other keyless feed, Advanced Trade, have no open. Both
  /// are below one address if a user gives it. 8 new connections per second are allowed
  /// (docs.cdp.coinbase.com exchange rate-limits).
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://ws-feed.exchange.coinbase.com", columns: .statisticsAndQuotes,
      makeStream: { CoinbaseStream(pairs: $0) }
    ) {
      $0.path = "exchange"
      $0.silence = .seconds(10)
      $0.hasFirstMessages = true
      $0.connectionLimit = RateLimit("connections", 8, per: .seconds(1))
    }
  }
}

/// The channel `ticker`, which has a message per trade, with the best bid and ask of that moment. The channel
/// `heartbeat` has a message per second for each product.
struct CoinbaseStream: ExchangeStream {
  private var names: StreamNames

  init(pairs: [Pair]) {
    names = StreamNames(pairs) { pair throws(MarketError) in try pair.requestableSymbol() }
  }

  var subscriptions: [String] {
    let channels = #""channels":["ticker","heartbeat"]"#
    return [#"{"type":"subscribe","product_ids":\#(names.names.json),\#(channels)}"#]
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let names = names
    let events: [StreamEvent] = try message.message { (root: JSONObject) in
      switch try root.requiredText("type") {
      case "ticker": try Self.ticker(root, names).map { [.ticker($0)] } ?? []
      case "error": [try Self.refusal(root, names)]
      default: []
      }
    }
    return self.names.takeRefusals() + events
  }

  /// `{"type":"ticker","product_id":"BTC-USD","price":"27412.35","open_24h":"26954.18",
  /// "volume_24h":"9120.5","low_24h":"…","high_24h":"…","best_bid":"27412.31","best_ask":"…","time":"…",…}`;
  /// 0 if a side has no order. The first one is sent after the subscription, without a trade.
  private static func ticker(_ row: JSONObject, _ names: StreamNames) throws -> TickerUpdate? {
    guard let pair = names[try row.requiredText("product_id")] else { return nil }
    var update = TickerUpdate(pair)
    update.last = try row.sentPrice("price", quoted: true)
    update.open = try row.sentPrice("open_24h", quoted: true)
    update.changeReference = update.open.map { _ in .dayAgo }
    update.bid = try row.sentPrice("best_bid", quoted: true)
    update.ask = try row.sentPrice("best_ask", quoted: true)
    update.high = try row.sentPrice("high_24h", quoted: true)
    update.low = try row.sentPrice("low_24h", quoted: true)
    update.volume = try row.sentNumber("volume_24h", quoted: true)
    return update
  }

  /// `{"type":"error","message":"Failed to subscribe","reason":"X-USD is not a valid product"}`; all other
  /// products of the subscription are then subscribed. There are also errors without a product.
  private static func refusal(_ row: JSONObject, _ names: StreamNames) throws -> StreamEvent {
    let (message, reason) = (try row.requiredText("message"), try row.text("reason"))
    let product = reason?.prefix { $0 != " " } ?? ""
    if let pair = names[String(product)] {
      return .refused(pair, .exchangeError(quoting: reason ?? "", isTransient: false))
    }
    let sentence = [message, reason].compactMap(\.self).joined(separator: ": ")
    return .refused(nil, .exchangeError(quoting: sentence, isTransient: false))
  }
}
