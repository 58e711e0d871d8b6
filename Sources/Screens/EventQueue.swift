import Synchronization

/// Events from many threads for one reader, which takes all of them together.
package final class EventQueue<Event: Sendable>: Sendable {
  private struct Waiting {
    var events: [Event] = []
    /// Those who wait until their events are taken.
    var senders: [CheckedContinuation<Void, Never>] = []
    var isClosed = false

    /// Empties the queue, and lets the senders go on.
    mutating func take() -> [Event] {
      defer { (events, senders) = ([], []) }
      for sender in senders { sender.resume() }
      return events
    }
  }

  /// The number of events from which on senders wait.
  static var limit: Int { 32 }
  private let waiting = Mutex(Waiting())
  private let (signals, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  package init() {}

  /// Returns whether there is still a reader.
  @discardableResult @Sendable package func add(_ event: Event) -> Bool {
    let isOpen = waiting.withLock { waiting in
      if !waiting.isClosed { waiting.events.append(event) }
      return !waiting.isClosed
    }
    signal.yield()
    return isOpen
  }

  /// Adds an event; where many are there already, waits until the reader takes them. Thus the events of
  /// fast senders do not pile up.
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

  /// The events that are there.
  func take() -> [Event] { waiting.withLock { $0.take() } }

  /// Ends reading; returns the events that were not read.
  package func close() -> [Event] {
    waiting.withLock { waiting in
      waiting.isClosed = true
      return waiting.take()
    }
  }

  /// Waits until there are events; none when the reader's task is cancelled.
  func next() async -> [Event] {
    for await _ in signals {
      let events = take()
      if !events.isEmpty { return events }
    }
    return []
  }
}
