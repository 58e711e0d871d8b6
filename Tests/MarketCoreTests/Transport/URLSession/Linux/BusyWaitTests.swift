#if canImport(FoundationNetworking)
  import Foundation
  import Synchronization
  import TestTools
  import Testing

  @testable import MarketCore

  @Suite(.fewAtATime)
  struct BusyWaitTests {
    /// A queue that turns without a pause until it is stopped.
    private final class BusyQueue: Sendable {
      let queue = DispatchQueue(label: "busy")
      private let count = Atomic(0)
      private let isStopped = Atomic(false)

      init() { turn() }

      var turns: Int { count.load(ordering: .relaxed) }

      func stop() { isStopped.store(true, ordering: .relaxed) }

      private func turn() {
        guard !isStopped.load(ordering: .relaxed) else { return }
        count.add(1, ordering: .relaxed)
        queue.async { self.turn() }
      }
    }

    @Test
    func `a queue that turns while nothing arrives rests after each turn, until the wait ends`()
      async
    {
      let wait = BusyWait()
      let busy = BusyQueue()
      let clock = ContinuousClock()
      func rests() -> Bool {
        // A rest is of a millisecond at least, so no more turns fit in than that.
        let (turns, start) = (busy.turns, clock.now)
        Thread.sleep(forTimeInterval: 0.02)
        return Double(busy.turns - turns) <= (clock.now - start) / .milliseconds(1) + 1
      }
      #expect(await until("its turns") { !rests() })
      wait.begin { busy.queue }
      wait.begin { busy.queue }
      #expect(await until("the rests") { rests() })
      wait.end()
      #expect(await until("the rests of the other") { rests() })
      wait.end()
      #expect(await until("the end of the rests") { !rests() })
      busy.stop()
    }
  }
#endif
