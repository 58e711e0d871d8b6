import MarketCore

/// Answers in the dialect of Kraken.
enum KrakenMarket {
  static let unknown = Transport.Response.text(#"{"error":["EQuery:Unknown asset pair"]}"#)

  /// A market of these results.
  static func market(_ results: [String: String] = [:]) -> CannedExchange {
    CannedExchange(
      results.mapValues { #"{"error":[],"result":\#($0)}"# }, of: Kraken(), otherwise: unknown)
  }
}
