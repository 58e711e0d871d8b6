import Foundation
import Synchronization
import TestTools
import Testing

@testable import MarketCore

@Suite(.fewAtATime)
struct WaitPacingTests {
  /// A queue that turns without a pause until it is stopped.
  private final class BusyQueue: Sendable {
    let queue = DispatchQueue(label: "busy")
    private let isStopped = Atomic(false)

    func turn() {
      if !isStopped.load(ordering: .relaxed) { queue.async { self.turn() } }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
  }

  @Test func `a queue that turns while an answer is awaited is suspended, again after each part`()
    async throws
  {
    let pacing = WaitPacing()
    let busy = BusyQueue()
    pacing.pace(busy.queue)
    pacing.begin()
    busy.turn()
    for _ in 1...3 {
      while !pacing.isSuspended { try await Task.sleep(for: .milliseconds(1)) }
      pacing.noteActivity()
    }
    busy.stop()
    pacing.end()
  }

  @Test func `a request that ends lets the queue go on`() async {
    let pacing = WaitPacing()
    let busy = BusyQueue()
    pacing.pace(busy.queue)
    pacing.begin()
    busy.turn()
    pacing.end()
    pacing.noteActivity()
    busy.stop()
    await withCheckedContinuation { continuation in
      busy.queue.async { continuation.resume() }
    }
  }
}
