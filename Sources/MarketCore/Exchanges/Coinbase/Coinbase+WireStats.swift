import Foundation

extension Coinbase {
  /// The last 24 hours of a product: `/products/ID/stats`. A product in which nothing was traded has
  /// zeros or nothing (unconfirmed which): no price, but a volume of 0.
  struct WireStats: Decodable, Sendable {
    /// The price 24 hours ago, in the quote currency.
    private(set) var open: Decimal?
    private(set) var high, low, last: Decimal?
    /// In the base currency.
    private(set) var volume: Decimal?

    private enum CodingKeys: CodingKey { case open, high, low, last, volume }

    /// Of which nothing is known.
    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      open = try container.number(forKey: .open, quoted: true).nilIfZero
      high = try container.number(forKey: .high, quoted: true).nilIfZero
      low = try container.number(forKey: .low, quoted: true).nilIfZero
      last = try container.number(forKey: .last, quoted: true).nilIfZero
      volume = try container.number(forKey: .volume, quoted: true)
    }

    func ticker(of pair: Pair, name: String?, quote: WireQuote?) -> Ticker {
      Ticker(
        pair: pair, name: name, open: open, volume: volume, last: last, bid: quote?.bid,
        ask: quote?.ask, high: high, low: low)
    }
  }

  /// A product of `/products/stats`, which is not documented; 522 of them on 2026-09-11.
  struct WireAllStats: Decodable {
    /// The last 24 hours; may be missing.
    let day: WireStats?

    private enum CodingKeys: String, CodingKey { case day = "stats_24hour" }
  }

  /// Of `/products/ID/ticker`, what the statistics lack; 0 where nobody bids or asks.
  struct WireQuote: Decodable, Sendable {
    let bid, ask: Decimal?

    private enum CodingKeys: CodingKey { case bid, ask }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      bid = try container.number(forKey: .bid, quoted: true).nilIfZero
      ask = try container.number(forKey: .ask, quoted: true).nilIfZero
    }
  }
}
