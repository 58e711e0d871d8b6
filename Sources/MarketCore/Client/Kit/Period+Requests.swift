import Foundation

extension Date {
  /// The last unit of Unix time, with `units` per second, before this time: for a range that includes its
  /// end.
  func lastUnixTime(units: Double = 1) -> Int64 {
    Int64((timeIntervalSince1970 * units).rounded(.up)) - 1
  }
}

extension Period {
  /// The number of candles to request: at most `most`, and not more than can begin in the range.
  func count(from start: Date?, before end: Date?, most: Int) -> Int {
    guard let start else { return most }
    return Int(min(max((end ?? .now).timeIntervalSince(start) / seconds + 2, 1), Double(most)))
  }
}
