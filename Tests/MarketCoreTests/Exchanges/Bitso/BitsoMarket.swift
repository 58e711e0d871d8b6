import MarketCore

/// Responses as Bitso sends them.
enum BitsoMarket {
  /// A market of these responses, by path and query. FILL IN: those that most tests need, and what the
  /// exchange sends for an unknown pair.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    CannedExchange(bodies, of: Bitso(), otherwise: .text("{}", status: 404))
  }
}
