import Foundation
import MarketCore
import TestTools
import Testing

/// The examples of the article about building on MarketCore.
struct BuildingExampleTests {
  private let client = Articles.client

  @Test func `a client of the exchange is made`() {
    let exchange = MarketClient.live(userAgent: "movers/1.0")
    let kraken = MarketClient.live(Exchanges.kraken, userAgent: "movers/1.0")
    #expect(exchange.exchange.id == "blockchain")
    #expect(kraken.exchange.id == "kraken")
  }

  @Test func `a table of movers`() async throws {
    let print = Printed()
    func printMovers(of client: MarketClient) async throws {
      let query = ListQuery<Ticker>(
        filters: [SymbolFilter("*-USD")], conditions: [try Condition("volume > 0")],
        sort: RowOrder(Ticker.Columns.percent, descending: true), limit: 3)
      var list = ListViewModel<Ticker>(query)
      let poller = Poller(interval: .seconds(10), count: 1)
      for await poll in poller.polls(fetch: { await client.tickers() }) { list.apply(poll) }
      if let failure = list.freshness.failure { print("no prices: \(failure)") }
      for ticker in list.rows {
        let columns = [Ticker.Columns.symbol, Ticker.Columns.last, Ticker.Columns.percent]
        let cells = list.cells(of: columns, in: ticker)
        print(cells.map(\.text).joined(separator: "  "))
      }
    }
    try await printMovers(of: client)
    #expect(
      print.text() == """
        DESO-USD  $9.79  +137.62%
        SOL-USD  $19.117  +5.02%
        XLM-USD  $0.15306  +2.91%
        """)
  }

  @Test func `a book, poll by poll`() async {
    let print = Printed()
    func watch(_ pair: Pair, of client: MarketClient, by poller: Poller) async {
      var book = OrderBookViewModel(pair: pair, query: BookQuery(depth: 5))
      for await poll in poller.polls(fetch: { await client.book(of: pair) }) {
        book.apply(poll)
        switch book.freshness.phase {
        case .loading(let error): print("waiting\(error.map { ": \($0)" } ?? "")")
        case .loaded: print(book.summary.joined(separator: " · "))
        case .stale(let error): print("stale: \(error)")
        }
      }
    }
    let poller = Poller(interval: .seconds(10), count: 2, clock: FakeClock().pollClock())
    await watch(Pair("btc/usd"), of: client, by: poller)
    #expect(
      print.text() == """
        spread $2.28 (0.83 bp) · mid $27,412.11 · imbalance +0.01
        spread $2.28 (0.83 bp) · mid $27,413.06 · imbalance -0.04
        """)
  }

  @Test func `a table of coins`() async {
    let print = Printed()
    func printCoins(of clients: [MarketClient], in currency: String) async {
      var coins = CoinsViewModel(of: clients.map(\.exchange.id), in: currency)
      coins.query.limit = 2
      let poller = Poller(interval: .seconds(10), count: 1)
      for await polls in poller.polls(of: clients, fetch: { await $0.tickers(details: .none) }) {
        coins.apply(polls)
        for failure in polls.compactMap(\.failure) { print("not current: \(failure)") }
        for coin in coins.rows {
          let cells = coins.cells(of: Coin.tableColumns, in: coin)
          print(cells.map(\.text).joined(separator: "  "))
        }
      }
    }
    let clients = Exchanges.all.map(Articles.client(of:))
    await printCoins(of: clients, in: "USD")
    #expect(
      print.text() == """
        BTC  Bitcoin  $27,415.29  +1.70%  $204M  44.84%  15.75 bp  49
        ADA  Cardano  $0.30926  -1.09%  $113.8M  25.02%  13.49 bp  10
        """)
  }

  @Test func `an expression`() async throws {
    func pairs(of client: MarketClient, where text: String) async throws -> [Pair] {
      let condition = try Condition<Ticker>(text)
      let answer = try await client.tickers().get()
      return answer.value.filter { ticker in
        condition.holds(for: ticker, asOf: answer.asOf)
      }.map(\.pair)
    }
    let found = try await pairs(of: client, where: "abs(percent) > 60 and quote == USD")
    #expect(found.map(\.symbol) == ["LUNC-USD", "DESO-USD"])
  }

  @Test func `a wrong expression`() {
    let print = Printed()
    do {
      _ = try Condition<Ticker>("percent > > 5")
    } catch {
      print("\(error.reason) (character \(error.offset + 1))")
    }
    #expect(
      print.text() == """
        unexpected '>' (character 11)
        """)
  }
}
