import Foundation

extension Kraken {
  /// A row of `/Ticker`. Its arrays hold a price and its sizes (`a`, `b`, `c`), or a number of today,
  /// which begins at midnight UTC, and one of the last 24 hours (`v`, `h`, `l`).
  ///
  /// Without a trade in 24 hours the last price is 0, without one today `o` is, and a side without
  /// orders has the price 0 (as answered on 2026-06-24).
  struct WireTicker: Nameable {
    let bid, ask, last, high, low, volume: Decimal?
    /// The first price of today; there is none of 24 hours ago.
    let open: Decimal?

    var otherName: String? { nil }

    private enum CodingKeys: String, CodingKey {
      case ask = "a"
      case bid = "b"
      case last = "c"
      case volume = "v"
      case low = "l"
      case high = "h"
      case open = "o"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func number(_ key: CodingKeys, at index: Int) throws -> Decimal? {
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        var numbers = try container.nestedUnkeyedContainer(forKey: key)
        try numbers.skip(index)
        return try numbers.number(quoted: true)
      }
      ask = try number(.ask, at: 0).nilIfZero
      bid = try number(.bid, at: 0).nilIfZero
      last = try number(.last, at: 0).nilIfZero
      volume = try number(.volume, at: 1)
      low = try number(.low, at: 1).nilIfZero
      high = try number(.high, at: 1).nilIfZero
      open = try container.number(forKey: .open, quoted: true).nilIfZero
    }

    func ticker(_ pair: Pair) -> Ticker {
      Ticker(
        pair: pair, open: open, volume: volume, last: last, changeReference: .utcDay, bid: bid,
        ask: ask, high: high, low: low)
    }
  }
}
