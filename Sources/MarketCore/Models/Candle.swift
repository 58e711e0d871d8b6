public import Foundation

/// The trades of a pair in one period, summed up.
public struct Candle: Hashable, Sendable {
  /// The start of the period, as the exchange sends it.
  public let time: Date
  /// The first price, in the quote currency; `nil` when the exchange does not say, as with the others.
  public let open: Decimal?
  /// The highest price, in the quote currency.
  public let high: Decimal?
  /// The lowest price, in the quote currency.
  public let low: Decimal?
  /// The last price, in the quote currency; of a period that is still running, the last one so far.
  public let close: Decimal?
  /// The quantity traded, in the base currency.
  public let volume: Decimal?
}

extension [Candle] {
  /// Those that begin at `start` or later and before `end`, where these are given, oldest first.
  func page(from start: Date?, before end: Date?) -> [Candle] {
    filter { $0.time >= start ?? .distantPast && $0.time < end ?? .distantFuture }
      .sorted { $0.time < $1.time }
  }
}
