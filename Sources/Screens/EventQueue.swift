import Synchronization

/// A queue of events from many threads for one reader. The reader takes all waiting events together.
package final class EventQueue<Event: Sendable>: Sendable {
  private struct Waiting {
    var events: [Event] = []
    var senders: [CheckedContinuation<Void, Never>] = []
    var isClosed = false

    mutating func take() -> [Event] {
      defer { (events, senders) = ([], []) }
      for sender in senders { sender.resume() }
      return events
    }
  }

  static var limit: Int { 32 }
  private let waiting = Mutex(Waiting())
  private let (signals, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  package init() {}

  /// Adds an event without waiting. Returns `false`, without adding the event, if the queue is closed.
  @discardableResult @Sendable package func add(_ event: Event) -> Bool {
    let isOpen = waiting.withLock { waiting in
      if !waiting.isClosed { waiting.events.append(event) }
      return !waiting.isClosed
    }
    signal.yield()
    return isOpen
  }

  /// Adds an event, unless the queue is closed. If at least ``limit`` events are waiting then, returns only
  /// when they have been taken, so that the events of a fast sender do not accumulate.
  func send(_ event: Event) async {
    add(event)
    await withCheckedContinuation { sender in
      let waits = waiting.withLock { waiting in
        let waits = waiting.events.count >= Self.limit
        if waits { waiting.senders.append(sender) }
        return waits
      }
      if !waits { sender.resume() }
    }
  }

  func take() -> [Event] { waiting.withLock { $0.take() } }

  /// Closes the queue; returns the events that were not read.
  package func close() -> [Event] {
    waiting.withLock { waiting in
      waiting.isClosed = true
      return waiting.take()
    }
  }

  /// Waits for events, and returns all of them; empty if the task is cancelled while the queue is empty.
  func next() async -> [Event] {
    for await _ in signals {
      let events = take()
      if !events.isEmpty { return events }
    }
    return []
  }
}
