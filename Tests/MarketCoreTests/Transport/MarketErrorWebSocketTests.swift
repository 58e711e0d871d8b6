import Foundation
@testable import MarketCore
import Testing

/// The errors of WebSocket connections.
struct MarketErrorWebSocketTests {
  @Test(
    arguments: [
      (.refused(status: 429, headers: ["retry-after": "7"]), .rateLimited(retryAfter: 7)),
      (.refused(status: 429, headers: [:]), .rateLimited(retryAfter: nil)),
      (
        .refused(status: 503, headers: ["retry-after": "30"]), .httpStatus(503, retryAfter: 30)
      ),
      (.refused(status: 301, headers: [:]), .httpStatus(301, retryAfter: nil)),
      (.refused(status: 200, headers: [:]), .malformed("the address has no WebSocket")),
      (
        .closed(code: 1001, reason: "Going away"),
        .unreachable("connection closed by the exchange (1001 going away)")
      ),
      (.failed("reserved opcode 3"), .malformed("reserved opcode 3")),
      (
        .closed(code: 1001, reason: ""),
        .unreachable("connection closed by the exchange (1001 going away)")
      ),
      (
        .closed(code: 1013, reason: "deploy\u{1B}[31m\nsoon"),
        .unreachable("connection closed by the exchange (1013 try again later): deploy[31msoon")
      ),
      (
        .closed(code: 4003, reason: String(repeating: "x", count: 121)),
        .unreachable(
          "connection closed by the exchange (4003): \(String(repeating: "x", count: 120))")
      ),
      (.closed(code: nil, reason: ""), .unreachable("connection closed by the exchange")),
      (.closed(code: 1006, reason: ""), .unreachable("connection to the exchange lost")),
      (.alive, nil), (.opened, nil), (.text(Data()), nil), (.binary(Data()), nil),
    ] as [(WebSocketProtocol.Event, MarketError?)])
  func `what ends a connection is an error`(event: WebSocketProtocol.Event, error: MarketError?) {
    #expect(MarketError(event) == error)
  }
}
