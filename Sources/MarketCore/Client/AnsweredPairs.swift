import Foundation
import Synchronization

/// What an exchange has sent about pairs, for the client's lifetime: when an answer lacks it later, that is
/// a failure of the poll, and does not mean that the pair is unknown.
final class AnsweredPairs: Sendable {
  private struct Record {
    var hasBook = false
    /// The time of the newest candle.
    var newest: [Period: Date] = [:]
  }

  private struct State {
    /// By pair, in everyday codes; of a coin, by a pair whose symbol is its code.
    var records: [Pair: Record] = [:]
    /// The pairs because of which the exchange rejects a request about several.
    var rejected: Set<Pair> = []
  }

  private let state = Mutex(State())

  /// Whether there was a good answer about a pair.
  func contains(_ pair: Pair) -> Bool { state.withLock { $0.records[pair] != nil } }

  func add(_ pairs: some Sequence<Pair>) {
    state.withLock { state in
      for pair in pairs where state.records[pair] == nil { state.records[pair] = Record() }
    }
  }

  /// Whether the book of a pair has had orders.
  func hasBook(of pair: Pair) -> Bool { state.withLock { $0.records[pair]?.hasBook ?? false } }

  func addBook(of pair: Pair) {
    state.withLock { $0.records[pair, default: Record()].hasBook = true }
  }

  /// Whether there was a candle that began at a time or later.
  func hasCandle(of pair: Pair, _ period: Period, since time: Date) -> Bool {
    state.withLock { $0.records[pair]?.newest[period].map { $0 >= time } ?? false }
  }

  func addCandle(of pair: Pair, _ period: Period, at time: Date) {
    state.withLock { state in
      let newest = state.records[pair]?.newest[period] ?? time
      state.records[pair, default: Record()].newest[period] = max(newest, time)
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
