package import Foundation

/// The values of a ticker that a message of a stream has.
///
/// Each value is `nil` if the message does not have it, so that the earlier value stays; it is
/// `.some(nil)` if the message says that the value is unknown now.
package struct TickerUpdate: Hashable, Sendable {
  package var pair: Pair
  package var last, open, bid, ask, high, low, volume: Decimal??
  /// The moment of `open`; `nil` if the message does not have `open`.
  package var changeReference: ChangeReference?
  /// The time of the last trade or of the statistics.
  package var tradedAt: Date?

  package init(_ pair: Pair) { self.pair = pair }

  /// This update, with the values of a newer one of the same pair.
  func updated(by newer: TickerUpdate) -> TickerUpdate {
    var update = self
    update.last = newer.last ?? last
    update.open = newer.open ?? open
    update.bid = newer.bid ?? bid
    update.ask = newer.ask ?? ask
    update.high = newer.high ?? high
    update.low = newer.low ?? low
    update.volume = newer.volume ?? volume
    update.changeReference = newer.changeReference ?? changeReference
    update.tradedAt = newer.tradedAt ?? tradedAt
    return update
  }
}

extension Ticker {
  /// Sets the values that an update has. A pair whose last trade was too old is no longer dead if the update
  /// has a trade of the last 24 hours.
  ///
  /// - Parameter time: the arrival time of the update.
  package mutating func apply(_ update: TickerUpdate, at time: Date) {
    if let value = update.last { last = value }
    if let value = update.open { open = value }
    if let value = update.bid { bid = value }
    if let value = update.ask { ask = value }
    if let value = update.high { high = value }
    if let value = update.low { low = value }
    if let value = update.changeReference { changeReference = value }
    if let value = update.tradedAt {
      tradedAt = value
      if time.timeIntervalSince(value) < 86_400 { markAsTraded() }
    }
    if !isDead, let value = update.volume { volume = value }
    (receivedAt, confirmedAt) = (time, time)
  }
}
