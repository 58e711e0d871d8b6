import MarketCore
import Synchronization

/// Fetches the book of a pair; for an empty one, also the reason.
struct BookFetch: Sendable {
  let pair: Pair
  let detail: BookDetail
  private let reason = EmptyBookReason()

  init(pair: Pair, detail: BookDetail) {
    self.pair = pair
    self.detail = detail
  }

  @Sendable func callAsFunction(
    _ client: MarketClient
  ) async -> Result<Answer<OrderBook>, MarketError> {
    var result = await client.book(pair, detail: detail)
    if case .success(var answer) = result, answer.value.isEmpty {
      if let note = await reason.note(on: pair, client) { answer.warnings.append(.note(note)) }
      result = .success(answer)
    }
    return result
  }
}

/// The reason for an empty book, requested once per exchange: a second request per poll would be too
/// many.
private final class EmptyBookReason: Sendable {
  /// The reasons by exchange; an empty text when it gave none.
  private let notes = Mutex<[String: String]>([:])

  func note(on pair: Pair, _ client: MarketClient) async -> String? {
    let exchange = client.exchange.id
    let before = notes.withLock { notes in
      defer { notes[exchange] = notes[exchange] ?? "" }
      return notes[exchange]
    }
    if let before { return before.isEmpty ? nil : before }
    guard case .success(let answer) = await client.instrument(pair) else {
      _ = notes.withLock { $0.removeValue(forKey: exchange) }
      return nil
    }
    guard let words = answer.value.reasonForNoOrders else { return nil }
    let note = "\(answer.value.pair): \(words)"
    notes.withLock { $0[exchange] = note }
    return note
  }
}

extension Instrument {
  /// Why there may be no orders, as in `trading closed (halt)`; `nil` for an open pair, and without a
  /// status.
  fileprivate var reasonForNoOrders: String? {
    guard let status, state != .open else { return nil }
    guard let state else { return "status \(status)" }
    // `close` says no more than `closed`.
    let saysMore = !state.rawValue.hasPrefix(status.lowercased())
    return "trading \(state.rawValue)" + (saysMore ? " (\(status))" : "")
  }
}
