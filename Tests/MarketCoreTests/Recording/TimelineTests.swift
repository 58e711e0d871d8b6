import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The responses that the polls of a replay receive, by their recorded times.
struct TimelineTests {
  private typealias Series = [String: [Double]]

  /// A timeline, and a poller that requests series.
  private struct Run {
    var timeline: Timeline
    let series: Series
    private var poller = 0

    init(_ series: Series, from start: Double? = nil, repeats: Bool = false) {
      self.series = series
      timeline = Timeline(from: start.map(Date.seconds), repeats: repeats)
      poller = timeline.addPoller()
    }

    /// The time of the next poll, and what each of these series receives: the number of a response.
    mutating func poll(
      _ names: String..., steps: [PollStep] = [], exchanges: [String] = [],
      late: Set<String> = []
    ) -> String {
      timeline.beginPoll(of: poller, steps, exchanges: exchanges, late: late)
      let turns = names.isEmpty ? series.keys.sorted() : names
      let received = turns.map { request($0) }.joined(separator: " ")
      return (timeline.now.map { "\(Int($0.timeIntervalSince1970)): " } ?? "") + received
    }

    mutating func request(_ name: String) -> String {
      let times = series[name, default: []]
      let isTimed = times.allSatisfy { $0 >= 0 }
      let series = Recording.Series(
        numbers: Array(1...times.count), times: isTimed ? times.map(Date.seconds) : nil)
      return switch timeline.turn(of: name, series) {
      case .response(let index, let isRestart): "\(index + 1)" + (isRestart ? "!" : "")
      case .notAnswered: "-"
      case .ended(let polls): "end after \(polls ?? 0)"
      }
    }
  }

  @Test func `a poll skips no response, and an exchange without a new one has not answered`() {
    var run = Run(["a/x": [0, 10, 20, 30], "b/y": [1, 20, 31, 40]])
    #expect(run.poll() == "1 1")
    #expect(run.poll() == "10: 2 -")
    #expect(run.poll() == "20: 3 2")
    #expect(run.poll() == "31: 4 3")
    #expect(run.poll() == "31: end after 4 end after 4")
  }

  @Test(arguments: [["a/x", "b/y"], ["b/y", "a/x"]])
  func `the first poll has the first response of each, in whatever order`(names: [String]) {
    var run = Run(["a/x": [0, 10, 20], "b/y": [15, 20, 30]])
    #expect(run.poll(names[0], names[1]) == "1 1")
    let isSorted = names[0] == "a/x"
    #expect(run.poll(names[0], names[1]) == (isSorted ? "10: 2 -" : "10: - 2"))
    #expect(run.poll(names[0], names[1]) == (isSorted ? "20: 3 2" : "20: 2 3"))
  }

  @Test func `the first poll is at the start, with the newest responses`() {
    var run = Run(["a/x": [0, 10, 20, 30], "b/y": [1, 12, 22, 32]], from: 12)
    #expect(run.poll() == "12: 2 2")
    #expect(run.poll() == "22: 3 3")
    var early = Run(["a/x": [10, 20]], from: 5)
    #expect([early.poll(), early.poll()] == ["5: 1", "20: 2"])
    var late = Run(["a/x": [10, 20]], from: 50)
    #expect(late.poll() == "50: 2")
  }

  @Test func `a request beside the polls receives what had arrived, and moves nothing`() {
    var run = Run(["a/x": [0, 10, 20, 30]])
    let polls = ["1", "10: 2", "20: 3", "30: 4", "30: end after 4"]
    let times = [5.0, 12, 28, 99]
    let series = Recording.Series(numbers: Array(1...4), times: times.map(Date.seconds))
    var received: [Int] = []
    for poll in polls {
      #expect(run.poll() == poll)
      received.append(run.timeline.indexBesidePolls(in: series))
    }
    #expect(received == [0, 0, 1, 2, 2])
    let untimed = Recording.Series(numbers: [1, 2], times: nil)
    #expect(run.timeline.indexBesidePolls(in: untimed) == 0)
  }

  @Test func `without times, each poll receives the next responses`() {
    var run = Run(["a/x": [-1, -1, -1], "b/y": [-1, -1]])
    #expect(run.poll() == "1 1")
    #expect(run.poll() == "2 2")
    #expect(run.poll() == "end after 2 end after 2")
  }

  @Test func `reference data that were requested once end nothing and delay nothing`() {
    var run = Run(["a/names": [5, 500], "a/x": [1, 11, 21], "b/pairs": [2], "b/y": [3, 13, 23]])
    #expect(run.poll("a/x", "a/names", "b/pairs", "b/y") == "1 1 1 1")
    #expect(run.poll("a/x", "b/y") == "13: 2 2")
    #expect(run.poll("a/x", "b/y") == "23: 3 3")
    #expect(run.poll("a/x", "b/y") == "23: end after 3 end after 3")
  }

  @Test func `a request that is new in a poll is answered, whatever its time`() {
    var run = Run(["a/x": [1, 11, 21], "a/late": [900]])
    #expect(run.poll("a/x") == "1")
    #expect(run.poll("a/x", "a/late") == "11: 2 1")
    #expect(run.poll("a/x") == "21: 3")
  }

  @Test func `another try in a poll receives the next response`() {
    var run = Run(["a/x": [1, 2, 11]])
    #expect(run.poll() == "1")
    #expect(run.request("a/x") == "2")
    #expect(run.poll() == "11: 3")
  }

  @Test func `the end of the shortest series restarts all`() {
    var run = Run(["a/x": [0, 10, 20, 30], "b/y": [1, 11]], repeats: true)
    #expect([run.poll(), run.poll()] == ["1 1", "11: 2 2"])
    #expect([run.poll(), run.poll()] == ["1! 1!", "11: 2 2"])
    #expect([run.poll(), run.poll()] == ["1 1", "11: 2 2"])
  }

  @Test func `an exchange that was late in the first poll is late after a restart`() {
    var run = Run(["a/x": [8, 12], "b/y": [3, 8], "c/z": [9, 10, 11]], repeats: true)
    let pass = [run.poll(late: ["c"]), run.poll()]
    #expect(pass == ["1 1 -", "9: - 2 1"])
    for _ in 0..<2 {
      #expect([run.poll(), run.poll()].map { $0.replacing("!", with: "") } == pass)
    }
  }

  /// With reference data, which are requested once, and with further tries.
  @Test(arguments: 0..<UInt64(rounds(100)))
  func `each pass equals the first, poll by poll`(seed: UInt64) {
    var random = Seeded(state: seed)
    func times() -> [Double] {
      let isTimed = Int.random(in: 0..<8, using: &random) > 0
      let count = Int.random(in: 1...8, using: &random)
      let times = (0..<count).map { _ in Double.random(in: 0...40, using: &random).rounded() }
      return isTimed ? Set(times).sorted() : times.map { _ in -1 }
    }
    let names = Array(["a/x", "b/y", "b/z", "c/z"].prefix(Int.random(in: 1...4, using: &random)))
    var series = Dictionary(uniqueKeysWithValues: names.map { ($0, times()) })
    series["a/names"] = times()
    let late = Set(["b", "c"].filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    var run = Run(series, repeats: true)
    func poll(isFirst: Bool = false) -> String {
      run.timeline.beginPoll(of: 1, late: isFirst ? late : [])
      var received = names.map { run.request($0) }
      if isFirst { _ = run.request("a/names") }
      if ["2", "5"].contains(received.last) { received.append(run.request(names[0])) }
      return "\(run.timeline.now?.timeIntervalSince1970 ?? 0): \(received)"
    }
    let polls = (0..<120).map { poll(isFirst: $0 == 0).replacing("!", with: "") }
    let length = (1...40).first { length in
      polls.indices.dropFirst(length).allSatisfy { polls[$0] == polls[$0 % length] }
    }
    #expect(length != nil, "\(series): \(polls)")
  }

  @Test(arguments: [[0.0, 10, 20, 30], [-1, -1, -1, -1]])
  func `polls are gone through in both directions`(times: [Double]) {
    var run = Run(["a/x": times], repeats: true)
    func number(_ text: String) -> Substring? { text.split(separator: " ").last }
    let steps: [[PollStep]] = [
      [], [], [], [.previous], [.previous], [.previous], [.next], [.last], [.next], [.previous],
      [.first], [], [.next, .next, .previous],
    ]
    let received = steps.map { number(run.poll("a/x", steps: $0)) }
    #expect(received == ["1", "2", "3", "2", "1", "1", "2", "4", "4", "3", "1", "2", "3"])
  }

  @Test func `an exchange that is late in the first poll answers when it has`() {
    var run = Run(["a/x": [0, 1, 2, 3], "b/y": [2.5, 4]])
    #expect(run.poll(late: ["b"]) == "1 -")
    #expect(run.poll() == "1: 2 -")
    #expect(run.poll() == "2: 3 1")
  }

  @Test func `an exchange that a poll skipped neither holds the time nor is forgotten`() {
    var run = Run(["a/x": [0, 10, 20, 30, 40], "b/y": [1, 11, 31, 42]])
    #expect([run.poll(), run.poll()] == ["1 1", "11: 2 2"])
    #expect(run.poll("a/x", exchanges: ["a"]) == "20: 3")
    #expect(run.poll(exchanges: ["a", "b"]) == "31: 4 3")
    #expect(run.poll(exchanges: ["a", "b"]) == "42: 5 4")
    #expect(run.poll("a/x", exchanges: ["a"]) == "42: end after 5")
  }

  @Test func `where a step leads, each exchange has its newest response`() {
    var run = Run(["a/x": [0, 10, 20, 30], "b/y": [5, 20, 31]])
    #expect([run.poll(), run.poll(), run.poll()] == ["1 1", "10: 2 -", "20: 3 2"])
    #expect(run.poll(steps: [.previous]) == "10: 2 1")
    #expect(run.poll() == "20: 3 2")
  }

  @Test func `from a start, polls before it are gone to`() {
    var run = Run(["a/x": [0, 10, 20, 30], "b/y": [1, 11, 21, 31]], from: 25)
    #expect(run.poll() == "25: 3 3")
    #expect(run.poll(steps: [.previous]) == "11: 2 2")
    #expect(run.poll(steps: [.previous]) == "1: 1 1")
    #expect(run.poll(steps: [.last]) == "31: 4 4")
  }

  @Test func `a poll without a request has nowhere to go`() {
    var timeline = Timeline(from: nil, repeats: true)
    let poller = timeline.addPoller()
    for step in [PollStep.last, .first, .previous, .next] {
      timeline.beginPoll(of: poller, [step])
      #expect(timeline.now == nil)
    }
  }

  @Test func `a poller that begins later receives the newest responses`() {
    var timeline = Timeline(from: nil, repeats: true)
    let (list, book) = (timeline.addPoller(), timeline.addPoller())
    func series(_ times: [Double]) -> Recording.Series {
      .init(numbers: Array(1...times.count), times: times.map(Date.seconds))
    }
    let (tickers, levels) = (series([0, 10, 20, 30, 40]), series([1, 11, 21, 31, 41]))
    for index in 0...2 {
      timeline.beginPoll(of: list)
      #expect(timeline.turn(of: "a/tickers", tickers) == .response(index, isRestart: false))
    }
    timeline.beginPoll(of: book)
    #expect(timeline.turn(of: "a/book", levels) == .response(1, isRestart: false))
    timeline.beginPoll(of: list)
    #expect(timeline.turn(of: "a/tickers", tickers) == .response(3, isRestart: false))
    timeline.beginPoll(of: book)
    #expect(timeline.turn(of: "a/book", levels) == .response(2, isRestart: false))
    timeline.beginPoll(of: book, [.previous])
    #expect(timeline.turn(of: "a/book", levels) == .response(1, isRestart: false))
  }

  /// The rule, in other words: the next poll is at the latest time up to which no series has two
  /// responses since the last poll.
  @Test(arguments: 0..<40)
  func `random recordings are replayed by the rule`(seed: UInt64) {
    var random = Seeded(state: seed)
    var series: Series = [:]
    for name in ["a/x", "b/y", "c/z"].prefix(Int.random(in: 1...3, using: &random)) {
      let times = Set(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          Double.random(in: 0...100, using: &random).rounded()
        })
      series[name] = times.sorted()
    }
    var run = Run(series)
    var (received, now) = (series.mapValues { _ in 1 }, -1.0)
    #expect(run.poll() == series.map { _ in "1" }.joined(separator: " "))
    while true {
      let rest = series.reduce(into: Series()) { rest, item in
        rest[item.key] = Array(item.value.dropFirst(received[item.key, default: 0]))
      }
      let text = run.poll()
      if rest.values.contains([]) {
        #expect(text.contains("end after"))
        return
      }
      let end = rest.values.compactMap { $0.dropFirst().first }.min() ?? .infinity
      now = max(now, rest.values.map { $0[0] }.filter { $0 < end }.max() ?? .nan)
      let expected = series.sorted { $0.key < $1.key }.map { name, times in
        let newest = times.count { $0 <= now }
        guard newest > received[name, default: 0] else { return "-" }
        received[name] = newest
        return "\(newest)"
      }
      #expect(text == "\(Int(now)): \(expected.joined(separator: " "))", "\(series)")
    }
  }
}
