import MarketCore
import Synchronization

/// Fetches the book of a pair; of an empty one, also the reason.
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

/// The reason of an empty book. The exchange is asked once: a second request a poll would be too many.
private final class EmptyBookReason: Sendable {
  private struct State {
    var isAsked = false
    var note: String?
  }

  private let state = Mutex(State())

  func note(on pair: Pair, _ client: MarketClient) async -> String? {
    let before = state.withLock { state in
      defer { state.isAsked = true }
      return state
    }
    guard !before.isAsked else { return before.note }
    guard case .success(let answer) = await client.instrument(pair),
      let status = answer.value.status, status != .open
    else { return nil }
    let note = status.isClosed ? "\(pair) is closed" : "\(pair) is not traded: \(status.rawValue)"
    state.withLock { $0.note = note }
    return note
  }
}
