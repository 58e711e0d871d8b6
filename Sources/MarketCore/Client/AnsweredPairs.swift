import Foundation
import Synchronization

/// Records which data an exchange has sent about pairs, as long as a client exists. If a later answer lacks
/// such data, the exchange has failed to send them: the pair is not unknown.
final class AnsweredPairs: Sendable {
  /// Whether the book of a pair has had orders, and the start of the newest candle of each period.
  private typealias Record = (hasBook: Bool, newest: [Period: Date])

  /// `records` has pairs in everyday codes (`LUNC`, not Kraken's `LUNA`), and coins, which are pairs whose
  /// symbol is a single code. `rejected` has the pairs because of which a request of several pairs fails.
  private let state = Mutex((records: [Pair: Record](), rejected: Set<Pair>()))

  func contains(_ pair: Pair) -> Bool { state.withLock { $0.records[pair] != nil } }

  func add(_ pairs: some Sequence<Pair>) {
    state.withLock { state in
      for pair in pairs where state.records[pair] == nil { state.records[pair] = (false, [:]) }
    }
  }

  func hasBook(of pair: Pair) -> Bool { state.withLock { $0.records[pair]?.hasBook ?? false } }

  func addBook(of pair: Pair) {
    state.withLock { $0.records[pair, default: (false, [:])].hasBook = true }
  }

  func hasCandle(of pair: Pair, _ period: Period, since time: Date) -> Bool {
    state.withLock { $0.records[pair]?.newest[period].map { $0 >= time } ?? false }
  }

  func addCandle(of pair: Pair, _ period: Period, at time: Date) {
    state.withLock { state in
      let newest = state.records[pair]?.newest[period] ?? time
      state.records[pair, default: (false, [:])].newest[period] = max(newest, time)
    }
  }

  func rejected(among pairs: [Pair]) -> [Pair] {
    state.withLock { state in
      state.rejected.isEmpty ? [] : pairs.filter(state.rejected.contains)
    }
  }

  /// Marks the pairs without a ticker as rejected, and removes the mark from all pairs with a ticker.
  func reject(_ pairs: [Pair], missingFrom tickers: [Ticker]) {
    state.withLock { state in
      state.rejected.formUnion(pairs)
      for ticker in tickers { state.rejected.remove(ticker.pair) }
    }
  }
}
