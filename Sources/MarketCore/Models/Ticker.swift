public import Foundation

/// What a pair trades at, and how it did over the last 24 hours: an entry of `/tickers`.
///
/// The exchange promises no field, so every number may be `nil`. A pair that never traded says 0.
public struct Ticker: Hashable, Sendable {
  /// The market.
  public let pair: Pair
  /// The price 24 hours ago (`price_24h`), in the quote currency. 0 when there was no trade by
  /// then.
  public let open: Decimal?
  /// The quantity traded in the last 24 hours (`volume_24h`), in the base currency.
  public let volume: Decimal?
  /// The price of the last trade (`last_trade_price`), in the quote currency, however long ago
  /// that was. 0 when there never was one.
  public let last: Decimal?

  /// A ticker of these values.
  public init(pair: Pair, open: Decimal?, volume: Decimal?, last: Decimal?) {
    self.pair = pair
    self.open = open
    self.volume = volume
    self.last = last
  }

  /// Last minus open, in the quote currency; `nil` when either is unknown or 0, for a 0 stands
  /// for a trade that never was.
  public var change: Decimal? { traded.flatMap { ($0.last - $0.open).finite } }

  /// Change ÷ open × 100, to the 38 digits of a decimal: 5 is 5 %. `nil` when the change is
  /// unknown.
  public var percent: Decimal? { traded.flatMap { (($0.last - $0.open) * 100 / $0.open).finite } }

  /// Volume × last: about what was paid in the last 24 hours, in the quote currency; `nil` when
  /// either is unknown.
  public var notional: Decimal? {
    guard let volume, let last else { return nil }
    return volume.times(last)
  }

  private var traded: (open: Decimal, last: Decimal)? {
    guard let open, let last, !open.isZero, !last.isZero else { return nil }
    return (open, last)
  }
}

extension Ticker: Codable {
  private enum CodingKeys: String, CodingKey {
    case pair = "symbol"
    case open = "price_24h"
    case volume = "volume_24h"
    case last = "last_trade_price"
  }

  /// Decodes an entry of `/tickers`. Unknown fields are ignored; only the symbol must be there.
  ///
  /// - Throws: `DecodingError` when there is no symbol, or a number that cannot be kept digit for
  ///   digit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pair = try container.decode(Pair.self, forKey: .pair)
    open = try container.number(forKey: .open)
    volume = try container.number(forKey: .volume)
    last = try container.number(forKey: .last)
  }
}
