public import Foundation

/// The last price of a pair, and its change and volume over the last 24 hours.
///
/// No exchange promises each number, so every one may be `nil`. A pair that never traded has zeros.
public struct Ticker: Hashable, Sendable {
  /// The market.
  public let pair: Pair
  /// The price 24 hours ago, in the quote currency. 0 when there was no trade by then.
  public let open: Decimal?
  /// The quantity traded in the last 24 hours, in the base currency.
  public let volume: Decimal?
  /// The price of the last trade, in the quote currency, however long ago that was.
  /// 0 when there never was one.
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
