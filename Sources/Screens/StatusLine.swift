import Foundation
import MarketCore
import Reports
import Terminal

/// The last firing of any alert, and whether a key was pressed after it.
typealias LastFiring = (event: AlertEvent, isSeen: Bool)

/// Makes the line below the body: the state of the data and of polling, notices and alerts.
struct StatusLine<SomeFeed: Feed>: Sendable {
  let polls: PollState<SomeFeed>
  let stage: Stage
  /// The names of the requested exchanges, or their number if there are many.
  let exchangeNames: String
  let isPaused: Bool
  /// The current time, by the clock of the polls (`now`) and by the calendar (`date`).
  let now: ContinuousClock.Instant
  let date: Date

  private var market: Market { polls.feed.market }
  private var interval: Duration { polls.pace.interval(for: market) }
  /// The states of the requested exchanges, in the order requested: at least one. An exchange that lists
  /// none of the requested pairs can be missing.
  private var exchanges: [PolledExchanges<SomeFeed.Model.Value>.State] { polls.model.polled.all }
  private var isMultiExchange: Bool { polls.model.polled.isMultiExchange }

  /// Returns the line; if `isFinal` is true, for the text that remains after the screen was left. The
  /// last firing is at the beginning if no key was pressed after it, no exchange fails or lacks data, and
  /// polling is not paused; otherwise at the end.
  func line(isFinal: Bool = false, lastFiring: LastFiring? = nil) -> Line {
    var line = stateLine(isFinal: isFinal)
    guard let (event, isSeen) = lastFiring else { return line }
    let text = "\(time(event.time)) \(event.text)"
    let isCurrent = polls.model.freshness.phase == .loaded && !isPaused
    if !isSeen, isCurrent { return line.indented(by: text + " · ") }
    line.append(" · " + text)
    return line
  }

  private func stateLine(isFinal: Bool) -> Line {
    guard exchanges.contains(where: { $0.freshness.phase != .loading(nil) }) else {
      return Line("loading from \(exchangeNames) … \((now - polls.start).wholeSeconds)", .faint)
    }
    if isMultiExchange { return multiLine(isFinal: isFinal) }
    let freshness = exchanges[0].freshness
    guard freshness.phase == .loaded else {
      return stale(
        freshness.age(at: now) + (isFinal ? "" : isPaused ? "; paused" : nextTry(of: freshness)))
    }
    // A poll that is overdue for longer was probably suspended, because the machine or the program slept.
    let longestPoll = max(.seconds(60), market.clients[0].timeout * 2)
    if let due = freshness.nextPoll, !isPaused, !isFinal, now - due > longestPoll {
      return stale(freshness.age(at: now) + ": polling was suspended; refreshing")
    }
    return faint(
      [freshness.asOf.map(time), isFinal ? nil : next(freshness.nextPoll)]
        + sentences(isFinal: isFinal))
  }

  var details: [String] {
    if isMultiExchange {
      return late(isFinal: false).map { "\($0.title) \($0.reason)" } + sentences()
    }
    return (exchanges[0].failure == nil ? [] : [line().rendered()]) + sentences()
  }

  /// Returns the sentences about the data, and the hint on exchanges if it applies.
  private func sentences(isFinal: Bool = false) -> [String] {
    polls.sentences(isQuiet: stage.isQuiet)
      + (isFinal || !market.isDefault ? [] : [stage.defaultExchangeHint].compactMap(\.self))
  }

  /// The ages of the answers of exchanges that fail or are late; empty for a single exchange.
  var ages: [ExchangeID: String] {
    guard isMultiExchange else { return [:] }
    return exchanges.reduce(into: [:]) { ages, exchange in
      guard let id = exchange.exchange, exchange.failure != nil || isLate(exchange.freshness)
      else { return }
      ages[id] = exchange.freshness.arrival.map { (now - $0).wholeSeconds }
    }
  }

  /// Returns the line for several exchanges, which names the exchanges that are loading, fail or are late.
  private func multiLine(isFinal: Bool) -> Line {
    let fresh = exchanges.map(\.freshness).filter { $0.phase == .loaded && !isLate($0) }
    let late = late(isFinal: isFinal)
    let loading = exchanges.filter { $0.freshness.phase == .loading(nil) && !isDue && !isFinal }
      .map { market.title(of: $0.exchange) }
    // If more than two exchanges fail or are late, only their names fit, and each different failure once.
    let isShort = late.count > 2
    let due = fresh.compactMap(\.nextPoll)
    let parts = [
      isShort ? "no response from \(late.map(\.title).joined(separator: ", "))" + reasons : nil,
      fresh.compactMap(\.asOf).min().map(time),
      // A poll whose time is in the past is still running.
      isFinal ? nil : next(due.filter { $0 > now }.min() ?? due.min()),
      loading.isEmpty ? nil : "loading from \(loading.joined(separator: ", "))",
    ]
    let rest =
      (isShort ? [] : late.map { "\($0.title) \($0.reason)" })
      + sentences(isFinal: isFinal)
    return late.isEmpty ? faint(parts + rest) : stale(joined(parts + rest))
  }

  private var reasons: String {
    var reasons: [String] = []
    for failure in exchanges.compactMap(\.failure) where !reasons.contains("\(failure)") {
      reasons.append("\(failure)")
    }
    return reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", "))"
  }

  /// Returns the exchanges that fail, are late, or if `isFinal` is true, have no data, each with the reason.
  private func late(isFinal: Bool) -> [(title: String, reason: String)] {
    exchanges.compactMap { exchange in
      let freshness = exchange.freshness
      let reason: String? =
        switch freshness.phase {
        case .loading(nil): isFinal || isDue ? "no data yet" : nil
        case .loaded: isLate(freshness) ? "\(freshness.age(at: now)): no response yet" : nil
        case .loading(.some), .stale:
          freshness.age(at: now) + (isPaused || isFinal ? "" : nextTry(of: freshness))
        }
      return reason.map { (market.title(of: exchange.exchange), $0) }
    }
  }

  /// Whether an exchange without an answer is late: the time of the second poll has come.
  private var isDue: Bool { now - polls.start >= interval }

  /// Whether a poll has been due for a whole interval, without a failure of the exchange and without a pause.
  private func isLate(_ freshness: Freshness) -> Bool {
    guard freshness.phase == .loaded, let due = freshness.nextPoll, !isPaused else { return false }
    return now - due >= interval
  }

  private func next(_ due: ContinuousClock.Instant?) -> String? {
    isPaused
      ? "paused"
      : polls.pace.isLive ? live : due.map { "next \(time(date + ($0 - now) / .seconds(1)))" }
  }

  /// Names the exchanges whose prices are streamed, if not all are; or how live books are proven. `nil` if
  /// nothing is live.
  private var live: String? {
    let streamed = exchanges.filter { $0.live?.isLive ?? false && $0.failure == nil }
    if streamed.isEmpty { return nil }
    if let sentence = streamed.sentenceOnProofs(titles: market.title) { return sentence }
    let titles = streamed.map { market.title(of: $0.exchange) }
    return streamed.count == exchanges.count
      ? "live prices" : "live prices of \(titles.joined(separator: ", "))"
  }

  private func nextTry(of freshness: Freshness) -> String {
    guard let left = freshness.nextPoll.map({ $0 - now }) else { return "" }
    return left < .milliseconds(500) ? "; retrying …" : "; next try in \(left.wholeSeconds)"
  }

  private func faint(_ parts: [String?]) -> Line { Line(joined(parts).controlsReplaced, .faint) }
  private func stale(_ text: String) -> Line { Line(text.controlsReplaced, .stale) }

  private func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).joined(separator: " · ")
  }

  private func time(_ time: Date) -> String { stage.time(time, on: date) }
}

extension Stage {
  /// Returns a time of day in the time zone. The date is added unless the time is within 12 hours of `now`.
  func time(_ time: Date, on now: Date) -> String {
    let style = Date.ISO8601FormatStyle(timeZone: timeZone()).dateTimeSeparator(.space)
    let isRecent = abs(time.timeIntervalSince(now)) < 12 * 3600
    return (isRecent ? style : style.year().month().day())
      .time(includingFractionalSeconds: false).format(time)
  }
}

extension Freshness {
  /// Returns the age of the data, as in `stale 40 s`, or `no data yet`, with the reason of the last failure.
  func age(at now: ContinuousClock.Instant) -> String {
    let state = arrival.map { "stale \((now - $0).wholeSeconds)" } ?? "no data yet"
    guard let failure else { return state }
    return "\(state): \(nextPoll == nil ? failure : failure.withoutDelay)"
  }
}

extension Duration {
  /// The duration without decimals: `40 s`, `3 min`, `2 h`.
  fileprivate var wholeSeconds: String {
    let seconds = Int((self / .seconds(1)).rounded())
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }
}
