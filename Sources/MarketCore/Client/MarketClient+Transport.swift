extension MarketClient {
  /// The same client with another transport.
  func with(_ transport: Transport) -> MarketClient {
    var client = self
    client.transport = transport
    return client
  }

  /// The same client with an observer of every request. The observer is called on any thread.
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
