extension MarketClient {
  /// The result of a request that is made up to three times, for a transient fault.
  ///
  /// All tries together take no longer than twice the client's timeout; a wait that does not fit
  /// in there ends them. Each try has the client's timeout, cut to what is left. Between them it
  /// waits as ``Poller`` does.
  ///
  /// - Parameters:
  ///   - clock: the time, and the sleep between tries.
  ///   - request: makes the request with the client that it gets.
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
        // The new error would name the time that was left, not the client's timeout.
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
