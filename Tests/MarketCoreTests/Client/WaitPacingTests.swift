import Foundation
import Synchronization
import Testing

@testable import MarketCore

struct WaitPacingTests {
  /// A queue that turns without a pause until it is stopped.
  private final class BusyQueue: Sendable {
    let queue = DispatchQueue(label: "busy")
    private let state = Mutex((turns: 0, isStopped: false))

    func turn() {
      let isStopped = state.withLock { state in
        state.turns += 1
        return state.isStopped
      }
      if !isStopped { queue.async { self.turn() } }
    }

    func stop() -> Int {
      state.withLock { state in
        state.isStopped = true
        return state.turns
      }
    }
  }

  /// The turns of a queue in 400 ms in which something happens so many times.
  private func turns(parts: Int, _ pacing: WaitPacing) async throws -> Int {
    let busy = BusyQueue()
    pacing.pace(busy.queue)
    pacing.begin()
    busy.turn()
    for _ in 0..<parts {
      try await Task.sleep(for: .milliseconds(400 / parts))
      pacing.noteActivity()
    }
    pacing.end()
    return busy.stop()
  }

  @Test(arguments: [1, 4])
  func `a queue that turns while an answer is awaited is paused, also between its parts`(
    parts: Int
  ) async throws {
    let unpaced = BusyQueue()
    unpaced.turn()
    try await Task.sleep(for: .milliseconds(400))
    let most = unpaced.stop() / 2
    let turns = try await turns(parts: parts, WaitPacing())
    #expect(turns < most)
  }

  @Test func `a request that ends lets the queue go on`() async {
    let pacing = WaitPacing()
    let busy = BusyQueue()
    pacing.pace(busy.queue)
    pacing.begin()
    busy.turn()
    pacing.end()
    pacing.noteActivity()
    _ = busy.stop()
    await withCheckedContinuation { continuation in
      busy.queue.async { continuation.resume() }
    }
  }
}
