#if canImport(FoundationNetworking)
  import Foundation
  import Synchronization
  import TestTools
  import Testing

  @testable import MarketCore

  @Suite(.fewAtATime)
  struct BusyLoopGuardTests {
    /// A queue that loops until it is stopped.
    private final class LoopingQueue: Sendable {
      let queue = DispatchQueue(label: "looping")
      private let count = Atomic(0)
      private let isStopped = Atomic(false)

      init() { iterate() }

      var iterations: Int { count.load(ordering: .relaxed) }

      func stop() { isStopped.store(true, ordering: .relaxed) }

      private func iterate() {
        guard !isStopped.load(ordering: .relaxed) else { return }
        count.add(1, ordering: .relaxed)
        queue.async { self.iterate() }
      }
    }

    @Test
    func `a queue that loops while nothing arrives is slowed down until the last request ends`()
      async
    {
      let looping = LoopingQueue()
      let loopGuard = BusyLoopGuard(looping.queue)
      let clock = ContinuousClock()
      func isSlow() -> Bool {
        // Each iteration is followed by a pause of a millisecond or more.
        let (iterations, start) = (looping.iterations, clock.now)
        Thread.sleep(forTimeInterval: 0.02)
        return Double(looping.iterations - iterations) <= (clock.now - start) / .milliseconds(1) + 1
      }
      #expect(await until("its loop") { !isSlow() })
      loopGuard.requestStarted()
      loopGuard.requestStarted()
      #expect(await until("the pauses") { isSlow() })
      loopGuard.requestFinished()
      #expect(await until("the pauses for the other request") { isSlow() })
      loopGuard.requestFinished()
      #expect(await until("the end of the pauses") { !isSlow() })
      looping.stop()
    }

    private final class Flag: Sendable {
      private let value = Atomic(false)

      var isSet: Bool { value.load(ordering: .acquiring) }

      func set() { value.store(true, ordering: .releasing) }
    }

    @Test func `hundreds of paused queues leave threads for other work`() async {
      // As in Foundation, they take turns on one queue.
      let shared = DispatchQueue(label: "shared")
      let guards = (0..<400).map { _ in
        BusyLoopGuard(DispatchQueue(label: "connections", target: shared))
      }
      for loopGuard in guards { loopGuard.requestStarted() }
      for number in 1...10 {
        let isDone = Flag()
        // Not earlier than the first pauses.
        DispatchQueue(label: "other").asyncAfter(deadline: .now() + 0.01) {
          isDone.set()
        }
        #expect(await until("the other work \(number)") { isDone.isSet })
      }
      for loopGuard in guards { loopGuard.requestFinished() }
    }
  }
#endif
