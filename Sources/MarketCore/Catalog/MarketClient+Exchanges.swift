public import Foundation

extension MarketClient {
  /// A client of the default exchange, ``Exchanges/standard``. The parameters are as in
  /// ``init(_:exchange:base:source:timeout:keepsLimits:clock:)``.
  public init(
    _ transport: Transport, base: URL? = nil, source: String? = nil,
    timeout: Duration = .seconds(10), keepsLimits: Bool = true, clock: PollClock = .real
  ) {
    self.init(
      transport, exchange: Exchanges.standard, base: base, source: source, timeout: timeout,
      keepsLimits: keepsLimits, clock: clock)
  }

  /// A client of an exchange. Make one client per exchange and keep it: it makes no connection before its
  /// first request, and then keeps its connections open.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - url: the base URL of a server that sends the same responses, `http` or `https`; `nil` for the
  ///     URL of the exchange.
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - timeout: the time limit for a whole answer, without waits for rate limits. Above 0.
  public static func live(
    _ exchange: any Exchange = Exchanges.standard, at url: URL? = nil, userAgent: String,
    timeout: Duration = .seconds(10)
  ) -> MarketClient {
    MarketClient(.urlSession(userAgent: userAgent), exchange: exchange, base: url, timeout: timeout)
  }

  /// A client whose requests all fail with this error, for previews and tests.
  public static func failing(_ error: MarketError) -> MarketClient { stub { _ in .failure(error) } }

  /// A client whose responses come from a closure, for previews and tests. The closure receives the path
  /// and the query after the base URL, as in `l2/BTC-USD`.
  public static func stub(
    _ exchange: any Exchange = Exchanges.standard,
    _ answer: @escaping @Sendable (String) -> Result<Transport.Response, MarketError>
  ) -> MarketClient {
    let base = URL(filePath: "/")
    return MarketClient(
      Transport { request in answer(request.target(below: base)) }, exchange: exchange, base: base,
      source: "stub", keepsLimits: false)
  }
}
