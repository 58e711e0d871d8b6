import Foundation

extension Date {
  /// The last whole Unix time before this time, in `units` per second, for requests that include their end.
  func lastUnixTime(units: Double = 1) -> Int64 {
    Int64((timeIntervalSince1970 * units).rounded(.up)) - 1
  }
}

extension Period {
  /// The number of candles to request, 1 to `most`: about as many as begin in a range that has a start.
  func count(from start: Date?, before end: Date?, most: Int) -> Int {
    guard let start else { return most }
    return Int(min(max((end ?? .now).timeIntervalSince(start) / seconds + 2, 1), Double(most)))
  }
}
