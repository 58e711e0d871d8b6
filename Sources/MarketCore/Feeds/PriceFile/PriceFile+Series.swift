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

    init(_ row: Row) {
      (newest, times) = (row.time, [Int(row.time.timeIntervalSince1970)])
    }

    mutating func add(_ row: Row) {
      newest = max(newest, row.time)
      currency = row.currency ?? currency
      let time = Int(row.time.timeIntervalSince1970)
      if time != times[times.count - 1] { times.append(time) }
    }

    /// The period of candles with these times, if it is almost certainly not `period`; else `nil`.
    ///
    /// A shorter period is the distance of two consecutive times, and all distances are its multiples.
    /// With a longer period (except months), all distances are multiples of it, too. A few distances
    /// between candles with gaps can be multiples by chance: the probability of this must be 1 % at most.
    func otherPeriod(than period: Period) -> Period? {
      let times = times.sorted()
      let distances = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
      guard let step = distances.min() else { return nil }
      let grid = distances.reduce(0, Self.divisor)
      // The distances of polled prices are seldom all multiples of the shortest one.
      let shorter = grid == step ? Period.allCases.first { Int($0.seconds) == step } : nil
      if let shorter, shorter < period { return shorter }
      let longer = Period.allCases.last {
        // Calendar months have different lengths.
        $0 == .oneMonth
          ? step >= Int($0.seconds) && Self.areMonths(times) : grid.isMultiple(of: Int($0.seconds))
      }
      guard let longer, longer > period else { return nil }
      // The first time can be a multiple by chance, too, but need not be: weeks can begin on any day.
      let isAligned = times[0].isMultiple(of: Int(longer.seconds))
      let coincidences = Double(distances.count + (isAligned ? 1 : 0))
      return pow(longer.seconds / period.seconds, coincidences) >= 100 ? longer : nil
    }

    /// The greatest common divisor of two numbers.
    private static func divisor(_ lhs: Int, _ rhs: Int) -> Int {
      rhs == 0 ? lhs : divisor(rhs, lhs % rhs)
    }

    /// Whether all times are on the same day of a month, in UTC.
    private static func areMonths(_ times: [Int]) -> Bool {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return Set(
        times.map { calendar.component(.day, from: Date(timeIntervalSince1970: Double($0))) }
      ).count == 1
    }
  }
}
