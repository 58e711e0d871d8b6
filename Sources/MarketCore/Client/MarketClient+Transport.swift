extension MarketClient {
  func with(_ transport: Transport) -> MarketClient {
    var client = self
    client.transport = transport
    return client
  }

  /// Returns a client that calls `observe` after every request, on any thread.
  package func observed(by observe: @escaping Transport.Observer) -> MarketClient {
    with(
      Transport { [transport] request in
        let start = ContinuousClock.now
        let result = await transport.send(request)
        observe(request, result, (ContinuousClock.now - start) / .seconds(1))
        return result
      })
  }
}
