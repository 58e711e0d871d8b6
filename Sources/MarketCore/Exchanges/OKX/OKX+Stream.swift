import Foundation

extension OKX {
  /// The tickers, sent at most every 100 ms. A connection without a message for 30 s is closed, so `ping` is
  /// sent, and answered with `pong`. Per address, 3 connections per second are allowed, per connection 480
  /// subscriptions per hour.
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://ws.okx.com:8443/ws/v5/public",
      columns: .statisticsAndQuotes.union([Ticker.Columns.tradedAt]),
      makeStream: { OKXStream(pairs: $0) }
    ) {
      $0.ping = ("ping", .seconds(20))
      $0.silence = .seconds(30)
      $0.hasFirstMessages = true
      $0.connectionLimit = RateLimit("connections", 3, per: .seconds(1))
      $0.messageLimit = RateLimit("messages", 480, per: .seconds(3600))
    }
  }
}

/// The tickers of one connection to OKX.
struct OKXStream: ExchangeStream {
  private(set) var names: StreamNames

  init(pairs: [Pair]) { names = StreamNames(pairs, OKX.name(of:)) }

  /// A message can have 64 KB of arguments, and an argument has at most 110 bytes.
  var subscriptions: [String] {
    names.names.batches(of: 500).map { names in
      let channels = names.map { #"{"channel":"tickers","instId":"\#($0)"}"# }
      return #"{"op":"subscribe","args":[\#(channels.joined(separator: ","))]}"#
    }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    if message.elementsEqual("pong".utf8) { return [] }
    let events = try message.message { [names] (root: JSONObject) in
      if let event = try root.text("event") { return try Self.events(event, root, names) }
      guard try root.object("arg").text("channel") == "tickers" else { return [] }
      return try root.array("data").tickers { try Self.ticker($0, names) }
    }
    return names.takeRefusals() + events
  }

  /// The same members as in the REST tickers.
  private static func ticker(_ row: JSONObject, _ names: StreamNames) throws -> TickerUpdate? {
    guard let pair = names[try row.name("instId")] else { return nil }
    func price(_ key: JSONKey) throws -> Decimal?? {
      try row.sentPrice(key, quoted: true, canBeEmpty: true)
    }
    var ticker = TickerUpdate(pair)
    ticker.last = try price("last")
    ticker.open = try price("open24h")
    ticker.changeReference = ticker.open.map { _ in .dayAgo }
    ticker.bid = try price("bidPx")
    ticker.ask = try price("askPx")
    ticker.high = try price("high24h")
    ticker.low = try price("low24h")
    ticker.volume = try row.sentNumber("vol24h", quoted: true, canBeEmpty: true)
    ticker.tradedAt = try row.time(milliseconds: "ts", quoted: true)
    return ticker
  }

  /// `{"event":"error","code":"60018","msg":"…","connId":"…"}`, `{"event":"notice","code":"64008",…}` a
  /// minute before an upgrade, or `{"event":"subscribe",…}`. The codes 60014 (too many requests), 63999 and
  /// 64007 (internal errors) are unconfirmed.
  private static func events(
    _ event: String, _ root: JSONObject, _ names: StreamNames
  ) throws -> [StreamEvent] {
    let (code, message) = (try root.text("code") ?? "", try root.text("msg") ?? "")
    switch (event, code) {
    case ("notice", "64008"): return [.ending("OKX upgrades its service")]
    case ("error", "60014"): return [.failed(.rateLimited(retryAfter: nil))]
    case ("error", "63999"), ("error", "64007"):
      return [.failed(.exchangeError(quoting: message, isTransient: true))]
    case ("error", _):
      let reason = message.isEmpty ? "code \(code)" : message
      let error = MarketError.exchangeError(quoting: reason, isTransient: false)
      guard code == "60018", let name = unknownName(in: message) else {
        return [.refused(nil, error)]
      }
      return names[name].map { [.refused($0, error)] } ?? []
    default: return []
    }
  }

  /// The name in `Wrong URL or channel:tickers,instId:BTC-USDX doesn't exist. Please use…`.
  private static func unknownName(in message: String) -> String? {
    message.range(of: "instId:").map { start in
      String(message[start.upperBound...].prefix { $0 != " " && $0 != "," })
    }
  }
}
