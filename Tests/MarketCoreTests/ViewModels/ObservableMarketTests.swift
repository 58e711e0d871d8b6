import Foundation
import MarketCore
import Observation
import TestTools
import Testing

/// The view model of SwiftUI views, which polls while it is shown.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct ObservableMarketTests {
  private nonisolated static let bitcoin = Pair(symbol: "BTC-USD")

  private let stub = StubMarket(tickers: [ticker(1)])
  private let clock = HandClock()

  private nonisolated static func ticker(_ last: Decimal) -> Ticker {
    Ticker(pair: bitcoin, open: nil, volume: nil, last: last)
  }

  private var list: ObservableMarket<ListViewModel<Ticker>> {
    ObservableMarket(tickersOf: [stub.client], clock: clock.pollClock)
  }

  @Test func `it polls at its interval until its task is cancelled, and again`() async {
    let list = list
    #expect(list.model.freshness.phase == .loading(nil))
    let polling = Task { await list.poll() }
    await until { list.model.rows.map(\.last) == [1] }
    stub.tickers = [Self.ticker(2)]
    #expect(await clock.waits { $0 == [.seconds(10)] })
    clock.pass(.seconds(10))
    await until { list.model.rows.map(\.last) == [2] }
    polling.cancel()
    await polling.value

    stub.tickers = [Self.ticker(3)]
    #expect(list.model.rows.map(\.last) == [2])
    let second = Task { await list.poll() }
    await until { list.model.rows.map(\.last) == [3] }
    second.cancel()
    await second.value
  }

  @Test func `a failure keeps the rows, and the next success is current`() async {
    let list = list
    await list.refresh()
    stub.failure = .unreachable("no network")
    await list.refresh()
    #expect(list.model.freshness.phase == .stale(.unreachable("no network")))
    #expect(list.model.rows.map(\.last) == [1])
    stub.failure = nil
    await list.refresh()
    #expect(list.model.freshness.phase == .loaded)
  }

  @Test func `a poll and a query change what views observe`() async {
    let list = list
    let changes = Observed(0)
    func observe() {
      withObservationTracking {
        _ = list.model.rows
      } onChange: {
        changes.change { $0 += 1 }
      }
    }
    observe()
    await list.refresh()
    #expect(changes.value == 1)
    observe()
    list.model.query.filters = [SymbolFilter("eth")]
    #expect(changes.value == 2)
    #expect(list.model.rows == [])
    await list.refresh()
    #expect(list.model.rows == [])
    list.model.query.filters = []
    #expect(list.model.rows.map(\.last) == [1])
  }

  @Test func `a refresh while it polls is there at once`() async {
    let list = list
    let polling = Task { await list.poll() }
    #expect(await clock.waits { $0 == [.seconds(10)] })
    stub.tickers = [Self.ticker(2)]
    await list.refresh()
    #expect(list.model.rows.map(\.last) == [2])
    #expect(clock.now == .zero)
    polling.cancel()
    await polling.value
  }

  @Test func `nothing is sent before the end of a delay that the exchange requested`() async {
    let requests = Observed(0)
    let client = MarketClient(
      Transport { _ in
        requests.change { $0 += 1 }
        return .success(
          Transport.Response(status: 429, headers: ["retry-after": "3600"], body: Data()))
      }, clock: clock.pollClock)
    let list = ObservableMarket(tickersOf: [client], clock: clock.pollClock)
    for _ in 1...3 { await list.refresh() }
    let polling = Task { await list.poll() }
    #expect(await clock.waits { $0.count == 1 })
    await list.refresh()
    polling.cancel()
    await polling.value
    #expect(requests.value == 1)
    #expect(list.model.freshness.failure?.isTransient == true)
  }

  @Test func `several exchanges have answered or failed when a refresh returns`() async {
    let (first, second) = (
      StubMarket(Exchanges.kraken, tickers: [Self.ticker(1)]), StubMarket(Exchanges.coinbase)
    )
    second.failure = .rateLimited(retryAfter: 3_600)
    let list = ObservableMarket(tickersOf: [first.client, second.client], clock: clock.pollClock)
    let polling = Task { await list.poll() }
    await until { list.model.rows.map(\.last) == [1] }
    first.tickers = [Self.ticker(2)]
    await list.refresh()
    #expect(list.model.rows.map(\.last) == [2])
    polling.cancel()
    await polling.value
  }

  @Test func `in a pause only a refresh polls`() async {
    let list = list
    let polling = Task { await list.poll() }
    #expect(await clock.waits { $0 == [.seconds(10)] })
    list.isPaused = true
    stub.tickers = [Self.ticker(2)]
    clock.pass(.seconds(60))
    #expect(await clock.waits { $0.allSatisfy { $0 > .seconds(86_400) } && $0.count == 1 })
    #expect(list.model.rows.map(\.last) == [1])
    for _ in 1...10 { await list.refresh() }
    #expect(list.model.rows.map(\.last) == [2])
    stub.tickers = [Self.ticker(3)]
    clock.pass(.seconds(10))
    list.isPaused = false
    await until { list.model.rows.map(\.last) == [3] }
    polling.cancel()
    await polling.value
  }

  @Test func `a second task polls when the first has ended`() async {
    let requests = Observed(0)
    let list = ObservableMarket(
      ListViewModel<Ticker>(), of: [stub.client], clock: clock.pollClock
    ) { client in
      requests.change { $0 += 1 }
      return await client.tickers()
    }
    let first = Task { await list.poll() }
    #expect(await clock.waits { $0.count == 1 })
    let second = Task { await list.poll() }
    let cancelled = Task { await list.poll() }
    cancelled.cancel()
    await cancelled.value
    for _ in 1...100 { await Task.yield() }
    #expect(requests.value == 1)
    first.cancel()
    await first.value
    #expect(await requests.waits { $0 == 2 })
    second.cancel()
    await second.value
  }

  @Test func `a permanent failure ends polling`() async {
    let book = ObservableMarket(bookOf: Pair(symbol: "BTC-USDD"), on: [stub.client])
    await book.poll()
    #expect(
      book.model.freshness.phase == .loading(.unknownSymbol("BTC-USDD", near: ["BTC-USD"])))
  }

  @Test func `a book of several exchanges is merged`() async {
    let markets = Exchanges.all.prefix(2).map { exchange in
      let bids = [1, 2].map { OrderBook.Entry(price: 5, quantity: 1, orderID: .number($0)) }
      return StubMarket(exchange, books: [OrderBook(pair: Self.bitcoin, bids: bids, asks: [])])
    }
    let book = ObservableMarket(
      bookOf: Self.bitcoin, on: markets.map(\.client), query: BookQuery(detail: .orders))
    let polling = Task { await book.poll() }
    await until {
      book.model.bids.map(\.exchange) == ["blockchain", "blockchain", "bitfinex", "bitfinex"]
    }
    polling.cancel()
    await polling.value
  }
}
