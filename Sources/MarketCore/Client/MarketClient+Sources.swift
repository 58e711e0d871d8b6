public import Foundation

extension MarketClient {
  /// A client of an exchange. Make one per exchange and keep it: it makes no connection before its first
  /// request, and then keeps its connections.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - url: the base URL of a server that answers like it, `http` or `https`; `nil` for its own.
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - timeout: the deadline for a whole answer, above 0.
  public static func live(
    _ exchange: any Exchange = Exchanges.standard, at url: URL? = nil, userAgent: String,
    timeout: Duration = .seconds(10)
  ) -> MarketClient {
    MarketClient(.urlSession(userAgent: userAgent), exchange: exchange, base: url, timeout: timeout)
  }

  /// A client that always fails, for previews and tests.
  public static func failing(_ error: MarketError) -> MarketClient { stub { _ in .failure(error) } }

  /// A client that is answered by a closure, for previews and tests. The closure gets the path and the
  /// query after the base URL, as in `l2/BTC-USD`.
  public static func stub(
    _ exchange: any Exchange = Exchanges.standard,
    _ answer: @escaping @Sendable (String) -> Result<Transport.Response, MarketError>
  ) -> MarketClient {
    let base = URL(filePath: "/")
    return MarketClient(
      Transport { request in answer(request.target(below: base)) }, exchange: exchange, base: base,
      source: "stub", keepsLimits: false)
  }

  /// The same client with another transport.
  func with(_ transport: Transport) -> MarketClient {
    var client = self
    client.transport = transport
    return client
  }

  /// The same client, with an observer that gets the result and the seconds of every request, on any
  /// thread.
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
