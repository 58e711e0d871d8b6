extension MarketClient {
  /// Makes a request up to three times, until it succeeds or fails with an error that is not transient.
  ///
  /// All tries together take no longer than twice the client's timeout. If the next delay does not fit
  /// into this time, there is no further try. Each try has the client's timeout, or the remaining time
  /// if it is shorter. The delays between tries are the delays of a ``Poller``.
  ///
  /// - Parameters:
  ///   - clock: the time, and the sleep between tries.
  ///   - request: makes the request with the client that it receives.
  public func retrying<Value: Sendable>(
    clock: PollClock = .real,
    _ request: @Sendable (MarketClient) async -> Result<Value, MarketError>
  ) async -> Result<Value, MarketError> {
    let end = clock.now() + timeout * 2
    var client = self
    var failures = 0
    var last: Result<Value, MarketError>?
    while true {
      let result = await request(client)
      if case .failure(.timedOut) = result, client.timeout < timeout, let last {
        // The new error would name the remaining time instead of the client's timeout.
        return last
      }
      last = result
      failures += 1
      guard case .failure(let error) = result, error.isTransient, failures < 3 else {
        return result
      }
      let next = clock.now() + clock.delay(after: error, failures: failures)
      guard next < end else { return result }
      await clock.sleep(next)
      client.timeout = min(timeout, end - clock.now())
      guard client.timeout > .zero, !Task.isCancelled else { return result }
    }
  }
}
