import Foundation
import MarketCore
import Testing

/// The stub of a market, whose client answers from given models.
struct StubMarketTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")
  private static let ether = Pair(symbol: "ETH-USD")
  private static let time = Date(timeIntervalSince1970: 1_792_454_400)

  private static func ticker(_ pair: Pair, _ last: Decimal = 1, tradedAt: Date? = nil) -> Ticker {
    Ticker(pair: pair, open: nil, volume: 9, last: last, tradedAt: tradedAt)
  }

  private static func candle(_ day: Int, close: Decimal) -> Candle {
    Candle(
      time: time + Double(day) * 86_400, open: nil, high: nil, low: nil, close: close, volume: nil)
  }

  @Test func `tickers have the exchange and the time of the market`() async throws {
    let market = StubMarket(Exchanges.all[2], tickers: [Self.ticker(Self.bitcoin)])
    market.asOf = Self.time
    let answer = try await market.client.tickers().get()
    #expect(answer.value.map(\.exchange) == ["kraken"])
    #expect((answer.asOf, answer.source) == (Self.time, "stub"))
    market.asOf = nil
    let now = Date.now
    #expect(try await market.client.tickers().get().asOf >= now)
  }

  @Test func `unknown pairs fail with near names, others do not`() async throws {
    let market = StubMarket(
      tickers: [Self.ticker(Self.bitcoin)],
      books: [OrderBook(pair: Self.ether, bids: [], asks: [])])
    let typo = Pair(symbol: "BTC-USDD")
    let error = MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USD"])
    #expect(await market.client.ticker(of: typo).map(\.value) == .failure(error))
    #expect(await market.client.book(of: typo).map(\.value) == .failure(error))
    #expect(await market.client.instrument(of: typo).map(\.value) == .failure(error))
    #expect(await market.client.candles(of: typo, period: .oneDay).map(\.value) == .failure(error))
    let answer = try await market.client.tickers(of: [Self.bitcoin, typo]).get()
    #expect(answer.value.map(\.pair) == [Self.bitcoin])
    #expect(answer.failures == [error])
  }

  @Test func `a pair of other models has no data, and no candles`() async throws {
    let client = MarketClient.stub(tickers: [Self.ticker(Self.bitcoin)])
    let error = MarketError.exchangeError(message: "no data for BTC-USD", isTransient: true)
    #expect(await client.book(of: Self.bitcoin).map(\.value) == .failure(error))
    #expect(await client.instrument(of: Self.bitcoin).map(\.value) == .failure(error))
    #expect(try await client.candles(of: Self.bitcoin, period: .oneWeek).get().value == [])
  }

  @Test func `models and the failure change between requests`() async throws {
    let market = StubMarket(tickers: [Self.ticker(Self.bitcoin), Self.ticker(Self.ether)])
    let pairs = [Self.bitcoin, Self.ether]
    var list = ListViewModel<Ticker>()
    func poll() async { list.apply(Poll(result: await market.client.tickers(of: pairs))) }
    await poll()
    market.failure = .rateLimited(retryAfter: 5)
    await poll()
    #expect(list.freshness.phase == .stale(.rateLimited(retryAfter: 5)))
    (market.failure, market.tickers) = (nil, [Self.ticker(Self.bitcoin, 2)])
    await poll()
    // The row of a pair that is missing after it was there stays, stale.
    #expect(list.rows.map(\.last) == [2, 1])
    #expect(list.freshness.phase == .loaded)
    market.tickers = []
    #expect(
      await market.client.tickers(of: pairs).map(\.value)
        == .failure(.exchangeError(message: "no data: empty response", isTransient: true)))
  }

  @Test func `a ticker without a trade for a day is dead`() async throws {
    let market = StubMarket(
      tickers: [Self.ticker(Self.bitcoin, tradedAt: Self.time - 86_401)])
    market.asOf = Self.time
    #expect(try await market.client.ticker(of: Self.bitcoin).get().value.isDead)
  }

  @Test func `a book has levels, and its single orders`() async throws {
    let orders = [1, 2].map { OrderBook.Entry(price: 5, quantity: $0, orders: 1) }
    let book = OrderBook(pair: Self.bitcoin, bids: orders, asks: [])
    let client = MarketClient.stub(books: [book])
    let levels = try await client.book(of: Self.bitcoin).get().value
    #expect(levels.bids == [OrderBook.Entry(price: 5, quantity: 3, orders: 2)])
    let answer = try await client.book(of: Self.bitcoin, detail: .orders).get().value
    #expect(answer.bids == orders)
    #expect(answer.exchange == "blockchain")
  }

  @Test func `instruments are sorted by their symbols`() async throws {
    let instruments = [Self.ether, Self.bitcoin].map { Instrument(pair: $0, tickSize: 1) }
    let client = MarketClient.stub(instruments: instruments)
    #expect(try await client.instruments().get().value.map(\.pair) == [Self.bitcoin, Self.ether])
    #expect(try await client.instrument(of: Self.ether).get().value.tickSize == 1)
  }

  @Test func `a history has the candles of its range, and warnings`() async throws {
    let days = [2, 0, 3].map { Self.candle($0, close: 5) } + [Self.candle(3, close: 6)]
    let client = MarketClient.stub(candles: [Self.bitcoin: [.oneDay: days]])
    let range = HistoryRange(
      .oneDay, count: nil, from: Self.time, to: Self.time + 4 * 86_400, now: Self.time)
    let answer = try await client.history(of: Self.bitcoin, range).get()
    #expect(answer.value.map(\.close) == [5, 5, 6])
    #expect(answer.warnings.count == 2)
  }

  @Test func `an exchange keeps only as many periods as it has`() async throws {
    let kraken = try #require(Exchanges.named("kraken"))
    let depth = try #require(kraken.info.historyDepth)
    let candles = (0..<depth + 5).map { Self.candle($0, close: 1) }
    let client = MarketClient.stub(kraken, candles: [Self.bitcoin: [.oneDay: candles]])
    let answer = try await client.candles(of: Self.bitcoin, period: .oneDay).get()
    #expect(answer.value == candles.suffix(depth))
  }

  @Test func `several exchanges are polled side by side`() async {
    let markets = Exchanges.all.prefix(2).map {
      StubMarket($0, tickers: [Self.ticker(Self.bitcoin)])
    }
    markets[0].failure = .timedOut(seconds: 1)
    let clients = markets.map(\.client)
    var list = ListViewModel<Ticker>(of: clients.map(\.exchange.id))
    let poller = Poller(interval: .seconds(1), count: 1)
    for await polls in poller.polls(of: clients, fetch: { await $0.tickers() }) {
      list.apply(polls)
    }
    #expect(list.rows.map(\.exchange) == ["bitfinex"])
    #expect(list.freshness.failure == .timedOut(seconds: 1))
  }
}
