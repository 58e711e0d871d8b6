import Foundation
import Synchronization
import Testing

@testable import MarketCore

/// Trades of a portfolio that have a date.
struct DatedLotsTests {
  private static let midnight = Date(timeIntervalSince1970: 1_795_132_800)

  private static func lot(
    _ symbol: String, _ quantity: Decimal, at price: Decimal? = nil, since time: Date? = nil
  ) -> Trade {
    Trade(symbol, quantity, at: price, time: time)
  }

  private static func rows(_ lots: [Trade], at time: Date) -> [String] {
    Portfolio(lots, defaultExchange: "one").valuation(of: [], at: time).rows.map {
      "\($0.pair) \($0.quantity.plain) \($0.unitCost?.plain ?? "–")"
    }
  }

  @Test func `a lot counts from its time on`() {
    let lots = [Self.lot("BTC-USD", 2, since: Self.midnight)]
    #expect(Self.rows(lots, at: Self.midnight - 0.001) == ["BTC-USD 0 –"])
    #expect(Self.rows(lots, at: Self.midnight) == ["BTC-USD 2 –"])
    #expect(Portfolio(lots, defaultExchange: "one").valuation(of: []).rows.count == 1)
    let cash = [Trade(5, of: "EUR", time: Self.midnight), Trade(1, of: "EUR")]
    #expect(Self.rows(cash, at: Self.midnight - 0.001) == ["EUR 1 1"])
    #expect(Self.rows(cash, at: Self.midnight) == ["EUR 6 1"])
    let coin = [Trade(5, of: "BTC", on: "one", time: Self.midnight)]
    #expect(Self.rows(coin, at: Self.midnight - 0.001) == ["BTC 0 –"])
  }

  @Test func `the lots of a listing that count are one row`() {
    let lots = [
      Self.lot("BTC-USD", 1, at: 10), Self.lot("ETH-USD", 1, at: 5),
      Self.lot("BTC-USD", 3, at: 20, since: Self.midnight),
      Self.lot("ETH-USD", -2, since: Self.midnight + 1),
    ]
    #expect(Self.rows(lots, at: Self.midnight - 1) == ["BTC-USD 1 10", "ETH-USD 1 5"])
    #expect(Self.rows(lots, at: Self.midnight) == ["BTC-USD 4 17.5", "ETH-USD 1 5"])
    // What is sold beyond the lots, without a price, has an unknown cost as soon as it counts.
    #expect(Self.rows(lots, at: Self.midnight + 1) == ["BTC-USD 4 17.5", "ETH-USD -1 –"])
  }

  @Test func `lots are in the order of their times, those without one first`() {
    let times = [Self.midnight + 5, Self.midnight, Self.midnight + 9]
    func sorted(_ times: [Date?]) -> [Date?] {
      Lots(of: times.map { Self.lot("BTC-USD", 1, since: $0) }).lots.map(\.time)
    }
    let expected = [Self.midnight, Self.midnight + 5, Self.midnight + 9]
    #expect(sorted(times) == expected)
    #expect(sorted(times + [nil]) == [nil] + expected)
    #expect(sorted([nil] + times) == [nil] + expected)
  }

  @Test func `lots are merged under their everyday names`() {
    let lots = [
      Self.lot("XBT-USD", 1), Self.lot("BTC-USD", 2, since: Self.midnight), Self.lot("XBT-USD", 4),
    ]
    let listings = ["XBT-USD", "BTC-USD"].map { Listing(exchange: "one", pair: Pair(symbol: $0)) }
    let portfolio = Portfolio(lots, defaultExchange: "one")
    func quantities(at time: Date) -> [Decimal] {
      portfolio.valuation(of: [], under: [listings[0]: listings[1]], at: time).rows
        .map(\.quantity)
    }
    #expect(quantities(at: Self.midnight - 1) == [5])
    #expect(quantities(at: Self.midnight) == [7])
  }

  @Test func `what is held at no time of a valuation is not requested`() {
    let lots = [
      Self.lot("BTC-USD", 1, since: .distantFuture), Self.lot("BTC-USD", 1), Self.lot("A-B", 1),
    ]
    var portfolio = Portfolio([lots[0]], in: "EUR", defaultExchange: "two")
    #expect(portfolio.exchanges == ["one", "two"] && portfolio.needsRates)
    portfolio.times = Self.midnight...Self.midnight
    #expect(portfolio.exchanges == [] && !portfolio.needsRates)
    let answer = Answer(["BTC-USD", "A-B"].map { Ticker($0, last: "1") }, asOf: .distantPast)
    let needed = Portfolio(lots, defaultExchange: "one").needed(of: answer, from: "one")
    #expect(needed.map(\.pair.symbol) == ["BTC-USD", "A-B"])
  }

  @Test func `a pair with several lots is requested once`() async throws {
    let target = "Ticker?assetVersion=1&pair=BTC%2FUSD"
    let market = KrakenMarket.market([target: #"{"BTC/USD":{"c":["1.5","1"],"v":["1","2"]}}"#])
    let lots = [nil, Self.midnight, .distantFuture].map {
      Trade("BTC-USD", 1, on: "kraken", time: $0)
    }
    let answer = try await Portfolio(lots, defaultExchange: "kraken")
      .tickers(from: market.client, details: .none, now: { Self.midnight }).get()
    #expect(answer.value.map(\.last) == [Decimal("1.5")])
    #expect(market.askedSorted == [target])
  }

  @Test func `a portfolio before its first lot is worth 0, one without any has a notice`() {
    let portfolio = Portfolio([Trade(5, of: "EUR", time: Self.midnight)], defaultExchange: "one")
    let early = PortfolioViewModel(
      portfolio, showing: \.rows, ListQuery(), now: { Self.midnight - 1 })
    #expect(early.rows.map(\.value) == [0] && early.notices.isEmpty)
    let totals = PortfolioViewModel(
      portfolio, showing: \.totals, ListQuery(), now: { Self.midnight - 1 })
    #expect(totals.rows.map(\.value) == [0] && totals.notices.isEmpty)
    let none = PortfolioViewModel(
      Portfolio([], defaultExchange: "one"), showing: \.rows, ListQuery(), now: { Self.midnight })
    #expect(none.rows.isEmpty && none.notices == ["no holdings at this time"])
    let now = PortfolioViewModel(portfolio, showing: \.rows, ListQuery(), now: { Self.midnight })
    #expect(now.rows.map(\.value) == [5] && now.notices.isEmpty)
  }

  @Test func `lots count now, or at a time that is given`() {
    let portfolio = Portfolio(
      [Self.lot("BTC-USD", 1, since: Date(timeIntervalSince1970: 5))], defaultExchange: "one")
    let now = Mutex(4.0)
    var model = PortfolioViewModel(
      portfolio, showing: \.rows, ListQuery(),
      now: { Date(timeIntervalSince1970: now.withLock(\.self)) })
    model.apply([.tickers("one", "BTC-USD 10", at: 9)])
    #expect(model.rows.map(\.value) == [0])
    now.withLock { $0 = 5 }
    // However old the answers of other exchanges are.
    model.apply([.tickers("one", "BTC-USD 10", at: 1)])
    #expect(model.rows.map(\.value) == [10])
    let past = PortfolioViewModel(
      portfolio, showing: \.rows, ListQuery(), at: Date(timeIntervalSince1970: 4),
      now: { Date(timeIntervalSince1970: 5) })
    #expect(past.rows.map(\.value) == [0])
  }
}
