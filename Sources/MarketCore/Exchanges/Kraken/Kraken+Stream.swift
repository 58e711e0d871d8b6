import Foundation

extension Kraken {
  /// The tickers of version 2. They are sent with each trade, so bid and ask are those of that moment.
  /// After a second without another message, Kraken sends a heartbeat. The longest silence in 90 s was 1.03 s
  /// (measured by another client in August 2026). About 150 connections in 10 minutes are allowed per address,
  /// or else none for 10 minutes; Kraken's own client opens at most 120.
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://ws.kraken.com/v2", columns: .statisticsAndQuotes,
      makeStream: { KrakenStream(pairs: $0) }
    ) {
      $0.silence = .seconds(10)
      $0.hasFirstMessages = true
      $0.connectionLimit = RateLimit("connections", 120, per: .seconds(600))
    }
  }
}

/// The tickers of one connection to Kraken.
struct KrakenStream: ExchangeStream {
  private(set) var names: StreamNames

  init(pairs: [Pair]) { names = StreamNames(pairs, Kraken.name(of:)) }

  var subscriptions: [String] {
    names.names.batches(of: 100).map { names in
      """
      {"method":"subscribe","params":{"channel":"ticker","symbol":\(names.json),\
      "event_trigger":"trades","snapshot":true}}
      """
    }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let events = try message.message { [names] (root: JSONObject) in
      switch try root.text("channel") {
      case "ticker": try root.array("data").tickers { try Self.ticker($0, names) }
      case "status": try Self.failures(root)
      case nil: try Self.refusals(root, names)
      default: [StreamEvent]()
      }
    }
    return names.takeRefusals() + events
  }

  /// `{"symbol":"BTC/USD","bid":27412.3,"ask":27412.4,"last":27412.4,"volume":312.5,"low":26900,
  /// "high":27500.5,"change":458.3,…}`, all of the last 24 hours. The price 24 hours ago is last − change.
  /// Without a trade in 24 hours, `last` need not be the price of the last trade.
  private static func ticker(_ row: JSONObject, _ names: StreamNames) throws -> TickerUpdate? {
    guard let pair = names[try row.name("symbol")] else { return nil }
    var ticker = TickerUpdate(pair)
    ticker.last = try row.sentPrice("last")
    if let last = ticker.last, let change = try row.sentNumber("change") {
      ticker.open = .some(last.flatMap { last in change.map(last.subtracting) }.nilIfZero)
      ticker.changeReference = .dayAgo
    }
    ticker.bid = try row.sentPrice("bid")
    ticker.ask = try row.sentPrice("ask")
    ticker.high = try row.sentPrice("high")
    ticker.low = try row.sentPrice("low")
    ticker.volume = try row.sentNumber("volume")
    return ticker
  }

  /// `{"channel":"status","data":[{"system":"online",…}],…}`. The other states `cancel_only`, `post_only`
  /// and `limit_only` only restrict orders.
  private static func failures(_ root: JSONObject) throws -> [StreamEvent] {
    let systems = try root.array("data").objects { (row: JSONObject) in try row.text("system") }
    guard systems.elements.contains("maintenance") else { return [] }
    return [.failed(.exchangeError(message: "Kraken is in maintenance", isTransient: true))]
  }

  /// `{"method":"subscribe","success":false,"error":"Currency pair not supported BTC/USDX",
  /// "symbol":"BTC/USDX",…}`. Each name has its own answer, and the connection stays open.
  private static func refusals(
    _ root: JSONObject, _ names: StreamNames
  ) throws -> [StreamEvent] {
    guard try root.optionalValue("success") == false else { return [] }
    let message = try root.text("error") ?? "no reason"
    if message.hasPrefix("Exceeded msg rate") { return [.failed(.rateLimited(retryAfter: nil))] }
    let error = MarketError.exchangeError(quoting: message, isTransient: false)
    guard let name = try root.text("symbol") else { return [.refused(nil, error)] }
    return names[name].map { [.refused($0, error)] } ?? []
  }
}
