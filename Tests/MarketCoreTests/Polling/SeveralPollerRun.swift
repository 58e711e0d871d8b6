import TestTools

@testable import MarketCore

/// A poller of the exchanges a, b and c, every ten seconds by default; each of their fetches is held until a
/// test answers it.
final class SeveralPollerRun: Sendable {
  struct State {
    /// The exchange and the time of each fetch.
    var fetches: [String] = []
    /// The fetches that are under way, by exchange.
    var held: [String: CheckedContinuation<Result<Int, MarketError>, Never>] = [:]
    /// The polls of each report, as in `a b!`, and its time.
    var reports: [String] = []
    var nexts: [[Int?]] = []
    /// The time of each beat, and how many fetches had begun before it.
    var beats: [String] = []
    var hasEnded = false
  }

  let clock = HandClock()
  let control = PollControl()
  let state = Observed(State())

  init(interval: Duration = .seconds(10), count: Int? = nil, gathers: Bool = true) {
    let pollClock = PollClock(
      now: clock.pollClock.now, sleep: clock.pollClock.sleep, random: clock.pollClock.random,
      beginBeat: { [state, clock] _ in
        state.change { $0.beats.append("\(clock.seconds) after \($0.fetches.count) fetches") }
      })
    let poller = Poller(interval: interval, count: count, clock: pollClock, control: control)
    let start = clock.pollClock.now()
    Task {
      let fetches = ["a", "b", "c"].map { exchange in
        (ExchangeID(rawValue: exchange), { @Sendable in await self.fetch(exchange) })
      }
      for await polls in Polls(poller: poller, fetches: fetches, gathers: gathers) {
        self.state.change { state in
          let names = polls.map {
            "\($0.exchange?.rawValue ?? "")\($0.failure == nil ? "" : "!")"
          }
          state.reports.append("\(self.clock.seconds): \(names.joined(separator: " "))")
          state.nexts.append(polls.map { $0.next.map { Int(($0 - start) / .seconds(1)) } })
        }
      }
      self.state.change { $0.hasEnded = true }
    }
  }

  private func fetch(_ exchange: String) async -> Result<Int, MarketError> {
    await withCheckedContinuation { continuation in
      state.change { state in
        state.fetches.append("\(exchange)\(clock.seconds)")
        state.held[exchange] = continuation
      }
    }
  }

  /// Waits until these fetches have begun, all there were so far.
  func fetches(_ fetches: String) async -> Bool {
    let fetches = fetches.split(separator: " ").map(String.init).sorted()
    return await state.waits { $0.fetches.sorted() == fetches && $0.held.count <= 3 }
  }

  /// Answers the fetches of these exchanges, one after the other; `!` behind one fails it.
  func answer(_ exchanges: String, _ error: MarketError = .unreachable("no route")) async {
    for exchange in exchanges.split(separator: " ") {
      let name = String(exchange.prefix(1))
      _ = await state.waits { $0.held[name] != nil }
      let held = state.change { $0.held.removeValue(forKey: name) }
      held?.resume(returning: exchange.hasSuffix("!") ? .failure(error) : .success(1))
      // The next one is not to overtake it.
      for _ in 0..<20 { await Task.yield() }
    }
  }

  func reports(_ reports: String...) async -> Bool {
    await state.waits { $0.reports.count >= reports.count } && state.value.reports == reports
  }

  /// Waits until the poller sleeps, and moves the clock on to a time.
  func passes(to seconds: Int) async {
    _ = await clock.waits { !$0.isEmpty }
    clock.pass(.seconds(seconds) - clock.now)
  }
}

extension HandClock {
  fileprivate var seconds: Int { Int(now / .seconds(1)) }
}
