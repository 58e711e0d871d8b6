extension MarketClient {
  /// Makes a request up to three times, until it succeeds or fails with an error that is not transient.
  ///
  /// The tries share twice the client's timeout: a further try is made only if the delay before it ends in
  /// this time. A try has the client's timeout, or the rest of the shared time if that is shorter. The delays
  /// are about 1 s and 2 s, or as long as the exchange requires.
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
