import Foundation
import Synchronization

/// The data that an exchange has sent about pairs, during the lifetime of a client. If a later answer
/// lacks data that were sent before, the poll has failed: the pair is not unknown.
final class AnsweredPairs: Sendable {
  /// Whether the book of a pair has had orders, and the start of the newest candle of each period.
  private typealias Record = (hasBook: Bool, newest: [Period: Date])

  /// The records by pair, in everyday codes. A coin is a pair whose symbol is the coin's code.
  /// `rejected` has the pairs because of which the exchange rejects a request of several pairs.
  private let state = Mutex((records: [Pair: Record](), rejected: Set<Pair>()))

  /// Whether the exchange has sent data of a pair.
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

  /// Whether the exchange has sent a candle that began at a time or later.
  func hasCandle(of pair: Pair, _ period: Period, since time: Date) -> Bool {
    state.withLock { $0.records[pair]?.newest[period].map { $0 >= time } ?? false }
  }

  func addCandle(of pair: Pair, _ period: Period, at time: Date) {
    state.withLock { state in
      let newest = state.records[pair]?.newest[period] ?? time
      state.records[pair, default: (false, [:])].newest[period] = max(newest, time)
    }
  }

  /// The pairs, among these, that are marked as rejected.
  func rejected(among pairs: [Pair]) -> [Pair] {
    state.withLock { state in
      state.rejected.isEmpty ? [] : pairs.filter(state.rejected.contains)
    }
  }

  /// Marks the pairs without a ticker as rejected, and removes the mark from pairs with a ticker.
  func reject(_ pairs: [Pair], missingFrom tickers: [Ticker]) {
    state.withLock { state in
      state.rejected.formUnion(pairs)
      for ticker in tickers { state.rejected.remove(ticker.pair) }
    }
  }
}
