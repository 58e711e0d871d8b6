import Synchronization

/// Fetches the books of a pair; for an empty one, also the reason, once per exchange. An empty book is a
/// failure if it had orders before and no reason is known.
package final class BookFetch: Sendable {
  /// Notes on empty books by exchange; `nil` where an instrument tells no reason.
  private let notes = Mutex<[ExchangeID: Warning?]>([:])

  package init() {}

  package func callAsFunction(
    _ client: MarketClient, _ pair: Pair, _ detail: BookDetail
  ) async -> Result<Answer<OrderBook>, MarketError> {
    let result = await client.book(of: pair, detail: detail)
    guard case .success(var answer) = result else { return result }
    let pair = answer.names[pair] ?? pair
    guard answer.value.isEmpty else {
      client.answered.addBook(of: pair)
      _ = notes.withLock { $0.removeValue(forKey: client.exchange.id) }
      return result
    }
    let exchange = client.exchange.id
    let hadOrders = client.answered.hasBook(of: pair)
    let known = notes.withLock { $0[exchange] }
    // After a failure the next poll tries again; a pair with orders may have been closed since.
    if known == nil || hadOrders && known == .some(nil),
      case .success(let instrument) = await client.instrument(of: pair)
    {
      notes.withLock { $0[exchange] = .some(instrument.value.noteOnEmptyBook) }
    }
    if let note = notes.withLock({ $0[exchange] ?? nil }) {
      answer.warnings.append(note)
    } else if hadOrders {
      return .failure(.emptyResponse)
    }
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
