import Foundation

extension MarketError {
  /// Returns the error for an event that ends a connection; `nil` for other events.
  init?(_ event: WebSocketProtocol.Event) {
    switch event {
    case .opened, .text, .binary, .alive: return nil
    case .refused(200..<300, _): self = .malformed("the address has no WebSocket")
    case .refused(let status, let headers):
      let delay = Transport.Response(status: status, headers: headers, body: Data()).retryAfter
      self =
        status == 429 ? .rateLimited(retryAfter: delay) : .httpStatus(status, retryAfter: delay)
    case .failed(let reason): self = .malformed(reason)
    case .closed(1006, _): self = .unreachable("connection to the exchange lost")
    case .closed(let code, let reason):
      let known = code.flatMap { Self.closeCodes[$0] }.map { " \($0)" } ?? ""
      let sentCode = code.map { " (\($0)\(known))" } ?? ""
      let printable = String(
        String.UnicodeScalarView(
          reason.unicodeScalars.filter { $0.properties.generalCategory != .control }))
      let isKnown = known.dropFirst() == printable.lowercased()
      let suffix = printable.isEmpty || isKnown ? "" : ": \(printable.prefix(120))"
      self = .unreachable("connection closed by the exchange\(sentCode)\(suffix)")
    }
  }

  /// The names of close codes (the WebSocket registry of IANA).
  private static let closeCodes = [
    1000: "normal closure", 1001: "going away", 1002: "protocol error", 1003: "unsupported data",
    1007: "invalid data", 1008: "policy violation", 1009: "message too big",
    1010: "missing extension", 1011: "internal error", 1012: "service restart",
    1013: "try again later", 1014: "bad gateway",
  ]
}
