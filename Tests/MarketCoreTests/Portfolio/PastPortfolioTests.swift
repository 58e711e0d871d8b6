import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The requests for the value of a portfolio in the past.
struct PastPortfolioTests {
  private static let now = Date.seconds(3 * 86_400)
  private static let range = HistoryRange(
    .oneDay, count: nil, from: .seconds(0), to: nil, now: now)
  private static let down = MarketError.timedOut(seconds: 1)

  /// Exchanges with candles of days since 1970.
  private struct Setup {
    let past: PastPortfolio
    let clients: [MarketClient]
    let requested = Observed<[String]>([])

    /// - Parameters:
    ///   - lines: exchange, pair and closes, as in `a BTC-USD 1 2 - 4`.
    ///   - names: everyday names of own codes.
    ///   - range: `nil` for a moment.
    init(
      _ portfolio: Portfolio, _ lines: String..., failing failures: [String: MarketError] = [:],
      names: [String: String] = [:], in range: HistoryRange? = PastPortfolioTests.range
    ) {
      let words = lines.map { $0.split(separator: " ").map(String.init) }
      clients = portfolio.exchanges.map { id in
        var exchange = PastExchange(id, periods: id == "old" ? [] : [.oneDay])
        exchange.pairs = .success(words.filter { $0[0] == id.rawValue }.map { $0[1] })
        exchange.names = names
        return exchange.client
      }
      past = PastPortfolio(
        portfolio, from: clients, in: range, among: clients.map(\.exchange),
        now: { PastPortfolioTests.now }
      ) { [requested] client, pair, now in
        let id = client.exchange.id
        requested.change { $0.append("\(id) \(pair)") }
        if let failure = failures["\(id) \(pair)"] { return .failure(failure) }
        let name = Pair(symbol: names[pair.symbol] ?? pair.symbol)
        guard let line = words.first(where: { $0[0] == id.rawValue && $0[1] == name.symbol })
        else { return .failure(.unknownSymbol(pair.symbol, near: [])) }
        let rows = line.dropFirst(2).enumerated().compactMap { day, close -> CandleRow? in
          guard let close = Decimal(exact: close) else { return nil }
          return CandleRow(
            exchange: id, pair: name, period: .oneDay,
            candle: Candle(
              time: .seconds(Double(day) * 86_400), open: nil, high: nil, low: nil, close: close,
              volume: 1), asOf: now)
        }
        return .success(Answer(rows, asOf: now, names: name == pair ? [:] : [pair: name]))
      }
    }

    func candles(_ id: ExchangeID) async -> Result<Answer<[CandleRow]>, MarketError> {
      guard let client = clients.first(where: { $0.exchange.id == id }) else {
        return .failure(.cancelled)
      }
      return await past.candles(from: client)
    }
  }

  private static func pair(_ exchange: ExchangeID, _ symbol: String) -> Trade {
    Trade(symbol, 1, on: exchange)
  }

  /// Exchange, pair and close.
  private static func lines(_ answer: Answer<[CandleRow]>) -> [String] {
    answer.value.map {
      "\($0.exchange?.rawValue ?? "") \($0.pair) \($0.candle.close?.plain ?? "-")"
    }
  }

  @Test func `without a conversion, only held pairs are requested`() async throws {
    let held = [Self.pair("a", "X-USD"), Self.pair("b", "X-USD"), Self.pair("a", "X-USD")]
    let setup = Setup(
      Portfolio(held + [Trade(5, of: "USD")], in: "USD", defaultExchange: "c"), "a X-USD 1 2",
      "b X-USD 3")
    #expect(setup.clients.map(\.exchange.id) == ["a", "b"])
    #expect(try await Self.lines(setup.candles("a").get()) == ["a X-USD 1", "a X-USD 2"])
    #expect(try await Self.lines(setup.candles("b").get()) == ["b X-USD 3"])
    #expect(setup.requested.value == ["a X-USD", "b X-USD"])
  }

  @Test
  func `rates are those of the exchange of the holding, the default exchange, then the others`()
    async throws
  {
    let portfolio = Portfolio(
      [Self.pair("a", "X-CHF"), Self.pair("b", "X-GBP"), Trade(1, of: "JPY")], in: "USD",
      defaultExchange: "c")
    let setup = Setup(
      portfolio, "a X-CHF 1", "b X-GBP 2", "a CHF-USD 3", "c CHF-USD 4", "c GBP-USD 5",
      "a GBP-USD 6", "a JPY-USD 7", "b JPY-USD 8")
    #expect(try await Self.lines(setup.candles("a").get()) == ["a X-CHF 1", "a CHF-USD 3"])
    #expect(try await Self.lines(setup.candles("b").get()) == ["b X-GBP 2", "c GBP-USD 5"])
    // The rates of cash are requested with the default exchange.
    #expect(try await Self.lines(setup.candles("c").get()) == ["a JPY-USD 7"])
  }

  @Test func `a rate that begins later is requested, and so is the next route`() async throws {
    let portfolio = Portfolio([Trade(1, of: "X", on: "a")], in: "USD", defaultExchange: "a")
    let lines = ["a X-USD - 2 3", "a X-EUR 4", "a EUR-USD 5"]
    let setup = Setup(portfolio, lines[0], lines[1], lines[2])
    _ = await setup.candles("a")
    #expect(setup.requested.value == ["a X-USD", "a X-EUR", "a EUR-USD"])
    // At a moment, any candle will do.
    let moment = Setup(portfolio, lines[0], lines[1], lines[2], in: nil)
    _ = await moment.candles("a")
    #expect(moment.requested.value == ["a X-USD"])
  }

  @Test func `an exchange without the period leaves its pairs unpriced`() async throws {
    let portfolio = Portfolio(
      [
        Self.pair("old", "X-EUR"), Self.pair("old", "Y-USD"), Trade(1, of: "Z", on: "old"),
        Trade(1, of: "Z", on: "b"),
      ], in: "USD", defaultExchange: "a")
    let setup = Setup(portfolio, "a EUR-USD 1", "a Z-USD 2")
    let answer = try await setup.candles("old").get()
    // Costs and coins are converted at the rates of others.
    #expect(Self.lines(answer) == ["a EUR-USD 1", "a Z-USD 2"] && answer.failures == [])
    #expect((answer.asOf, answer.source) == (Self.now, "file:///old"))
    #expect(
      answer.warnings
        == [.note("Old does not offer candles of 1d; without price: X-EUR, Y-USD")])
    #expect(setup.requested.value == ["a EUR-USD", "a Z-USD"])
    let moment = Setup(portfolio, in: nil)
    #expect(
      try await moment.candles("old").get().warnings
        == [.note("Old does not offer price history; without price: X-EUR, Y-USD")])
    let coins = Setup(
      Portfolio([Trade(1, of: "Z", on: "old")], in: "USD", defaultExchange: "old"))
    #expect(try await coins.candles("old").get().warnings == [])
  }

  @Test func `own codes have everyday names`() async throws {
    let portfolio = Portfolio(
      [Self.pair("a", "XBT-EUR"), Trade(1, of: "XBT", on: "a")], in: "USD",
      defaultExchange: "a")
    let setup = Setup(
      portfolio, "a BTC-EUR 1", "a BTC-USD 2", "a EUR-USD 3",
      names: ["XBT-EUR": "BTC-EUR", "XBT": "BTC"])
    let answer = try await setup.candles("a").get()
    #expect(Self.lines(answer) == ["a BTC-EUR 1", "a EUR-USD 3", "a BTC-USD 2"])
    #expect(
      answer.names.map { "\($0)=\($1)" }.sorted() == ["XBT-EUR=BTC-EUR", "XBT=BTC"])
    var model = ValueHistoryViewModel(portfolio, ListQuery(), in: Self.range, now: .seconds(1))
    model.apply(Poll(exchange: "a", result: .success(answer), at: .second(0)))
    #expect(model.rows.map(\.total.value) == [5])
  }

  @Test func `an unlisted pair hides neither others nor rates`() async throws {
    let unlisted = MarketError.unknownSymbol("Q-USD", near: [])
    let coin = Trade(2, of: "X", on: "a")
    for others in [[], [Self.pair("a", "Y-USD")]] {
      let portfolio = Portfolio(
        [Self.pair("a", "Q-USD"), coin] + others, in: "USD", defaultExchange: "a")
      let setup = Setup(portfolio, "a X-USD 3", "a Y-USD 4")
      let answer = try await setup.candles("a").get()
      #expect(Self.lines(answer) == (others.isEmpty ? [] : ["a Y-USD 4"]) + ["a X-USD 3"])
      #expect(answer.failures == [unlisted])
    }
  }

  @Test func `a coin that is in no pair of an exchange is one of its unlisted coins`() async throws
  {
    let portfolio = Portfolio(
      [Trade(1, of: "X", on: "a"), Trade(1, of: "Y", on: "b")], in: "USD", defaultExchange: "a")
    let setup = Setup(portfolio, "a X-USD 3", "b Z-Y 4")
    for (id, unlisted) in [("a", "Y"), ("b", "X")] as [(ExchangeID, String)] {
      let answer = try await setup.candles(id).get()
      #expect(answer.unlistedCoins.map(\.unlisted?.symbol) == [unlisted])
      #expect(answer.failures == [])
    }
  }

  @Test func `a pair that fails hides neither others nor rates`() async throws {
    let portfolio = Portfolio(
      [Self.pair("a", "X-USD"), Self.pair("a", "Y-EUR")], in: "USD", defaultExchange: "a")
    let setup = Setup(
      portfolio, "a X-USD 1", "a Y-EUR 2", "a EUR-USD 3", failing: ["a X-USD": Self.down])
    let answer = try await setup.candles("a").get()
    #expect(Self.lines(answer) == ["a Y-EUR 2", "a EUR-USD 3"])
    #expect(answer.failures == [Self.down])
    #expect(setup.past.sentence(on: Self.down, of: "a") == "X-USD: timed out after 1 s")
  }

  @Test func `a rate that fails is a failure`() async throws {
    let portfolio = Portfolio([Self.pair("a", "Y-EUR")], in: "USD", defaultExchange: "a")
    let setup = Setup(portfolio, "a Y-EUR 2", "a EUR-USD 3", failing: ["a EUR-USD": Self.down])
    let answer = try await setup.candles("a").get()
    #expect(Self.lines(answer) == ["a Y-EUR 2"])
    #expect(answer.failures == [Self.down.attributed(to: "A")])
    #expect(setup.past.lacksRates)
  }

  @Test func `a period has the newest closes by then, however old they are`() async throws {
    let portfolio = Portfolio(
      [Self.pair("a", "X-USD"), Self.pair("b", "X-USD")], in: "USD", defaultExchange: "a")
    let setup = Setup(portfolio, "a X-USD - 2", "b X-USD 10 - 30")
    var model = ValueHistoryViewModel(portfolio, ListQuery(), in: Self.range, now: Self.now + 1)
    #expect(model.rows.map(\.total.value) == [nil, nil, nil, nil])
    for id in ["b", "a"] as [ExchangeID] {
      let result = await setup.candles(id)
      model.apply(Poll(exchange: id, result: result, at: .second(0)))
    }
    #expect(model.rows.map(\.total.value) == [10, 12, 32, 32])
    #expect(model.rows.map(\.total.unpriced) == [1, 0, 0, 0])
  }

  @Test func `periods begin where those of the exchange do, and end with the range`() {
    let portfolio = Portfolio([Self.pair("a", "X-USD")], defaultExchange: "a")
    let weeks = HistoryRange(
      .oneWeek, count: nil, from: .seconds(86_400), to: .seconds(23 * 86_400),
      now: .seconds(99 * 86_400))
    var model = ValueHistoryViewModel(
      portfolio, ListQuery(), in: weeks, now: .seconds(99 * 86_400))
    // Without a candle, on Monday.
    #expect(model.rows.map { $0.time.timeIntervalSince1970 / 86_400 } == [4, 11, 18])
    let row = CandleRow(
      exchange: "a", pair: Pair(symbol: "X-USD"), period: .oneWeek,
      candle: Candle(.seconds(7 * 86_400), 5), asOf: .distantFuture)
    model.apply(
      Poll(
        exchange: "a", result: .success(Answer([row], asOf: Self.now)), at: .second(0)))
    #expect(model.rows.map { $0.time.timeIntervalSince1970 / 86_400 } == [7, 14, 21])
    #expect(model.rows.map(\.total.value) == [5, 5, 5])
  }
}
