import Synchronization

/// Fetches the book of a pair; for an empty one, also the reason, once per exchange.
package final class BookFetch: Sendable {
  package let pair: Pair
  private let detail: BookDetail
  /// Notes on empty books by exchange; an empty text if the reason is unknown.
  private let notes = Mutex<[String: String]>([:])

  package init(pair: Pair, detail: BookDetail) {
    self.pair = pair
    self.detail = detail
  }

  package func callAsFunction(
    _ client: MarketClient
  ) async -> Result<Answer<OrderBook>, MarketError> {
    let result = await client.book(pair, detail: detail)
    guard case .success(var answer) = result, answer.value.isEmpty else { return result }
    let note = await note(from: client)
    if !note.isEmpty { answer.warnings.append(.note(note)) }
    return .success(answer)
  }

  private func note(from client: MarketClient) async -> String {
    let exchange = client.exchange.id
    let known = notes.withLock { notes in
      defer { notes[exchange] = notes[exchange] ?? "" }
      return notes[exchange]
    }
    if let known { return known }
    guard case .success(let answer) = await client.instrument(pair) else {
      // The next poll tries again.
      _ = notes.withLock { $0.removeValue(forKey: exchange) }
      return ""
    }
    guard let reason = answer.value.reasonForNoOrders else { return "" }
    let note = "\(answer.value.pair): \(reason)"
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
