import MarketCore
import TestTools
import Testing

@testable import Screens

/// The queue of events of the screen loop.
@Suite(.fewAtATime)
struct EventQueueTests {
  @Test func `senders wait where many events are there already`() async {
    let (queue, sent) = (EventQueue<LoopEvent>(), Observed(0))
    let sender = Task {
      for _ in 0..<1000 {
        await queue.send(.tick)
        sent.change { $0 += 1 }
      }
    }
    #expect(await sent.waits { $0 == EventQueue<LoopEvent>.limit - 1 })
    var taken = 0
    while taken < 1000 {
      let count = await queue.next().count
      #expect(count <= EventQueue<LoopEvent>.limit)
      taken += count
      #expect(sent.value < taken + EventQueue<LoopEvent>.limit)
    }
    await sender.value
    #expect(taken == 1000)
  }

  @Test func `a closed queue keeps no sender`() async {
    let queue = EventQueue<LoopEvent>()
    let sender = Task {
      for _ in 0..<(2 * EventQueue<LoopEvent>.limit) { await queue.send(.tick) }
    }
    #expect(await queue.next().count > 0)
    #expect(queue.close().count <= EventQueue<LoopEvent>.limit)
    await sender.value
    #expect(!queue.add(.tick))
  }
}
