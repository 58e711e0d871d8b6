import Foundation

/// The tickers of the last poll of an exchange, with the updates of streams since.
struct LiveRows {
  private(set) var tickers: [Ticker] = []
  /// The arrival time of the newest price.
  private(set) var asOf = Date.distantPast
  /// The arrival time of the last poll.
  private(set) var polledAt: Date?
  /// The index of each pair in ``tickers``.
  private var places: [Pair: Int] = [:]
  /// All values of streams, by pair. A poll does not replace them.
  private var updates: [Pair: TickerUpdate] = [:]
  private var pending: ArraySlice<LiveConnections.ArrivedUpdate> = []

  /// Whether updates have arrived that are not applied.
  var hasUpdates: Bool { !pending.isEmpty }

  /// Adds updates, which are not applied yet.
  mutating func add(_ updates: [LiveConnections.ArrivedUpdate]) { pending += updates }

  /// Replaces the tickers by those of a poll. Returns whether a value has changed.
  mutating func replace(by polled: [Ticker], asOf time: Date) -> Bool {
    let (old, oldPlaces) = (tickers, places)
    tickers = polled
    places = Dictionary(zip(polled.map(\.pair), 0...)) { first, _ in first }
    for (pair, update) in updates {
      guard let place = places[pair] else { continue }
      tickers[place].apply(update, at: oldPlaces[pair].flatMap { old[$0].receivedAt } ?? time)
    }
    (asOf, polledAt) = (max(asOf, time), time)
    return old.map(\.comparable) != tickers.map(\.comparable)
  }

  /// Applies the next update, up to `end`, of a pair that has a ticker.
  mutating func applyNextUpdate(until end: Date?) -> AppliedUpdate? {
    while let (update, time) = pending.first, time <= end ?? time {
      _ = pending.popFirst()
      updates[update.pair] = updates[update.pair]?.updated(by: update) ?? update
      asOf = max(asOf, time)
      guard let place = places[update.pair] else { continue }
      var ticker = tickers[place]
      ticker.apply(update, at: time)
      let isChange = ticker.comparable != tickers[place].comparable
      tickers[place] = ticker
      return (place, isChange)
    }
    return nil
  }

  /// Removes the updates of all other pairs, which are no longer streamed. Their values stay until the next
  /// poll.
  mutating func keepUpdates(of pairs: Set<Pair>) {
    pending = pending.filter { pairs.contains($0.update.pair) }[...]
    updates = updates.filter { pairs.contains($0.key) }
    for index in tickers.indices where !pairs.contains(tickers[index].pair) {
      (tickers[index].receivedAt, tickers[index].confirmedAt) = (nil, nil)
    }
  }

  /// Notes the last sign of life of streams. Pairs that have had no message since the last poll have the values
  /// of this poll.
  mutating func confirm(_ pairs: Set<Pair>, at time: Date) {
    for pair in pairs {
      guard let place = places[pair] else { continue }
      tickers[place].receivedAt = tickers[place].receivedAt ?? polledAt
      tickers[place].confirmedAt = time
    }
  }
}
