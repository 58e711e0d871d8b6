import Foundation

/// The time of a replay, and the response that each request receives. It reads no file.
///
/// A series of responses has the name of the request's folder, which begins with the exchange. With one
/// poller, the time does not change during a poll, so that the responses of its requests fit together.
struct Timeline {
  enum Turn: Equatable {
    /// The index of a response in its series, and whether the first restart was just before it.
    case response(Int, isRestart: Bool)
    case notAnswered
    /// The recording ends after this number of polls; `nil` if there is no poller and the series has ended.
    case ended(polls: Int?)
  }

  /// The requests of one poller, and the responses that it has received.
  fileprivate struct Progress {
    var count = 0
    /// The index of the last received response by series; -1 before the first response.
    var received: [String: Int] = [:]
    var requests: [Substring: Requests] = [:]
    /// The polled exchanges whose requests are known from earlier polls.
    var polled: Set<Substring> = []
    /// The exchanges that answer in this poll, as a rule because they have a new response.
    var answering: Set<Substring> = []
    var hasEnded = false
    var requestCounts: [String: Int] = [:]
    /// The polls of the poller's first pass; `nil` if later passes do not repeat it, as after a step.
    var firstPass: [Beat]?
    var isRepeating = false
    /// Whether a request has received its first response again, because it had no further response.
    var isPassOver = false
  }

  /// A poll of the first pass: the time, and the turns of its requests by series.
  fileprivate struct Beat {
    let now: Date?
    var turns: [String: [Turn]] = [:]
  }

  fileprivate struct Requests {
    /// The series that were requested in this poll, and in the previous poll of the exchange.
    var requested: Set<String> = []
    var previous: Set<String> = []
    var expected: Set<String> = []
    /// Whether the expected series were requested in two consecutive polls. Otherwise they may include
    /// data that are requested only once, such as the list of pairs.
    var isSettled = false
  }

  /// `nil` as long as no time is known.
  var now: Date?
  private let repeats: Bool
  private let beginsAtStart: Bool
  private var series: [String: Recording.Series] = [:]
  private var pollers: [Int: Progress] = [:]
  /// The poller whose poll began last; 0 without a poller.
  private var current = 0
  private var late: Set<String> = []
  /// Whether the first restart was just before this poll.
  private var isRestart = false
  private var hasRestarted = false

  /// If `beginsAtStart` is true, a user chose the start, and later passes may begin earlier.
  init(from start: Date?, repeats: Bool, beginsAtStart: Bool = false) {
    (now, self.repeats, self.beginsAtStart) = (start, repeats, beginsAtStart)
  }

  var isBeforeFirstPoll: Bool { pollers.values.allSatisfy { $0.count == 0 } }

  mutating func addPoller() -> Int {
    pollers[pollers.count + 1] = Progress()
    return pollers.count
  }

  /// Begins the next poll of a poller, or the poll to which the steps lead. `exchanges` are the polled
  /// exchanges; empty for all exchanges. `late` are exchanges that do not answer in this poll.
  mutating func beginPoll(
    of poller: Int, _ steps: [PollStep] = [], exchanges: [String] = [], late: Set<String> = []
  ) {
    (current, isRestart, self.late) = (poller, false, late)
    var progress = pollers[poller, default: Progress()]
    if isBeforeFirstPoll, !beginsAtStart { progress.firstPass = [] }
    progress.requestCounts = [:]
    expectRequests(&progress)
    progress.polled = Set(
      progress.requests.keys.filter { id in
        exchanges.isEmpty || exchanges.contains { $0 == id }
      })
    if steps.isEmpty || progress.expected.isEmpty {
      if hasEnded(progress) { restart(&progress) }
      if progress.isRepeating {
        now = progress.firstPass?[progress.count].now
        progress.count += 1
      } else {
        advance(&progress)
        progress.firstPass?.append(Beat(now: now))
      }
    } else {
      (progress.firstPass, progress.isRepeating, progress.isPassOver) = (nil, false, false)
      go(steps, &progress)
    }
    pollers[poller] = progress
  }

  /// What a request of this series receives now.
  mutating func turn(of name: String, _ series: Recording.Series) -> Turn {
    self.series[name] = series
    var progress = pollers[current, default: Progress()]
    defer { pollers[current] = progress }
    let attempt = progress.requestCounts[name, default: 0]
    progress.requestCounts[name] = attempt + 1
    let beat = progress.count - 1
    if progress.isRepeating, let turns = progress.firstPass?[beat].turns[name],
      attempt < turns.count
    {
      progress.requests[Self.exchange(of: name), default: Requests()].requested.insert(name)
      guard case .response(let index, _) = turns[attempt] else { return turns[attempt] }
      progress.received[name] = index
      return .response(index, isRestart: isRestart)
    }
    let turn = newTurn(of: name, series, &progress)
    if !progress.isRepeating, beat >= 0 {
      progress.firstPass?[beat].turns[name, default: []].append(turn)
    }
    return turn
  }

  private mutating func newTurn(
    of name: String, _ series: Recording.Series, _ progress: inout Progress
  ) -> Turn {
    if progress.hasEnded { return .ended(polls: progress.count) }
    let exchange = Self.exchange(of: name)
    // A retry within a poll receives the next response, and so does a request without a poller.
    let isRetry =
      !progress.requests[exchange, default: Requests()].requested.insert(name).inserted
      || current == 0
    if late.contains(String(exchange)) {
      progress.received[name] = -1
      return .notAnswered
    }
    let last = progress.received[name]
    var (index, isRestart) = ((last ?? -1) + 1, isRestart)
    let newest = isRetry ? nil : newest(in: series)
    if last == nil, newest == -1, progress.expected.contains(name) {
      progress.received[name] = -1
      return .notAnswered
    }
    if let last, let newest, newest <= last {
      if last >= 0, progress.answering.contains(exchange) {
        return .response(last, isRestart: isRestart)
      }
      if index < series.numbers.count { return .notAnswered }
    }
    if index < series.numbers.count {
      index = max(index, newest ?? index)
    } else if repeats {
      isRestart = !hasRestarted
      (hasRestarted, index) = (true, 0)
      progress.isPassOver = true
    } else {
      return .ended(polls: current == 0 ? nil : progress.count - 1)
    }
    progress.received[name] = index
    return .response(index, isRestart: isRestart)
  }

  private static func exchange(of name: String) -> Substring { name.prefix { $0 != "/" } }

  /// Derives the requests that are expected in a new poll from the requests of earlier polls.
  private func expectRequests(_ progress: inout Progress) {
    progress.requests = progress.requests.mapValues { requests in
      guard !requests.requested.isEmpty else { return requests }
      let repeated = requests.requested.intersection(requests.previous)
      return Requests(
        previous: requests.requested, expected: repeated.isEmpty ? requests.requested : repeated,
        isSettled: !repeated.isEmpty)
    }
  }

  /// Whether this pass has no further poll: as a rule, because an expected series of an exchange has
  /// ended, or all of them, as long as it is not settled which series are expected.
  private func hasEnded(_ progress: Progress) -> Bool {
    guard progress.count > 0 else { return false }
    if progress.isRepeating { return progress.count == progress.firstPass?.count }
    if progress.isPassOver { return true }
    return progress.polled.contains { exchange in
      guard let requests = progress.requests[exchange], !requests.expected.isEmpty else {
        return false
      }
      let goesOn = requests.expected.map { name in
        (series[name]?.numbers.count ?? 0) > (progress.received[name] ?? -1) + 1
      }
      return requests.isSettled ? goesOn.contains(false) : !goesOn.contains(true)
    }
  }

  private mutating func restart(_ progress: inout Progress) {
    guard repeats else {
      progress.hasEnded = true
      return
    }
    (isRestart, hasRestarted) = (!hasRestarted, true)
    now = nil
    for poller in pollers.keys {
      pollers[poller]?.received = [:]
      pollers[poller]?.firstPass = nil
      pollers[poller]?.isRepeating = false
    }
    (progress.isRepeating, progress.isPassOver) = (progress.firstPass != nil, false)
    (progress.received, progress.count) = ([:], 0)
  }

  /// Counts a poll, and moves the time on to the latest arrival at which no expected series has two new
  /// responses.
  private mutating func advance(_ progress: inout Progress) {
    guard !progress.hasEnded else { return }
    var next: [(name: String, time: Date?)] = []
    var end = Date.distantFuture
    for name in progress.expected {
      let index = (progress.received[name] ?? -1) + 1
      guard let series = series[name], index < series.numbers.count else { continue }
      next.append((name, series.times?[index]))
      if let times = series.times, index + 1 < times.count { end = min(end, times[index + 1]) }
    }
    let arriving = next.filter { $0.time ?? .distantPast < end }
    if let latest = arriving.compactMap(\.time).max() { now = max(now ?? .distantPast, latest) }
    progress.answering = Set(arriving.map { Self.exchange(of: $0.name) })
    progress.count += 1
  }

  /// Moves to the poll to which the steps lead. To count polls, all polls of the recording are simulated with
  /// the expected requests.
  private mutating func go(_ steps: [PollStep], _ progress: inout Progress) {
    var states = [
      (now: nil as Date?, received: progress.expected.reduce(into: [:]) { $0[$1] = -1 })
    ]
    var (timeline, simulated) = (self, progress)
    (timeline.now, simulated.received, simulated.count) = (nil, states[0].received, 0)
    while !timeline.hasEnded(simulated) {
      timeline.advance(&simulated)
      for name in simulated.expected { simulated.received[name] = timeline.newest(name, simulated) }
      states.append((timeline.now, simulated.received))
    }
    func sum(_ received: [String: Int]) -> Int {
      progress.expected.reduce(0) { $0 + (received[$1] ?? -1) + 1 }
    }
    let last = states.count - 1
    var number = states.lastIndex { sum($0.received) <= sum(progress.received) } ?? 0
    for step in steps {
      switch step {
      case .previous: number -= 1
      case .next: number += 1
      case .first: number = 1
      case .last: number = last
      }
      number = min(max(1, number), last)
    }
    now = states[number - 1].now
    progress.received.merge(states[number - 1].received) { $1 }
    progress.count = number - 1
    advance(&progress)
    // After steps, each exchange answers with its newest response, even if this response is not new.
    progress.answering = Set(progress.expected.map(Self.exchange))
  }

  private func newest(_ name: String, _ progress: Progress) -> Int {
    let last = progress.received[name] ?? -1
    guard let series = series[name] else { return last }
    return newest(in: series) ?? min(last + 1, series.numbers.count - 1)
  }

  /// The index of the response to a background request: the newest that had arrived, or else the first.
  func indexBesidePolls(in series: Recording.Series) -> Int { max(0, newest(in: series) ?? 0) }

  /// The index of the newest response that had arrived by the time of the replay; -1 before the first
  /// arrival, and `nil` if the arrival times are unknown.
  private func newest(in series: Recording.Series) -> Int? {
    series.times.map { times in now.flatMap { now in times.lastIndex { $0 <= now } } ?? -1 }
  }
}

extension Timeline.Progress {
  fileprivate var expected: Set<String> {
    polled.reduce(into: []) { names, exchange in
      names.formUnion(requests[exchange]?.expected ?? [])
    }
  }
}
