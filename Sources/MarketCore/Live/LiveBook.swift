package import Foundation
import Synchronization

/// The book of one pair, as the streams of its exchange update it.
package final class LiveBook: Sendable {
  /// The state of the book at a moment.
  package struct Snapshot: Sendable {
    package var sides: BookSides
    /// The arrival time of the last update.
    package var asOf: Date
    /// The number of updates since the last whole book.
    package var updates: Int
    /// The number of books before this one. See ``LiveBook/number``.
    package var number = 0
  }

  /// An update that was not taken yet. Books would need much more memory.
  fileprivate struct Step {
    let update: BookUpdate
    let asOf: Date
    let updates, number: Int
  }

  fileprivate struct State {
    /// The newest state; `nil` until the first whole book, and after a loss.
    var book: Snapshot?
    /// The connection of the last whole book. Updates of another one do not belong to this book.
    var owner: UUID?
    var hasChanged = false
    /// With `keepsSteps`: the updates that were not taken yet, and the levels before them.
    var steps: ArraySlice<Step> = []
    var taken = BookSides()
    /// The number of books that have ended.
    var number = 0
  }

  private let info: BookStreamInfo
  private let title: String
  private let keepsSteps: Bool
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// - Parameters:
  ///   - title: the name of the exchange and the pair for people, such as `Kraken BTC-USD`.
  ///   - keepsSteps: whether ``take()`` returns the book after each update.
  package init(
    _ info: BookStreamInfo, _ title: String, keepsSteps: Bool, now: @escaping @Sendable () -> Date
  ) {
    (self.info, self.title, self.keepsSteps, self.now) = (info, title, keepsSteps, now)
  }

  /// The facts about the streams, which update this book.
  package var streamInfo: StreamInfo {
    var stream = info.stream
    let makeStream = stream.makeStream
    stream.makeStream = { [self] in CheckedBookStream(makeStream($0), self) }
    return stream
  }

  /// Whether the book has changed since the last ``take()``.
  package var hasChanged: Bool { state.withLock { $0.hasChanged || !$0.steps.isEmpty } }

  /// Returns the newest state; `nil` if there is none. With `keepsSteps`, states after `end` are not taken, and if
  /// `isOne` is true, all but the oldest one stay.
  package func take(until end: Date? = nil, isOne: Bool = true) -> Snapshot? {
    state.withLock { state in
      guard keepsSteps else {
        state.hasChanged = false
        return state.book
      }
      var taken: Step?
      while let step = state.steps.first, taken == nil || !isOne, step.asOf <= end ?? step.asOf {
        _ = state.steps.popFirst()
        state.taken.apply(step.update, depth: info.depth, limit: info.requestLimit)
        taken = step
      }
      return taken.map {
        Snapshot(sides: state.taken, asOf: $0.asOf, updates: $0.updates, number: $0.number)
      }
    }
  }

  /// The number of books that have ended: with the connection, or because they failed their proof. A snapshot
  /// with another number is outdated.
  package var number: Int { state.withLock(\.number) }

  /// Applies the events of one connection. Returns the events that count: without updates that have no whole book
  /// before them, and up to the first one that shows that the book is wrong.
  fileprivate func checked(
    _ events: [StreamEvent], at time: Date?, of owner: UUID
  ) -> [StreamEvent] {
    let time = time ?? now()
    var checked: [StreamEvent] = []
    for event in events {
      do throws(MarketError) {
        checked += try check(event, at: time, of: owner)
      } catch {
        return checked + [.failed(error)]
      }
    }
    return checked
  }

  private func check(
    _ event: StreamEvent, at time: Date, of owner: UUID
  ) throws(MarketError) -> [StreamEvent] {
    switch event {
    case .gap(let numbers): throw failure("messages lost or repeated (\(numbers))", of: owner)
    case .book(let update):
      guard try apply(update, at: time, of: owner) else { return [] }
      return isThin ? [event, .ending("most levels of the first book are gone")] : [event]
    default: return [event]
    }
  }

  /// Ends the book of a connection. Updates that were not taken stay.
  fileprivate func end(of owner: UUID) {
    state.withLock { $0.end(of: owner) }
  }

  /// Ends the book of a connection, and returns its failure for this reason.
  fileprivate func failure(_ reason: String, of owner: UUID) -> MarketError {
    state.withLock { $0.fail(reason, title, owner) }
  }

  /// Whether the exchange has to send the book again, because prices have moved beyond most of its levels.
  private var isThin: Bool {
    guard let limit = info.requestLimit else { return false }
    return state.withLock { $0.book?.sides.isThin(below: limit / 2) ?? false }
  }

  fileprivate func hasBook(of owner: UUID) -> Bool { state.withLock { $0.owner == owner } }

  /// Applies an update. Returns `false` if it belongs to no book. Throws if the book is then not the
  /// exchange's book.
  private func apply(
    _ update: BookUpdate, at time: Date, of owner: UUID
  ) throws(MarketError) -> Bool {
    try state.withLock { state throws(MarketError) in
      if update.isWhole { state.owner = owner }
      guard state.owner == owner else { return false }
      if state.book == nil {
        state.book = Snapshot(sides: BookSides(), asOf: time, updates: 0, number: state.number)
      }
      state.book?.sides.apply(update, depth: info.depth, limit: info.requestLimit)
      state.book?.asOf = time
      let updates = state.updates
      state.book?.updates = update.isWhole ? 0 : updates + (update.isEmpty ? 0 : 1)
      if let sent = update.checksum, let checksum = info.checksum, let book = state.book,
        checksum(book.sides) != sent
      {
        throw state.fail("checksum mismatch", title, owner)
      }
      guard keepsSteps else {
        state.hasChanged = true
        return true
      }
      state.steps.append(
        Step(update: update, asOf: time, updates: state.updates, number: state.number))
      return true
    }
  }
}

extension LiveBook.State {
  fileprivate var updates: Int { book?.updates ?? 0 }

  fileprivate mutating func end(of owner: UUID) {
    guard self.owner == owner else { return }
    (book, self.owner, hasChanged) = (nil, nil, false)
    number += 1
  }

  /// Ends the book of a connection. Returns its failure, as in `Kraken BTC-USD: checksum mismatch after 1,234
  /// updates; new snapshot`.
  fileprivate mutating func fail(
    _ reason: String, _ title: String, _ owner: UUID
  ) -> MarketError {
    let updates = self.owner == owner ? updates : 0
    end(of: owner)
    let count = NumberFormat.grouped(Decimal(updates)) + (updates == 1 ? " update" : " updates")
    return .exchangeError(
      message: "\(title): \(reason) after \(count); new snapshot", isTransient: true)
  }
}

/// The stream of a book on one connection, whose updates are applied and checked.
private struct CheckedBookStream: ExchangeStream {
  private var stream: any ExchangeStream
  private let book: LiveBook
  private let id = UUID()

  init(_ stream: any ExchangeStream, _ book: LiveBook) { (self.stream, self.book) = (stream, book) }

  var subscriptions: [String] { stream.subscriptions }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    try events(in: message, at: nil)
  }

  mutating func events(in message: Data, at time: Date?) throws -> [StreamEvent] {
    let events: [StreamEvent]
    do {
      events = try stream.events(in: message)
    } catch {
      // It may have been an update.
      guard book.hasBook(of: id) else { throw error }
      return [.failed(book.failure("a message that cannot be read", of: id))]
    }
    return book.checked(events, at: time, of: id)
  }

  func end() { book.end(of: id) }
}
