import Synchronization

/// A queue of events from many threads for one reader. The reader takes all waiting events together.
package final class EventQueue<Event: Sendable>: Sendable {
  private struct Waiting {
    var events: [Event] = []
    /// The senders that wait until their events are taken.
    var senders: [CheckedContinuation<Void, Never>] = []
    var isClosed = false

    /// Empties the queue, and resumes the waiting senders.
    mutating func take() -> [Event] {
      defer { (events, senders) = ([], []) }
      for sender in senders { sender.resume() }
      return events
    }
  }

  /// The number of waiting events from which on senders wait.
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

  /// Adds an event. If ``limit`` events are waiting, the sender waits until the reader takes the events, so
  /// that the events of fast senders do not accumulate.
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

  /// Removes and returns the waiting events.
  func take() -> [Event] { waiting.withLock { $0.take() } }

  /// Closes the queue; returns the events that were not read.
  package func close() -> [Event] {
    waiting.withLock { waiting in
      waiting.isClosed = true
      return waiting.take()
    }
  }

  /// Waits for events, and returns all of them. Returns no events if the task of the reader is cancelled.
  func next() async -> [Event] {
    for await _ in signals {
      let events = take()
      if !events.isEmpty { return events }
    }
    return []
  }
}
