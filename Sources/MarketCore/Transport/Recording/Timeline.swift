import Foundation

/// The time of a replay, and the response that each request receives. It reads no file.
///
/// A series of responses has the name of the request's folder, which begins with the exchange.
struct Timeline {
  enum Turn: Equatable {
    /// The index of a response in its series.
    case response(Int)
    /// The exchange has not answered in this poll.
    case later
    /// There are no more polls than these, or without a poller no more responses.
    case ended(polls: Int?)
  }

  /// The polls of one poller.
  fileprivate struct Polls {
    /// The replay's time at the end of each poll; `nil` without arrival times.
    var times: [Date?] = []
    /// The index of the last response that it has received of each series.
    var received: [String: Int] = [:]
    /// The series requested in this poll, and in the one before.
    var requested: Set<String> = []
    var previous: Set<String> = []
    /// The series that the next poll is expected to request.
    var expected: Set<String> = []
    /// Whether it has requested the expected ones twice: reference data are requested once.
    var isSettled = false
    /// The exchanges with a new response in this poll.
    var answering: Set<Substring> = []
    /// The arrival of the first response that is not of this poll.
    var end: Date?
    var hasEnded = false
  }

  /// The replay's own time; `nil` until something has one.
  var now: Date?
  /// Whether answers of this poll tell of the first restart.
  private(set) var tellsRestart = false
  private var start: Date?
  private let repeats: Bool
  private var series: [String: Recording.Series] = [:]
  private var pollers: [Int: Polls] = [:]
  /// The poller whose poll began last; 0 without a poller.
  private var current = 0
  private var hasRestarted = false

  init(from start: Date?, repeats: Bool) {
    (self.start, self.repeats) = (start, repeats)
    now = start
  }

  /// A new poller, for ``beginPoll(of:_:)``.
  mutating func addPoller() -> Int {
    pollers[pollers.count + 1] = Polls()
    return pollers.count
  }

  /// Begins the next poll of a poller, or another one that has been or will be.
  mutating func beginPoll(of poller: Int, _ step: PollStep? = nil) {
    current = poller
    tellsRestart = false
    var polls = pollers[poller, default: Polls()]
    polls.learn()
    switch step {
    case .previous: rewind(&polls, to: polls.times.count - 1)
    case .first: rewind(&polls, to: 1)
    case .last:
      while !polls.times.isEmpty, !hasEnded(polls) {
        advance(&polls)
        for name in polls.expected { polls.received[name] = index(of: name, at: now, polls) }
      }
      rewind(&polls, to: polls.times.count)
    case .next where hasEnded(polls): rewind(&polls, to: polls.times.count)
    case .next, nil:
      if hasEnded(polls) { restart(&polls) }
      if !polls.hasEnded { advance(&polls) }
    }
    pollers[poller] = polls
  }

  /// The response that a request receives now, of this series.
  mutating func turn(of name: String, _ series: Recording.Series) -> Turn {
    self.series[name] = series
    var polls = pollers[current, default: Polls()]
    defer { pollers[current] = polls }
    if polls.hasEnded { return .ended(polls: polls.times.count) }
    if current == 0 { tellsRestart = false }
    // Another try within a poll.
    let isRetry = !polls.requested.insert(name).inserted || current == 0
    let exchange = Self.exchange(of: name)
    let last = polls.received[name]
    var index = (last ?? -1) + 1
    if index == series.numbers.count {
      guard repeats else { return .ended(polls: current == 0 ? nil : polls.times.count) }
      tellRestart()
      index = 0
    } else if let times = series.times {
      let newest = isRetry ? nil : now.flatMap { now in times.lastIndex { $0 <= now } }
      let isLater = polls.end.map { times[index] >= $0 } ?? false
      if let newest, newest >= index {
        index = newest
      } else if isRetry || !isLater {
        now = max(now ?? .distantPast, times[index])
        if !polls.times.isEmpty { polls.times[polls.times.count - 1] = now }
      } else if !polls.answering.contains(exchange) {
        return .later
      } else if let last {
        index = last
      }
      if index + 1 < times.count { polls.end = min(polls.end ?? .distantFuture, times[index + 1]) }
    }
    polls.received[name] = index
    polls.answering.insert(exchange)
    return .response(index)
  }

  private static func exchange(of name: String) -> Substring { name.prefix { $0 != "/" } }

  /// Whether the next poll lacks a response. As long as it is unknown which series are requested in each
  /// poll, an exchange lacks one if none of its series goes on.
  private func hasEnded(_ polls: Polls) -> Bool {
    guard !polls.times.isEmpty else { return false }
    return Dictionary(grouping: polls.expected, by: Self.exchange).values.contains { names in
      let goesOn = names.map { (series[$0]?.numbers.count ?? 0) > (polls.received[$0] ?? -1) + 1 }
      return polls.isSettled ? goesOn.contains(false) : !goesOn.contains(true)
    }
  }

  private mutating func restart(_ polls: inout Polls) {
    guard repeats else {
      polls.hasEnded = true
      return
    }
    tellRestart()
    (start, now) = (nil, nil)
    pollers = pollers.mapValues { $0.restarted }
    polls = polls.restarted
  }

  private mutating func tellRestart() {
    tellsRestart = !hasRestarted
    hasRestarted = true
  }

  /// Moves the time on for the next poll.
  private mutating func advance(_ polls: inout Polls) {
    var next: [(name: String, time: Date)] = []
    polls.end = nil
    for name in polls.expected {
      guard let times = series[name]?.times else { continue }
      let rest = times.dropFirst((polls.received[name] ?? -1) + 1)
      if let time = rest.first { next.append((name, time)) }
      if let time = rest.dropFirst().first { polls.end = min(polls.end ?? .distantFuture, time) }
    }
    let arriving = next.filter { $0.time < polls.end ?? .distantFuture }
    if let latest = arriving.map(\.time).max() { now = max(now ?? .distantPast, latest) }
    polls.answering = Set(arriving.map { Self.exchange(of: $0.name) })
    polls.times.append(now)
  }

  /// Goes back to the beginning of an earlier poll, the first one being 1.
  private mutating func rewind(_ polls: inout Polls, to number: Int) {
    guard let number = polls.times.indices.map({ $0 + 1 }).last(where: { $0 <= max(1, number) })
    else { return advance(&polls) }
    let before = number == 1 ? nil : polls.times[number - 2]
    for name in polls.received.keys {
      let isTimed = series[name]?.times != nil
      polls.received[name] = isTimed ? index(of: name, at: before, polls) : number - 2
    }
    polls.times.removeSubrange((number - 1)...)
    now = before
    advance(&polls)
  }

  /// The index of the newest response by a time; of a series without times, of the next one.
  private func index(of name: String, at time: Date?, _ polls: Polls) -> Int {
    guard let times = series[name]?.times else { return (polls.received[name] ?? -1) + 1 }
    return time.flatMap { time in times.lastIndex { $0 <= time } } ?? -1
  }
}

extension Timeline.Polls {
  /// No polls yet, but with the same requests.
  fileprivate var restarted: Timeline.Polls {
    var polls = self
    (polls.times, polls.received) = ([], [:])
    return polls
  }

  /// Learns from the requests of a poll which ones the next poll will make.
  fileprivate mutating func learn() {
    guard !requested.isEmpty else { return }
    let repeated = requested.intersection(previous)
    isSettled = !repeated.isEmpty
    expected = isSettled ? repeated : requested
    (previous, requested) = (requested, [])
  }
}
