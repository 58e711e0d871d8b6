import Foundation

extension Answer<[Ticker]> {
  /// Marks pairs as dead whose last trade, or statistics, are more than 24 hours older than the answer.
  mutating func markDeadPairs() {
    let dayAgo = sentAt - Period.oneDay.seconds
    for index in value.indices {
      if let time = value[index].tradedAt, time < dayAgo {
        value[index].markAsDead(by: .lastTrade)
      }
    }
  }

  /// Adds a warning about each of these pairs that is dead (``Ticker/isDead``) and has a price.
  mutating func warnOfDeadPairs(_ pairs: [Pair]) {
    for ticker in value where ticker.isDead && pairs.contains(ticker.pair) {
      if let note = ticker.noteOnDeath { warnings.append(.note(note)) }
    }
  }
}

extension Answer<[Candle]> {
  /// The candles that begin at `start` or later and before `end`, oldest first; `nil` for no bound. If a
  /// candle was sent several times, the last one is kept, and a warning reports different values.
  func page(from start: Date?, before end: Date?) -> Answer {
    let sent = value.enumerated()
      .filter { $1.time >= start ?? .distantPast && $1.time < end ?? .distantFuture }
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    var page = map { _ in [Candle]() }
    page.value.reserveCapacity(sent.count)
    for (_, candle) in sent {
      guard let last = page.value.last, last.time == candle.time else {
        page.value.append(candle)
        continue
      }
      page.value[page.value.count - 1] = candle
      let warning = Warning.rowSkipped(
        "\(candle.time.formatted(.iso8601)): sent twice, with different values")
      if last != candle, page.warnings.last != warning { page.warnings.append(warning) }
    }
    return page
  }
}
