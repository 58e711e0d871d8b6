import Synchronization

/// Fetches the book of a pair; for an empty one, also the reason, once per exchange.
package final class BookFetch: Sendable {
  package let pair: Pair
  private let detail: BookDetail
  /// Notes on empty books by exchange; `nil` where an instrument tells no reason.
  private let notes = Mutex<[ExchangeID: Warning?]>([:])

  package init(pair: Pair, detail: BookDetail) {
    self.pair = pair
    self.detail = detail
  }

  package func callAsFunction(
    _ client: MarketClient
  ) async -> Result<Answer<OrderBook>, MarketError> {
    let result = await client.book(of: pair, detail: detail)
    guard case .success(var answer) = result, answer.value.isEmpty else { return result }
    let exchange = client.exchange.id
    // After a failure the next poll tries again.
    if notes.withLock({ $0[exchange] }) == nil,
      case .success(let instrument) = await client.instrument(of: pair)
    {
      notes.withLock { $0[exchange] = .some(instrument.value.noteOnEmptyBook) }
    }
    if let note = notes.withLock({ $0[exchange] ?? nil }) { answer.warnings.append(note) }
    return .success(answer)
  }
}

extension Instrument {
  /// Why there may be no orders, as in `BTC-USD: trading closed (halt)`; `nil` for an open pair, and
  /// without a status.
  fileprivate var noteOnEmptyBook: Warning? {
    guard let status, state != .open else { return nil }
    guard let state else { return .note("\(pair): status \(status)") }
    // `close` says no more than `closed`.
    let saysMore = !state.rawValue.hasPrefix(status.lowercased())
    return .note("\(pair): trading \(state.rawValue)" + (saysMore ? " (\(status))" : ""))
  }
}
