import MarketCore
import Synchronization
import TestTools

/// What a poller did from its first poll to its last, by a clock that takes no time.
struct PollRun {
  /// When each fetch began.
  private(set) var starts: [Duration] = []
  /// What was reported.
  private(set) var polls: [Poll<Int>] = []
  /// When each poll said that the next one is due.
  private(set) var announced: [Duration?] = []

  /// Lets a poller run to its end, or to 20 000 polls. The closures get the number of the poll,
  /// from 0: what goes wrong in it, how long it takes, and whether the loop goes on.
  init(
    interval: Duration = .seconds(10), count: Int? = nil, random: Double = 0.5,
    failure: @escaping @Sendable (Int) -> MarketError? = { _ in nil },
    fetching: @escaping @Sendable (Int) -> Duration = { _ in .zero },
    reporting: (Int) -> Duration = { _ in .zero },
    wantsMore: (Int) -> Bool = { _ in true }
  ) async {
    let clock = FakeClock()
    let poller = Poller(interval: interval, count: count, clock: clock.pollClock(random: random))
    let starts = Mutex<[Duration]>([])
    var run = (polls: [Poll<Int>](), announced: [Duration?]())
    let polls = poller.polls {
      let number = starts.withLock { starts in
        starts.append(clock.now)
        return starts.count - 1
      }
      clock.pass(fetching(number))
      return failure(number).map { .failure($0) } ?? .success(number)
    }
    for await poll in polls {
      let number = run.polls.count
      run.polls.append(poll)
      run.announced.append(poll.next.map(clock.time))
      clock.pass(reporting(number))
      guard wantsMore(number), number < 20_000 else { break }
    }
    (self.polls, announced) = run
    self.starts = starts.withLock(\.self)
  }

  /// When the fetch after each began; `nil` after the last.
  var followers: [Duration?] { starts.dropFirst().map(Optional.some) + [nil] }

  /// The milliseconds from the beginning of each fetch to that of the next.
  var gaps: [Int] {
    zip(starts, starts.dropFirst()).map { Int((($1 - $0) / .milliseconds(1)).rounded()) }
  }
}
