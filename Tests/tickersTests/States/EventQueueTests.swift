import MarketCore
import TestTools
import Testing

@testable import tickers

@Suite(.fewAtATime)
struct EventQueueTests {
  @Test func `a sender waits until its event is taken`() async {
    let (queue, sent) = (EventQueue(), Observed(0))
    let sender = Task {
      for _ in 0..<1000 {
        await queue.send(.tick)
        sent.change { $0 += 1 }
      }
    }
    for taken in 1...1000 {
      #expect(await queue.next().count == 1)
      #expect(sent.value <= taken)
    }
    await sender.value
  }

  @Test func `events that need not be taken one by one are taken together`() async {
    let queue = EventQueue()
    for _ in 0..<10 { queue.add(.tick) }
    #expect(await queue.next().count == 10)
  }

  @Test func `a closed queue keeps no sender`() async {
    let queue = EventQueue()
    let sender = Task { await queue.send(.tick) }
    #expect(await queue.next().count == 1)
    await sender.value
    queue.add(.notice("unread"))
    #expect(queue.close().count == 1)
    await queue.send(.tick)
    #expect(!queue.add(.tick))
  }
}
