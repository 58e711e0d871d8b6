import Foundation
import StubExchange
import Synchronization
import TestTools
import Testing

/// The notice with the reason why a book is empty.
@Suite(.fewAtATime)
struct EmptyBookTests {
  @Test(arguments: [
    ("close", "trading closed"), ("closed", "trading closed"), ("halt", "trading closed (halt)"),
    ("new-word", "status new-word"), ("open", nil),
  ])
  func `is the state of the pair, and the status that says more`(
    status: String, reason: String?
  ) async throws {
    let exchange = try StubExchange { request in
      request.path.hasSuffix("symbols/BTC-PAX")
        ? .json(#"{"base_currency":"BTC","counter_currency":"PAX","status":"\#(status)"}"#)
        : .json(#"{"symbol":"BTC-PAX","bids":[],"asks":[]}"#)
    }
    let outcome = await TestWorld().run(
      ["book", "BTC-PAX", "--once", "--url", exchange.url.absoluteString])
    #expect(outcome.errors == (reason.map { "tickers: BTC-USDP: \($0)\n" } ?? ""))
    #expect(outcome.status == 0)
  }

  @Test func `is requested once`() async throws {
    let instruments = Mutex(0)
    let exchange = try StubExchange { request in
      guard request.path.hasSuffix("symbols/BTC-PAX") else {
        return .json(#"{"symbol":"BTC-PAX","bids":[],"asks":[]}"#)
      }
      instruments.withLock { $0 += 1 }
      return .json(#"{"base_currency":"BTC","counter_currency":"PAX","status":"halt"}"#)
    }
    _ = await TestWorld().run(
      ["book", "BTC-PAX", "--count", "3", "-i", "0.01", "--url", exchange.url.absoluteString])
    #expect(instruments.withLock(\.self) == 1)
  }
}
