import Foundation

/// The direction of a value, independent of any colour.
public enum Tone: Hashable, Sendable {
  /// A rise, or bids.
  case up
  /// A fall, or asks.
  case down
  case flat

  init(of change: Decimal?) {
    guard let change, change.isFinite, !change.isZero else {
      self = .flat
      return
    }
    self = change.isSignMinus ? .down : .up
  }

  init(from old: FieldValue, to new: FieldValue) {
    let areKnown = old != .unknown && new != .unknown
    self = !areKnown ? .flat : old.isBelow(new) ? .up : new.isBelow(old) ? .down : .flat
  }
}
