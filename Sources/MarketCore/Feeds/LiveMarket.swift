package import Foundation

/// How a market streams prices.
package struct LiveMarket: Sendable {
  /// The interval of the polls of what streams lack.
  package static let pollInterval = Duration.seconds(10)

  /// Returns the client of an exchange's streams.
  let webSocket: @Sendable (any Exchange) -> WebSocket
  /// The address that the user has given for an exchange; `nil` for none.
  let url: @Sendable (any Exchange) -> URL?
  /// Whether the data is for a screen. Of a longer list than an exchange streams, it then polls the others; else the
  /// list is an error.
  let isScreen: Bool
  let log: @Sendable (String) -> Void
  /// The recording that the run makes or replays; `nil` without one.
  let recording: LiveRecording?

  package init(
    over webSocket: @escaping @Sendable (any Exchange) -> WebSocket,
    at url: @escaping @Sendable (any Exchange) -> URL?, recording: LiveRecording?, isScreen: Bool,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.webSocket, self.url, self.recording) = (webSocket, url, recording)
    (self.isScreen, self.log) = (isScreen, log)
  }

  /// Streams of an exchange, or why they are not used. `book` requests books for them.
  func source(
    _ info: StreamInfo?, of client: MarketClient, in market: Market,
    book: (@Sendable (Pair) async -> Result<Data, MarketError>)? = nil
  ) -> Result<LiveConnections.Source, MarketError> {
    let exchange = client.exchange
    func polled(_ reason: String) -> Result<LiveConnections.Source, MarketError> {
      .failure(.exchangeError(message: reason, isTransient: false))
    }
    guard let info else { return polled("it has no streams") }
    let address = url(exchange) ?? recording?.replay?.streamURL(of: exchange.id)
    let given = address.map { info.path.isEmpty ? $0 : $0.appending(path: info.path) }
    if given == nil, let reason = info.reasonAgainst { return polled(reason) }
    var source = LiveConnections.Source(
      info, at: given ?? info.url, over: webSocket(exchange), timeout: client.timeout,
      clock: market.clock,
      now: market.now, log: { [log] in log("\(exchange.title): \($0)") })
    source.book = book
    if let limiter = client.limiter { source.limiter = limiter }
    return .success(source)
  }
}
