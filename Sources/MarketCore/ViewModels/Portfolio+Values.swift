public import Foundation

extension Portfolio {
  /// The value at the end of each period of a range, at the closes of candles; of the running period, the value
  /// now. A period without a candle has the close before it. A lot counts from its date on.
  ///
  /// The failure of one exchange is the failure of the whole, since its holdings would be missing. Holdings in
  /// several currencies, in a portfolio without one, are ``MarketError/missing(_:)``. A pair that an exchange does
  /// not list is one of ``Answer/failures``.
  ///
  /// - Parameters:
  ///   - range: the range of periods.
  ///   - clients: the clients of ``exchanges``; others are ignored. A holding without a client has no price.
  ///   - now: the time of the calendar.
  ///   - clock: the time, and the sleep before retries.
  public func values(
    in range: HistoryRange, from clients: [MarketClient], now: Date = .now,
    clock: PollClock = .real
  ) async -> Result<Answer<[PortfolioValue]>, MarketError> {
    let range = range.fillingGaps
    var portfolio = self
    (portfolio.isPast, portfolio.end) = (true, range.lastEnd(now: now))
    let exchanges = portfolio.exchanges
    let clients = clients.filter { exchanges.contains($0.exchange.id) }
    // Two codes can mean the same currency.
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
