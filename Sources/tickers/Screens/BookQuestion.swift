import MarketCore
import Synchronization

/// Asks for the book of a pair; of an empty one, also why it is empty.
struct BookQuestion: Sendable {
  let pair: Pair
  let detail: BookDetail
  private let status = StatusOfEmptyBook()

  init(pair: Pair, detail: BookDetail) {
    self.pair = pair
    self.detail = detail
  }

  @Sendable func ask(_ client: MarketClient) async -> Result<Answer<OrderBook>, MarketError> {
    var result = await client.book(pair, detail: detail)
    if case .success(var answer) = result, answer.value.isEmpty {
      if let note = await status.remark(on: pair, client) { answer.warnings.append(.note(note)) }
      result = .success(answer)
    }
    return result
  }
}

/// Why a book is empty. The exchange is asked once: a second request a poll would be too many.
private final class StatusOfEmptyBook: Sendable {
  private struct Known {
    var isAsked = false
    var remark: String?
  }

  private let known = Mutex(Known())

  func remark(on pair: Pair, _ client: MarketClient) async -> String? {
    let before = known.withLock { known in
      defer { known.isAsked = true }
      return known
    }
    guard !before.isAsked else { return before.remark }
    guard case .success(let answer) = await client.instrument(pair),
      let status = answer.value.status, status != .open
    else { return nil }
    let remark = status.isClosed ? "\(pair) is closed" : "\(pair) is not traded: \(status.rawValue)"
    known.withLock { $0.remark = remark }
    return remark
  }
}
