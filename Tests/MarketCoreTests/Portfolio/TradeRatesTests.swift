import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The rates of the days of trades: which are requested, and which amounts they convert.
struct TradeRatesTests {
  private static func day(_ number: Double) -> Date {
    Date(timeIntervalSince1970: number * 86_400)
  }

  /// An exchange with a candle of each day, whose close is the number of the day ÷ 10, from day 1.
  private static func exchange(
    _ id: ExchangeID, listing pairs: [String] = ["USD-EUR"], days: ClosedRange<Int> = 1...400
  ) -> PastExchange {
    var exchange = PastExchange(id, periods: [.oneDay])
    exchange.pairs = .success(pairs)
    exchange.candles = { _ in
      days.map { number in
        Candle(
          time: day(Double(number)), open: nil, high: nil, low: nil, close: Decimal(number) / 10,
          volume: 1)
      }
    }
    return exchange
  }

  /// Rates on day 50 at noon.
  private static func rates(
    _ portfolio: Portfolio, _ exchanges: PastExchange..., others: [PastExchange] = [],
    now: @escaping @Sendable () -> Date = { day(50.5) }
  ) -> TradeRates {
    TradeRates(
      portfolio, from: exchanges.map(\.client), others: others.map(\.client), now: now,
      clock: FakeClock().pollClock())
  }

  private static func portfolio(_ lines: String, in currency: String? = "EUR") -> Portfolio {
    Portfolio(LotsTests.trades(lines), in: currency, defaultExchange: "one")
  }

  private static func valuation(
    of portfolio: Portfolio, _ rates: TradeRates, at time: Date = day(50.5)
  ) -> Valuation {
    let tickers = [
      Ticker("BTC-USD", last: "100"), Ticker("USD-EUR", last: "2"), Ticker("BNB-USD", last: "7"),
    ]
    return portfolio.valuation(of: tickers.map { $0.on("one") }, at: time, rates: rates)
  }

  private static func text(_ row: HoldingRow) -> String {
    [row.value, row.unitCost, row.cost, row.gain, row.realized, row.fees, row.totalGain]
      .map { $0?.plain ?? "–" }.joined(separator: " ")
  }

  @Test func `each amount has the rate of the day of its trade, and the value that of now`() async {
    let portfolio = Self.portfolio("buy 2 at 10 fee 1 on 10; sell 1 at 30 fee 2 on 20.5")
    let rates = Self.rates(portfolio, Self.exchange("one"))
    #expect(await rates.request() == [])
    let valuation = Self.valuation(of: portfolio, rates)
    // Bought for 21 USD at 1, sold for 28 USD at 2.
    #expect(valuation.rows.map(Self.text) == ["200 10.5 10.5 189.5 45.5 5 235"])
    #expect(valuation.undatedTrades == 0 && valuation.unratedTrades == 0)
    #expect(valuation.rates.map(\.rate) == [2])
  }

  @Test func `a year of trades in two currencies needs a list of pairs and a page per rate`() async
  {
    let exchange = Self.exchange("one", listing: ["USD-EUR", "GBP-EUR"])
    let trades = (1...365).flatMap { number in
      ["USD", "GBP"].map { quote in
        Trade(
          Holding(Pair(base: "BTC", quote: quote), on: "one"), 1, at: 10,
          time: Self.day(Double(number)))
      }
    }
    let portfolio = Portfolio(trades, in: "EUR", defaultExchange: "one")
    let rates = Self.rates(portfolio, exchange) { Self.day(366) }
    #expect(await rates.request() == [])
    #expect(exchange.requested.value == ["pairs", "1d", "1d"])
    #expect(await rates.request() == [])
    #expect(exchange.requested.value.count == 3)
    #expect(rates.rates.map(\.pair.symbol) == ["USD-EUR", "GBP-EUR"])
  }

  @Test func `a day that no exchange of the portfolio has is requested from others`() async {
    let (one, two) = (
      Self.exchange("one", days: 15...400), Self.exchange("two", listing: ["EUR-USD"])
    )
    let portfolio = Self.portfolio("buy 1 at 10 on 10; buy 1 at 10 on 20")
    let rates = Self.rates(portfolio, one, others: [Self.exchange("three", listing: []), two])
    #expect(await rates.request() == [])
    #expect(rates.otherRates == [Listing(exchange: "two", pair: Pair("EUR-USD"))])
    #expect(Self.valuation(of: portfolio, rates).rows.map(\.cost) == [30])
    // Only the missing day is requested.
    #expect(two.requested.value == ["pairs", "1d"])
  }

  @Test func `a trade without a rate of its day, or without a date, has the rate of the moment`()
    async
  {
    let portfolio = Self.portfolio("buy 1 at 10 on 10; buy 1 at 10 on 20; buy 1 at 1; buy 1 on 3")
    let rates = Self.rates(
      portfolio, Self.exchange("one", days: 15...400),
      others: [Self.exchange("two", days: 11...400)])
    #expect(await rates.request() == [])
    let valuation = Self.valuation(of: portfolio, rates)
    #expect((valuation.undatedTrades, valuation.unratedTrades) == (1, 1))
    let notices = portfolio.notices(on: valuation, exchanges: [])
    #expect(
      notices == [
        "1 trade without a date: current rates", "1 trade without a rate of the day: current rates",
      ])
    #expect(Self.valuation(of: Self.portfolio("buy 1 at 10 on 10"), rates).rows.map(\.cost) == [20])
  }

  @Test func `while a request fails, amounts are unknown, and the request is made again`() async {
    var failing = Self.exchange("one")
    failing.pairs = .failure(.timedOut(seconds: 1))
    let portfolio = Self.portfolio("buy 2 at 10 fee 1 on 10; sell 1 at 30 on 20")
    let rates = Self.rates(portfolio, failing, others: [Self.exchange("two", listing: [])])
    let failures = await rates.request()
    #expect(failures.map { "\($0)" } == ["One: timed out after 1 s"])
    #expect(Self.valuation(of: portfolio, rates).rows.map(Self.text) == ["200 10.5 – – – – –"])
    #expect(Self.valuation(of: portfolio, rates).totals.map(\.uncosted) == [1])
    #expect(await rates.request() == failures)
    #expect(failing.requested.value.count >= 2)
  }

  @Test func `after prices, a failed request is made again only after a pause`() async {
    var failing = Self.exchange("one")
    failing.pairs = .failure(.timedOut(seconds: 1))
    let now = Observed(Self.day(50))
    let rates = Self.rates(Self.portfolio("buy 1 at 10 on 10"), failing) { now.value }
    for (seconds, count) in [(0.0, 1), (10, 1), (29, 1), (31, 2), (40, 2)] {
      now.change { $0 = Self.day(50) + seconds }
      #expect(await rates.request(after: "one", listing: nil).count == 1)
      #expect(failing.requested.value.count == count)
    }
    // The pairs of the prices are used instead of a request.
    let other = Self.exchange("one")
    let known = Self.rates(Self.portfolio("buy 1 at 10 on 10"), other)
    #expect(await known.request(after: "one", listing: [Pair("USD-EUR")]) == [])
    #expect(other.requested.value == ["1d"])
  }

  @Test func `a failure of another exchange is only a notice`() async {
    var failing = Self.exchange("two")
    failing.pairs = .failure(.httpStatus(451, retryAfter: nil))
    let portfolio = Self.portfolio("buy 1 at 10 on 10")
    let rates = Self.rates(portfolio, Self.exchange("one", days: 11...400), others: [failing])
    #expect(await rates.request() == [])
    #expect(rates.otherFailures.count == 1)
    #expect(Self.valuation(of: portfolio, rates).rows.map(\.cost) == [20])
  }

  @Test func `requests that are missing in a recording are not failures`() async {
    var exchange = Self.exchange("one")
    exchange.pairs = .failure(.missing("no recording"))
    let portfolio = Self.portfolio("buy 1 at 10 on 10")
    let rates = Self.rates(portfolio, exchange)
    #expect(await rates.request() == [])
    #expect(Self.valuation(of: portfolio, rates).rows.map(\.cost) == [20])
  }

  @Test func `a trade of today has the current rate until its day has ended`() async {
    let now = Observed(Self.day(50.5))
    var portfolio = Self.portfolio("buy 1 at 10 on 50")
    let exchange = Self.exchange("one")
    let rates = Self.rates(portfolio, exchange) { now.value }
    #expect(await rates.request() == [] && exchange.requested.value.isEmpty)
    let today = Self.valuation(of: portfolio, rates)
    #expect(today.rows.map(\.cost) == [20] && today.unratedTrades == 0)
    now.change { $0 = Self.day(51) }
    #expect(Self.valuation(of: portfolio, rates).rows.map(\.cost) == [nil])
    #expect(await rates.request() == [])
    #expect(Self.valuation(of: portfolio, rates).rows.map(\.cost) == [50])
    // A past valuation has no current rate, but the candle of today.
    portfolio.isPast = true
    let past = Self.rates(portfolio, exchange)
    #expect(await past.request() == [])
    #expect(Self.valuation(of: portfolio, past).rows.map(\.cost) == [50])
  }

  @Test func `a fee in a third currency is converted to the quote currency first`() async {
    let exchange = Self.exchange("one", listing: ["USD-EUR", "BNB-USD"])
    for (currency, expected) in [("EUR", "200 60 60 140 0 50 140"), (nil, "100 60 60 40 0 50 40")] {
      // The fee is 10 BNB at 5 USD; a dollar is 1 EUR on day 10, and 5 on day 50.
      let portfolio = Self.portfolio("buy 1 at 10 fee 50BNB on 10", in: currency)
      let rates = Self.rates(portfolio, exchange)
      #expect(portfolio.needsRates && portfolio.exchanges == ["one"])
      #expect(await rates.request() == [])
      #expect(Self.valuation(of: portfolio, rates).rows.map(Self.text) == [expected])
    }
  }

  @Test func `a fee in the currency of the portfolio keeps its digits`() async {
    // On day 3 a dollar is 0.3 EUR, in which 8.3 EUR have no exact quotient.
    let portfolio = Self.portfolio("buy 1 at 10 fee 8.3EUR on 3; sell 1 at 10 fee 2EUR on 3")
    let rates = Self.rates(portfolio, Self.exchange("one"))
    #expect(await rates.request() == [])
    let row = Self.valuation(of: portfolio, rates).rows.first
    #expect(row?.fees?.plain == "10.3" && row?.realized?.plain == "-10.3")
  }

  @Test func `the price of a coin can have a code, and else is in the currency of the portfolio`()
    async
  {
    let coin = Holding(of: "BTC", exchange: "one")
    let trades = LotsTests.trades(
      "buy 1 at 10USD fee 1EUR on 10; buy 1 at 10 fee 0.5BTC on 20", of: coin)
    let portfolio = Portfolio(trades, in: "EUR", defaultExchange: "one")
    let rates = Self.rates(portfolio, Self.exchange("one"))
    #expect(await rates.request() == [])
    let valuation = Self.valuation(of: portfolio, rates)
    #expect(valuation.rows.map(Self.text) == ["300 14 21 279 0 6 279"])
    #expect(
      portfolio.notices(on: valuation, exchanges: []) == [
        "BTC: unit_cost and fee without a currency are in EUR"
      ])
  }
}
