/// How often polls are made, and how many.
package struct Pace: Sendable {
  /// The time between two polls; 0 for a rehearsal, which has no pauses.
  private let interval: Duration
  /// Whether the interval was chosen, so that no screen has another one.
  private let isChosen: Bool
  /// The number of polls; `nil` for no end.
  package let count: Int?

  package init(every interval: Duration, isChosen: Bool = false, count: Int? = nil) {
    (self.interval, self.isChosen, self.count) = (interval, isChosen, count)
  }

  /// Whether there is only one poll, which then has several tries.
  package var isOneShot: Bool { count == 1 }
  /// Whether a recording or candles are polled without pauses.
  package var isRehearsal: Bool { interval == .zero }

  /// The time between two polls of the exchanges of a market, at least their minimum.
  package func interval(for market: Market) -> Duration {
    isRehearsal ? .zero : max(interval, market.slowest?.info.minimumPollInterval ?? .zero)
  }

  /// Whether the interval is too short for the exchange of a market that allows the fewest polls.
  package func isTooShort(for exchange: any Exchange) -> Bool {
    !isRehearsal && interval < exchange.info.minimumPollInterval
  }

  /// The pace of a screen that is opened from another: without an end, and with another default interval.
  package func endless(every interval: Duration? = nil) -> Pace {
    Pace(every: isChosen ? self.interval : interval ?? self.interval, isChosen: isChosen)
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  package var brief: String { NumberFormat.duration(seconds: self / .seconds(1)) }
}
