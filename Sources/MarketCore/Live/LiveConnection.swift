import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps one connection to an exchange open, with the tickers or the books of some pairs.
struct LiveConnection: Sendable {
  let info: StreamInfo
  let url: URL
  /// The pairs to subscribe, in the exchange's own codes: all but those that the exchange has refused.
  let pairs: @Sendable () -> [Pair]
  let webSocket: WebSocket
  let clock: PollClock
  /// The time limit for a new connection.
  let timeout: Duration
  /// Keeps the limit of new connections, also for other connections to the exchange.
  let limiter: RateLimiter
  let report: @Sendable (StreamReport) -> Void
  /// Requests a book for a stream that needs it; `nil` if no stream does.
  var book: (@Sendable (Pair) async -> Result<Data, MarketError>)?
  let log: @Sendable (String) -> Void

  /// Opens a connection, and a new one after each loss, until the task is cancelled, or all pairs are
  /// refused.
  func run() async {
    var reconnection = Reconnection(patience: timeout * 2, start: clock.now())
    while !Task.isCancelled {
      let loss: MarketError
      switch await open() {
      case .failure(let error): loss = error
      case .success(let connection):
        let (opening, link) = (clock.now(), StreamLink(self, connection))
        loss = await link.run()
        if link.isUsable { reconnection.noteUse(since: opening) }
      }
      if Task.isCancelled || pairs().isEmpty { break }
      let next = reconnection.next(after: loss, by: clock)
      log("\(loss)")
      report(.lost(loss, next: next))
      await clock.sleep(next)
    }
  }

  /// Opens a connection within the limit of new connections.
  func open() async -> Result<WebSocket.Connection, MarketError> {
    guard let number = await limiter.admit(1, within: info.connectionLimit) else {
      return .failure(.cancelled)
    }
    defer { limiter.end(number, within: info.connectionLimit) }
    var request = URLRequest(url: url, timeoutInterval: timeout / .seconds(1))
    for (name, value) in info.headers { request.setValue(value, forHTTPHeaderField: name) }
    let start = clock.now()
    let result = await webSocket.open(request)
    if case .success = result {
      log("open after \(Int((clock.now() - start) / .milliseconds(1))) ms")
    }
    return result
  }
}
