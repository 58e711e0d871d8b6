import MarketCore

/// Responses as Gate sends them.
enum GateMarket {
  /// A market of these responses, by path and query. FILL IN: those that most tests need, and what the
  /// exchange sends for an unknown pair.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    CannedExchange(bodies, of: Gate(), otherwise: .text("{}", status: 404))
  }
}
