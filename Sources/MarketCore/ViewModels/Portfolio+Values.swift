public import Foundation

extension Portfolio {
  /// The value at the end of each period of a range, at the closes of candles.
  ///
  /// The value of the current period is the value now. If a period has no candle, the last close before
  /// it is used. A lot counts from its date on.
  ///
  /// If one exchange fails, the result is its failure, since its holdings would be missing. A portfolio
  /// without a currency, but with holdings in several, fails with ``MarketError/missing(_:)``. A pair
  /// that an exchange does not list has an error in ``Answer/failures``.
  ///
  /// - Parameters:
  ///   - range: the range of periods.
  ///   - clients: the clients of ``exchanges``; others are ignored. Without a client, a holding has no
  ///     price.
  ///   - now: the current date.
  ///   - clock: measures time, and sleeps before retries.
  public func values(
    in range: HistoryRange, from clients: [MarketClient], now: Date = .now,
    clock: PollClock = .real
  ) async -> Result<Answer<[PortfolioValue]>, MarketError> {
    let range = range.fillingGaps
    var portfolio = self
    (portfolio.isPast, portfolio.end) = (true, range.lastEnd(now: now))
    let exchanges = portfolio.exchanges
    let clients = clients.filter { exchanges.contains($0.exchange.id) }
    // Codes of different exchanges can mean the same currency.
    let names =
      portfolio.currencies().count > 1 ? await portfolio.everydayNames(from: clients) : [:]
    let currencies = portfolio.currencies(under: names).map { $0 ?? "–" }
    guard currencies.count < 2 else {
      let list = currencies.joined(separator: ", ")
      return .failure(.missing("values over time require one currency: holdings are in \(list)"))
    }
    let past = PastPortfolio(
      portfolio, from: clients, in: range, among: clients.map(\.exchange), now: { now }
    ) { client, pair, now in
      await client.candleRows(of: pair, range, now: now, clock: clock)
    }
    var model = ValueHistoryViewModel(portfolio, ListQuery(), in: range, now: now)
    var answers: [Answer<[CandleRow]>] = []
    let poller = Poller(interval: .zero, count: 1, clock: clock)
    for await polls in poller.polls(of: clients, fetch: { await past.candles(from: $0) }) {
      if let failure = polls.lazy.compactMap(\.failure).first { return .failure(failure) }
      model.apply(polls)
      answers += polls.compactMap(\.answer)
    }
    if Task.isCancelled { return .failure(.cancelled) }
    return .success(
      Answer(
        model.rows, asOf: answers.map(\.asOf).min() ?? now, warnings: answers.flatMap(\.warnings),
        failures: answers.flatMap(\.failures)))
  }
}
