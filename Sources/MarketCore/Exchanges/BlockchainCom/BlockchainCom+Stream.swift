import Foundation

extension BlockchainCom {
  /// In September 2026 the streams repeated old values every second. Without the header the status is 400. A
  /// client may send 1,200 messages per minute (source of all: an open-source client's notes).
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://ws.blockchain.info/mercury-gateway/v1/ws",
      columns: Set.statistics.subtracting([Ticker.Columns.high, Ticker.Columns.low]),
      makeStream: { BlockchainStream(pairs: $0) }
    ) {
      $0.headers = ["Origin": "https://exchange.blockchain.com"]
      // The channel `heartbeat` has a message every 5 s, and the server sends a ping every second.
      $0.silence = .seconds(15)
      $0.hasFirstMessages = true
      $0.messageLimit = RateLimit("messages", 1_200, per: .seconds(60))
      $0.reasonAgainst = "its streams stand still"
    }
  }
}

/// The channel `ticker` of each pair. Its first message is a snapshot.
struct BlockchainStream: ExchangeStream {
  private(set) var names: StreamNames
  /// The number of the last message. The messages of a connection are numbered from 0.
  private var lastNumber: Int64?

  init(pairs: [Pair]) {
    names = StreamNames(pairs) { pair throws(MarketError) in try pair.requestableSymbol() }
  }

  var subscriptions: [String] {
    [#"{"action":"subscribe","channel":"heartbeat"}"#]
      + names.names.map { #"{"action":"subscribe","channel":"ticker","symbol":"\#($0)"}"# }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let message = try message.message { (message: Message) in message }
    return names.takeRefusals() + (loss(before: message.number) ?? events(of: message))
  }

  /// The event if messages before this one are missing. Whether updates of tickers have numbers is
  /// unconfirmed.
  mutating func loss(before number: Int64?) -> [StreamEvent]? {
    guard let number else { return nil }
    defer { lastNumber = number }
    guard let lastNumber, number != lastNumber &+ 1 else { return nil }
    return [.gap("\(number) after \(lastNumber)")]
  }

  private func events(of message: Message) -> [StreamEvent] {
    let pair = message.symbol.flatMap { names[$0] }
    switch message.event {
    case "snapshot", "updated":
      guard let pair, let row = message.ticker else { return [] }
      return [.ticker(TickerUpdate(row, of: pair))]
    // Without heartbeats, pings show that the connection is alive.
    case "rejected" where message.channel != "heartbeat":
      return refusal(of: pair, message.text ?? "subscription rejected")
    default: return []
    }
  }

  /// `{"seqnum":4,"event":"rejected","channel":"ticker","symbol":"X-USD","text":"…"}`, with the text
  /// `invalid symbol identifier` for an unknown symbol, and a similar one in the channel `ticker`
  /// (unconfirmed). After too many messages, messages are ignored for a minute.
  private func refusal(of pair: Pair?, _ text: String) -> [StreamEvent] {
    if text == "Already subscribed" { return [] }
    if text.contains("throttling") { return [.failed(.rateLimited(retryAfter: 60))] }
    return [.refused(pair, .exchangeError(quoting: text, isTransient: false))]
  }

  /// `{"seqnum":7,"event":"updated","channel":"ticker","symbol":"BTC-USD","price_24h":26954.18,
  /// "volume_24h":31.5,"last_trade_price":27412.35,"mark_price":…}`. An update has some of the values.
  private struct Message: Decodable {
    let number: Int64?
    let event, channel: String
    let symbol, text: String?
    /// The values of a ticker; `nil` in other messages.
    let ticker: BlockchainTicker?

    init(from decoder: any Decoder) throws {
      let root = try JSONObject(from: decoder)
      (number, event) = (try root.wholeNumber("seqnum"), try root.requiredText("event"))
      (channel, symbol) = (try root.text("channel") ?? "", try root.text("symbol"))
      text = event == "rejected" ? try root.text("text") : nil
      let isTicker = channel == "ticker" && ["snapshot", "updated"].contains(event)
      ticker = isTicker ? try BlockchainTicker(from: decoder) : nil
    }
  }
}

extension TickerUpdate {
  /// The values of a message. As in all tickers of Blockchain.com, a price of 0 is kept.
  fileprivate init(_ ticker: BlockchainTicker, of pair: Pair) {
    self.init(pair)
    last = ticker.lastTradePrice.map { .some($0) }
    open = ticker.price24h.map { .some($0) }
    changeReference = ticker.price24h.map { _ in .dayAgo }
    volume = ticker.volume24h.map { .some($0) }
  }
}
