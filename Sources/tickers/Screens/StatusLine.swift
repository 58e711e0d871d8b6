import Foundation
import MarketCore
import Terminal

/// The line below a table: its age, the reason, and the next poll.
struct StatusLine {
  let freshness: Freshness
  /// Notices about the shown data.
  let sentences: [String]
  /// Whether polling is paused.
  let isPaused: Bool
  /// The source of answers.
  let source: String
  /// The time of the first request.
  let start: ContinuousClock.Instant
  /// The time now, by the clock of the polls and by the calendar.
  let now: ContinuousClock.Instant
  let date: Date
  let timeZone: TimeZone

  /// A poll that is overdue for longer was held up: the machine, or the program, was asleep.
  let longestPoll: Duration

  /// The line on the screen.
  var line: Line {
    switch freshness.phase {
    case .loading(nil):
      return Line("asking \(source) … \((now - start).wholeSeconds)", .faint)
    case .loaded:
      if let due = freshness.nextPoll, !isPaused, now - due > longestPoll {
        return failed(suffix: ": no poll meanwhile; asking again")
      }
      let next = freshness.nextPoll.map { time(date + ($0 - now) / .seconds(1)) }
      return loaded(next: isPaused ? "paused" : next.map { "next \($0)" })
    case .loading(.some), .stale:
      return failed(suffix: isPaused ? "; paused" : freshness.nextPoll.map(nextTry) ?? "")
    }
  }

  /// The line below the final lines.
  var finalLine: Line { freshness.phase == .loaded ? loaded(next: nil) : failed(suffix: "") }

  private func nextTry(at due: ContinuousClock.Instant) -> String {
    let left = due - now
    return left < .milliseconds(500) ? "; trying again …" : "; next try in \(left.wholeSeconds)"
  }

  private func loaded(next: String?) -> Line {
    let parts = [freshness.asOf.map(time), next].compactMap(\.self) + sentences
    return Line(parts.joined(separator: " · ").controlsReplaced, .faint)
  }

  private func failed(suffix: String) -> Line {
    let state = freshness.arrival.map { "stale \((now - $0).wholeSeconds)" } ?? "no answer yet"
    let reason = freshness.failure.map { ": \($0)" } ?? ""
    return Line("\(state)\(reason)\(suffix)".controlsReplaced, .stale)
  }

  /// A time of day in the time zone; with the date, unless it is within 12 hours.
  private func time(_ time: Date) -> String {
    let style = Date.ISO8601FormatStyle(timeZone: timeZone).dateTimeSeparator(.space)
    let isRecent = abs(time.timeIntervalSince(date)) < 12 * 3600
    return (isRecent ? style : style.year().month().day())
      .time(includingFractionalSeconds: false).format(time)
  }
}

extension Duration {
  /// Without decimals, for a line that counts: `40 s`, `3 min`.
  fileprivate var wholeSeconds: String {
    let seconds = Int((self / .seconds(1)).rounded())
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }
}
