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

  @Test func `a queue that turns while a response is awaited is suspended, after activity too`()
    async throws
  {
    let pacing = WaitPacing()
    let busy = BusyQueue()
    pacing.pace(busy.queue)
    pacing.begin()
    busy.turn()
    var rounds = 0
    while rounds < 3 {
      try #require(await until("the suspension") { pacing.isSuspended })
      let start = ContinuousClock.now
      pacing.noteActivity()
      let isSuspended = pacing.isSuspended
      // Later it may be suspended again.
      guard .now - start < WaitPacing.quiet else { continue }
      #expect(!isSuspended)
      rounds += 1
    }
    busy.stop()
    pacing.end()
  }

  @Test func `the end of the last request ends the pacing`() async throws {
    let pacing = WaitPacing()
    let busy = BusyQueue()
    pacing.pace(busy.queue)
    pacing.begin()
    pacing.begin()
    busy.turn()
    for _ in 1...2 {
      try #require(await until("the suspension") { pacing.isSuspended })
      #expect(pacing.isPacing)
      pacing.end()
      pacing.noteActivity()
    }
    #expect(await until("the end of the pacing") { !pacing.isPacing })
    busy.stop()
    await withCheckedContinuation { continuation in
      busy.queue.async { continuation.resume() }
    }
  }
}
