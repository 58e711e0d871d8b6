import Foundation

extension Date {
  /// The last whole unit of Unix time, of so many per second, before this time: for a range whose end
  /// is included.
  func lastUnixTime(units: Double = 1) -> Int64 {
    Int64((timeIntervalSince1970 * units).rounded(.up)) - 1
  }
}

extension Period {
  /// The number of candles to request: at most `most`, and no more than can begin in this range.
  func count(from start: Date?, before end: Date?, most: Int) -> Int {
    guard let start else { return most }
    return Int(min(max((end ?? .now).timeIntervalSince(start) / seconds + 2, 1), Double(most)))
  }
}
