public import Foundation

extension Portfolio {
  /// The value of the holdings at the end of each period of a range; of a period that has not ended, the
  /// value so far.
  ///
  /// The prices are the closes of candles. A period without a candle has the close of an earlier period,
  /// at most ten periods before the range. Trades with a time count only from this time. If amounts are
  /// converted, values have the rates of their period, and costs have the rates of the trades' days, see
  /// ``TradeRates``.
  ///
  /// If the poll of an exchange fails, the result is this failure, since holdings would be missing. A
  /// portfolio without a currency, but with holdings in several, fails with ``MarketError/missing(_:)``.
  /// Errors about single pairs and rates, such as unlisted pairs and coins, are in ``Answer/failures``.
  ///
  /// - Parameters:
  ///   - range: the range of periods.
  ///   - clients: the clients of ``exchanges``. Clients of other exchanges are ignored. If the client of
  ///     its exchange is missing, a pair has no price.
  ///   - now: the current date.
  ///   - clock: measures time, and sleeps before retries.
  public func values(
    in range: HistoryRange, from clients: [MarketClient], now: Date = .now,
    clock: PollClock = .real
  ) async -> Result<Answer<[PortfolioValue]>, MarketError> {
    let range = range.fillingGaps
    var portfolio = self
    (portfolio.isPast, portfolio.times) = (true, range.times(now: now))
    let exchanges = portfolio.exchanges
    let clients = clients.filter { exchanges.contains($0.exchange.id) }
    // The own codes of different exchanges can mean the same currency.
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
    let rates = TradeRates(portfolio, from: clients, now: { now }, clock: clock)
    let failures = await rates.request()
    var model = ValueHistoryViewModel(portfolio, ListQuery(), in: range, now: now, rates: rates)
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
        failures: failures + answers.flatMap(\.failures) + model.polled.unlistedCoins))
  }
}
