import Synchronization

/// Fetches the books of a pair. For an empty book, may request the pair's instrument, whose status may be
/// the reason. An empty book is a failure if the book had orders before and no reason is known.
package final class BookFetch: Sendable {
  /// Notes on empty books by exchange. A note is `nil` if the instrument shows no reason.
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
    // A failed request of the instrument is repeated in the next poll. If the book had orders, a request
    // that showed no reason is repeated, too: trading may have been closed since.
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
  /// Why the book may be empty, as in `BTC-USD: trading closed (halt)`; `nil` if no reason is known.
  fileprivate var noteOnEmptyBook: Warning? {
    guard let status, state != .open else { return nil }
    guard let state else { return .note("\(pair): status \(status)") }
    // The status `close` adds nothing to the state `closed`.
    let addsMeaning = !state.rawValue.hasPrefix(status.lowercased())
    return .note("\(pair): trading \(state.rawValue)" + (addsMeaning ? " (\(status))" : ""))
  }
}
