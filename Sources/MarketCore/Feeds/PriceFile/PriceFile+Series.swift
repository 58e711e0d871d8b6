import Foundation

extension PriceFile {
  /// A summary of the rows of a pair, on an exchange or without one, in the order of the file. Only the
  /// times of rows are stored, because a file can have a million rows.
  struct Series {
    private(set) var newest: Date
    /// The times in whole seconds since 1970. Consecutive rows with the same time count once.
    private(set) var times: [Int]
    /// The currency of the last row that has one.
    private(set) var currency: String?
    /// The shortest distance between two consecutive times, in seconds; `Int.max` for a single time.
    private var step = Int.max
    /// The greatest common divisor of all distances, in seconds; 0 for a single time.
    private var grid = 0

    init(_ row: Row) {
      (newest, times) = (row.time, [Int(row.time.timeIntervalSince1970)])
    }

    mutating func add(_ row: Row) {
      newest = max(newest, row.time)
      currency = row.currency ?? currency
      let time = Int(row.time.timeIntervalSince1970)
      let distance = abs(time - times[times.count - 1])
      guard distance > 0 else { return }
      times.append(time)
      step = min(step, distance)
      var (divisor, rest) = (distance, grid)
      while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
      grid = divisor
    }

    /// The period of candles with these times, if it is almost certainly not `period`; else `nil`.
    ///
    /// A shorter period is the distance of two consecutive times, and all distances are its multiples.
    /// With a longer period (except months), all distances are multiples of it, too. A few distances
    /// between candles with gaps can be multiples by chance: the probability of this must be 1 % at most.
    func otherPeriod(than period: Period) -> Period? {
      guard times.count > 1 else { return nil }
      // The distances of polled prices are seldom all multiples of the shortest one.
      let shorter = grid == step ? Period.allCases.first { Int($0.seconds) == step } : nil
      if let shorter, shorter < period { return shorter }
      let longer = Period.allCases.last {
        // Calendar months have different lengths.
        $0 == .oneMonth ? step >= Int($0.seconds) : grid.isMultiple(of: Int($0.seconds))
      }
      guard let longer, longer > period else { return nil }
      // The first time can be a multiple by chance, too, but need not be: weeks can begin on any day.
      let isAligned = times[0].isMultiple(of: Int(longer.seconds))
      let coincidences = Double(isAligned ? times.count : times.count - 1)
      return pow(longer.seconds / period.seconds, coincidences) >= 100 ? longer : nil
    }
  }
}
