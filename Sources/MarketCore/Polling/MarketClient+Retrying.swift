extension MarketClient {
  /// The result of a question that is asked up to three times, for a transient fault.
  ///
  /// All tries together take no longer than twice the client's timeout; a wait that does not fit
  /// in there ends them. Each try has the client's timeout, cut to what is left. Between them it
  /// waits as ``Poller`` does.
  ///
  /// - Parameters:
  ///   - clock: the time, and the sleep between tries.
  ///   - ask: the question, to be put to the client that it gets.
  public func retrying<Value: Sendable>(
    clock: PollClock = .real,
    _ ask: (MarketClient) async -> Result<Value, MarketError>
  ) async -> Result<Value, MarketError> {
    let end = clock.now() + timeout * 2
    var client = self
    var backoff = Backoff()
    var tries = 1
    var last: Result<Value, MarketError>?
    while true {
      let result = await ask(client)
      if case .failure(.timedOut) = result, client.timeout < timeout, let last {
        // The new error would name the time that was left, not the client's timeout.
        return last
      }
      last = result
      guard case .failure(let error) = result, error.isTransient, tries < 3 else {
        return result
      }
      let next = clock.now() + backoff.delay(after: error, random: clock.random())
      guard next < end else { return result }
      await clock.sleep(next)
      tries += 1
      client.timeout = min(timeout, end - clock.now())
      guard client.timeout > .zero, !Task.isCancelled else { return result }
    }
  }
}
