/// How often polls are made, and how many.
package struct Pace: Sendable {
  /// The chosen or default time between two polls; 0 for a rehearsal, which has no pauses.
  private let interval: Duration
  /// Whether the user chose the interval. A chosen interval applies to all screens.
  private let isChosen: Bool
  /// The number of polls, or of outputs of a live run.
  package let count: Int?
  /// Whether prices are streamed. The interval is then the shortest time between two outputs.
  package let isLive: Bool

  package init(
    every interval: Duration, isChosen: Bool = false, count: Int? = nil, isLive: Bool = false
  ) {
    (self.interval, self.isChosen, self.count, self.isLive) = (interval, isChosen, count, isLive)
  }

  package var isOneShot: Bool { count == 1 && !isLive }
  /// Whether a recording or candles are polled without pauses.
  package var isRehearsal: Bool { interval == .zero && !isLive }

  /// The time between two polls of the exchanges of a market, at least their minimum interval. This
  /// minimum does not apply to a rehearsal, nor if no request leaves this machine. In a live run, the time
  /// between two polls of what is not streamed.
  package func interval(for market: Market) -> Duration {
    if isLive { return LiveMarket.pollInterval }
    return isRehearsal
      ? interval : max(interval, market.slowest?.info.minimumPollInterval ?? .zero)
  }

  /// The shortest time between two outputs of a live run.
  var outputInterval: Duration { interval }

  package func isTooShort(for exchange: any Exchange) -> Bool {
    !isRehearsal && !isLive && interval < exchange.info.minimumPollInterval
  }

  package var isTooShortForLive: Bool { interval < .milliseconds(100) }

  /// The pace of a screen that is opened from another screen: endless.
  package var endless: Pace { Pace(every: interval, isChosen: isChosen, isLive: isLive) }

  /// The endless pace of a screen without streams. `interval` replaces an interval of polls that the user did not
  /// choose.
  package func polled(every interval: Duration) -> Pace {
    isChosen && !isLive ? endless : Pace(every: interval)
  }
}

extension Duration {
  /// The duration as text: `10 s`, `0.5 s`.
  package var brief: String { NumberFormat.duration(seconds: self / .seconds(1)) }
}
