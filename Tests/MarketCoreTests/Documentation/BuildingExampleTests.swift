import Foundation
import MarketCore
import TestTools
import Testing

/// The examples of the article about building on MarketCore.
struct BuildingExampleTests {
  private let client = Articles.client

  @Test func `a client of the exchange is made`() {
    let exchange = MarketClient.live(userAgent: "movers/1.0")
    let kraken = Exchanges.named("kraken").map { MarketClient.live($0, userAgent: "movers/1.0") }
    #expect(exchange.source == "https://api.blockchain.com/v3/exchange")
    #expect(kraken?.source == "https://api.kraken.com/0/public")
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
        let columns = ["symbol", "last", "percent"].compactMap(Ticker.column(named:))
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

  @Test func `candles of two days`() async throws {
    let print = Printed()
    func printCloses(of pair: Pair, days: Int, on client: MarketClient, now: Date) async throws {
      let range = HistoryRange(.oneDay, count: days, from: nil, to: nil, now: now)
      for candle in try await client.history(of: pair, range).get().value {
        print("\(candle.time.formatted(.iso8601)) \(NumberFormat.plain(candle.close))")
      }
    }
    let kraken = Articles.client(of: Kraken())
    let start = try Date("2026-11-20T14:00:00Z", strategy: .iso8601)
    try await printCloses(of: Pair(symbol: "BTC-USD"), days: 2, on: kraken, now: start)
    #expect(
      print.text() == """
        2026-11-19T00:00:00Z 27237.3
        2026-11-20T00:00:00Z 27424.4
        """)
  }

  @Test func `the cost of an order`() async throws {
    let print = Printed()
    func printCost(of text: String, _ pair: Pair, on client: MarketClient) async throws {
      guard let order = MarketOrder(.buy, text, of: pair) else {
        return print("invalid amount \(text)")
      }
      let fill = try await client.book(of: pair).get().value.fill(order)
      let total = NumberFormat.money(fill.total, in: pair.quote)
      print("costs \(total) for \(NumberFormat.plain(fill.filled))")
      if let worst = fill.worst {
        print("worst price \(NumberFormat.money(worst, in: pair.quote))")
      }
      print("slippage \(Fill.Columns.slippageBasisPoints.cell(of: fill, asOf: .now).text)")
      if fill.unfilled > 0 { print("unfilled \(NumberFormat.plain(fill.unfilled))") }
    }
    try await printCost(of: "1BTC", Pair(symbol: "BTC-USD"), on: client)
    #expect(
      print.text() == """
        costs $27,505.4794318414 for 1
        worst price $28,900.00
        slippage +34.06 bp
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
