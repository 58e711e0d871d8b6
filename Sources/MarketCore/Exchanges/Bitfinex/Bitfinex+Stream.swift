import Foundation

extension Bitfinex {
  /// About 25 channels per connection are documented. A channel has a message at least every 15 s. 20 new
  /// connections per minute are allowed (docs.bitfinex.com docs/requirements-and-limitations). A recording of
  /// April 2021 has 22 subscriptions at once; a limit of messages is not documented.
  package var stream: StreamInfo? {
    StreamInfo(
      "wss://api-pub.bitfinex.com/ws/2", columns: .statisticsAndQuotes,
      makeStream: { BitfinexStream(pairs: $0) }
    ) {
      $0.pairsPerConnection = 25
      $0.silence = .seconds(30)
      $0.hasFirstMessages = true
      $0.connectionLimit = RateLimit("connections", 20, per: .seconds(60))
      $0.messageLimit = RateLimit("messages", 25, per: .seconds(1))
      $0.reasonAgainst = "its streams have a message per 15 s"
      $0.noticeOfPolls = "Bitfinex tickers are polled every 10 s"
    }
  }
}

/// A channel `ticker` per pair, with a message at the beginning and then about every 15 s.
struct BitfinexStream: ExchangeStream {
  /// The names are symbols such as `tBTCUSD`.
  private(set) var names: StreamNames
  /// The pairs by the numbers of their channels, as far as the exchange has confirmed the subscription.
  private var channels: [Int64: Pair] = [:]

  init(pairs: [Pair]) {
    names = StreamNames(pairs) { pair throws(MarketError) in
      guard pair.isRequestable, let symbol = Bitfinex.Symbol(own: pair) else {
        throw .notRequestable(pair)
      }
      return "t\(symbol.text)"
    }
  }

  var subscriptions: [String] {
    names.names.map { #"{"event":"subscribe","channel":"ticker","symbol":"\#($0)"}"# }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let isObject = message.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    guard isObject else { return try update(message).map { [.ticker($0)] } ?? [] }
    let notice = try message.message { (root: JSONObject) in try Notice(root) }
    let pair = notice.symbol.flatMap { names[$0] }
    if let number = notice.number, ["subscribed", "unsubscribed"].contains(notice.event) {
      channels[number] = notice.event == "subscribed" && notice.channel == "ticker" ? pair : nil
    }
    return names.takeRefusals() + notice.events(about: pair)
  }

  /// `[17,[BID,BID_SIZE,…]]`, or `[17,"hb"]` if nothing has changed for 15 s. The latter may precede the
  /// message that has the number. More elements may follow.
  private func update(_ message: Data) throws -> TickerUpdate? {
    let channels = channels
    return try message.message { (message: JSONArray) in
      var message = message
      guard let number: Int64 = try message.wholeNumber() else {
        throw message.invalid(at: 0, "not the number of a channel")
      }
      guard let pair = channels[number] else { return nil }
      guard var row = try? message.array() else {
        if try message.text() == "hb" { return nil }
        throw message.invalid(at: 1, "not a list")
      }
      return TickerUpdate(try Bitfinex.values(of: pair, in: &row))
    }
  }
}

/// A message that is not of a channel: `{"event":"subscribed","channel":"ticker","chanId":17,
/// "symbol":"tBTCUSD","pair":"BTCUSD"}`, `{"event":"error","msg":"symbol: invalid","code":10300,…}` or
/// `{"event":"info","code":20051,"msg":"…"}`.
private struct Notice {
  let event: String
  private let message: String
  let channel: String?
  /// The number of the channel.
  let number: Int64?
  private let code: Int64?
  /// The symbol with its prefix, as in `tBTCUSD`.
  let symbol: String?
  /// The status of the platform, which the first message of a connection has: 0 during maintenance.
  private let status: Int64?

  init(_ root: JSONObject) throws {
    event = try root.requiredText("event")
    (message, code) = (try root.text("msg") ?? "", try root.wholeNumber("code"))
    (channel, number) = (try root.text("channel"), try root.wholeNumber("chanId"))
    symbol = try root.text("symbol") ?? root.text("pair").map { "t\($0)" }
    let platform: JSONObject? = try root.optionalValue("platform")
    status = try platform?.wholeNumber("status")
  }

  func events(about pair: Pair?) -> [StreamEvent] {
    switch (event, code) {
    case ("info", 20051): [.ending("restart of the server")]
    // Each channel has to be subscribed again.
    case ("info", 20061): [failure("maintenance has ended")]
    case ("info", _) where code == 20060 || status == 0:
      [failure("temporarily unavailable (maintenance)")]
    case ("error", _): refusal(of: pair)
    default: []
    }
  }

  private func failure(_ sentence: String) -> StreamEvent {
    .failed(.exchangeError(message: sentence, isTransient: true))
  }

  private func refusal(of pair: Pair?) -> [StreamEvent] {
    switch code {
    // The channel is subscribed already, or was not.
    case 10301, 10400, 10401: []
    // 10305 is the limit of channels per connection.
    default: [.refused(pair, .exchangeError(quoting: message, isTransient: code == 10305))]
    }
  }
}

extension TickerUpdate {
  /// All values of a ticker, also the unknown ones.
  fileprivate init(_ ticker: Ticker) {
    self.init(ticker.pair)
    (last, bid, ask) = (ticker.last, ticker.bid, ticker.ask)
    (open, changeReference) = (ticker.open, ticker.changeReference)
    (high, low, volume) = (ticker.high, ticker.low, ticker.volume)
  }
}
