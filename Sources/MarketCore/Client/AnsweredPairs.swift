import Foundation
import Synchronization

/// What an exchange has sent about pairs, for the client's lifetime: when an answer lacks it later, that is
/// a failure of the poll, and does not mean that the pair is unknown.
final class AnsweredPairs: Sendable {
  /// Whether the book of a pair has had orders, and the time of the newest candle.
  private typealias Record = (hasBook: Bool, newest: [Period: Date])

  /// The records by pair, in everyday codes; of a coin, by a pair whose symbol is its code. Then the pairs
  /// because of which the exchange rejects a request about several.
  private let state = Mutex((records: [Pair: Record](), rejected: Set<Pair>()))

  /// Whether there was a good answer about a pair.
  func contains(_ pair: Pair) -> Bool { state.withLock { $0.records[pair] != nil } }

  func add(_ pairs: some Sequence<Pair>) {
    state.withLock { state in
      for pair in pairs where state.records[pair] == nil { state.records[pair] = (false, [:]) }
    }
  }

  /// Whether the book of a pair has had orders.
  func hasBook(of pair: Pair) -> Bool { state.withLock { $0.records[pair]?.hasBook ?? false } }

  func addBook(of pair: Pair) {
    state.withLock { $0.records[pair, default: (false, [:])].hasBook = true }
  }

  /// Whether there was a candle that began at a time or later.
  func hasCandle(of pair: Pair, _ period: Period, since time: Date) -> Bool {
    state.withLock { $0.records[pair]?.newest[period].map { $0 >= time } ?? false }
  }

  func addCandle(of pair: Pair, _ period: Period, at time: Date) {
    state.withLock { state in
      let newest = state.records[pair]?.newest[period] ?? time
      state.records[pair, default: (false, [:])].newest[period] = max(newest, time)
    }
  }

  /// Those of these pairs that are marked as rejected.
  func rejected(among pairs: [Pair]) -> [Pair] {
    state.withLock { state in
      state.rejected.isEmpty ? [] : pairs.filter(state.rejected.contains)
    }
  }

  /// Marks those of these pairs that an answer lacks as rejected, and only those.
  func reject(_ pairs: [Pair], missingFrom tickers: [Ticker]) {
    state.withLock { state in
      state.rejected.formUnion(pairs)
      for ticker in tickers { state.rejected.remove(ticker.pair) }
    }
  }
}
