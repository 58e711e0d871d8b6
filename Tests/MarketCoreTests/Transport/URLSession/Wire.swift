import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub exchange, and a transport of its own to ask it over.
struct Wire {
  let exchange: StubExchange
  let transport: Transport

  /// Every request gets the reply that is made for it.
  init(
    bodyLimit: Int = 1 << 20, _ respond: @escaping @Sendable (Request) -> Reply
  ) throws {
    exchange = try StubExchange(respond)
    transport = .urlSession(userAgent: "tests/1.0", bodyLimit: bodyLimit)
  }

  /// Every request gets this reply.
  init(_ reply: Reply, bodyLimit: Int = 1 << 20) throws {
    try self.init(bodyLimit: bodyLimit) { _ in reply }
  }

  /// What comes of a request.
  func ask(
    _ path: String = "tickers", within seconds: Double = 60
  ) async throws(MarketError) -> Transport.Response {
    let url = exchange.url.appending(path: path)
    return try await transport.send(
      URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: seconds)
    ).get()
  }

  /// Whether a client that gave up lets go of its connection.
  func isLeft() async -> Bool {
    await until { exchange.openConnections == 0 }
  }
}
