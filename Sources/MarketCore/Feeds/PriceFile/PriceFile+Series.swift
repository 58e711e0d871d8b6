import Foundation

extension PriceFile {
  /// What the rows of a pair on an exchange have in common, in the order of the file. It keeps no row: a
  /// file can have a million.
  struct Series {
    private(set) var newest: Date
    /// The currency of the newest row that tells one.
    private(set) var currency: String?
    private let first: Int
    private var last: Int
    /// The number of times.
    private var count = 1
    /// The shortest distance between two rows that follow one another, in seconds.
    private var step = Int.max
    /// The greatest number of seconds that all distances are multiples of; 0 for a single time.
    private var grid = 0

    init(_ row: Row) {
      (newest, first) = (row.time, Int(row.time.timeIntervalSince1970))
      last = first
    }

    mutating func add(_ row: Row) {
      newest = max(newest, row.time)
      currency = row.currency ?? currency
      let time = Int(row.time.timeIntervalSince1970)
      let distance = abs(time - last)
      // Rows can be repeated.
      guard distance > 0 else { return }
      (last, count, step) = (time, count + 1, min(step, distance))
      var (divisor, rest) = (distance, grid)
      while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
      grid = divisor
    }

    /// The period of candles with these times, if it is certainly not this one.
    ///
    /// A shorter one shows as the distance of two rows that all others are multiples of. A longer one
    /// shows as times that are all multiples of it, unless they are so few that those of candles with gaps
    /// could be so by chance (above 1 %).
    func otherPeriod(than period: Period) -> Period? {
      guard count > 1 else { return nil }
      // Prices of polls have no grid.
      let shorter = grid == step ? Period.allCases.first { Int($0.seconds) == step } : nil
      if let shorter, shorter < period { return shorter }
      let longer = Period.allCases.last {
        // The months of the calendar have no common length.
        $0 == .oneMonth ? step >= Int($0.seconds) : grid.isMultiple(of: Int($0.seconds))
      }
      guard let longer, longer > period else { return nil }
      // Where the first one begins is a coincidence, too, but weeks begin anywhere.
      let isAligned = first.isMultiple(of: Int(longer.seconds))
      let coincidences = Double(isAligned ? count : count - 1)
      return pow(longer.seconds / period.seconds, coincidences) >= 100 ? longer : nil
    }
  }
}
