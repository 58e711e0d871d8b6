import Foundation
import MarketCore
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples of the article about building on MarketCore.
struct BuildingExampleTests {
  private let client = Articles.client

  @Test func `a client of the exchange is made`() {
    let exchange = MarketClient.live(userAgent: "movers/1.0")
    #expect(exchange.source == "https://api.blockchain.com/v3/exchange")
    let kraken = Exchanges.named("kraken").map { MarketClient.live($0, userAgent: "movers/1.0") }
    #expect(kraken?.source == "https://api.kraken.com/0/public")
  }

  @Test func `a table of prices`() async {
    let print = Printed()
    func printPrices(of client: MarketClient, _ filter: SymbolFilter) async {
      switch await client.tickers() {
      case .success(let answer):
        for ticker in answer.value where filter.matches(ticker.pair.symbol) {
          print("\(ticker.pair) \(NumberFormat.plain(ticker.last))")
        }
        for warning in Warning.sentences(for: answer.warnings) { print(warning) }
      case .failure(let error):
        print("no prices: \(error)")
      }
    }
    await printPrices(of: client, SymbolFilter("btc-eur,btc-gbp"))
    #expect(
      print.text() == """
        BTC-GBP 21777.52
        BTC-EUR 25223.4
        """)
  }

  @Test func `a table of movers`() async throws {
    let print = Printed()
    func printMovers(of client: MarketClient) async throws {
      let query = ListQuery<Ticker>(
        filters: [SymbolFilter("*-USD")], conditions: [try Condition("volume > 0")],
        sort: RowOrder(Ticker.column("percent"), descending: true), limit: 3)
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
        CLOUT-USD  $9.79  +137.62%
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
    await watch(Pair(typed: "btc/usd"), of: client, by: poller)
    #expect(
      print.text() == """
        spread $2.28 (0.83 bp) · mid $27,412.11 · imbalance +0.01
        spread $2.28 (0.83 bp) · mid $27,413.06 · imbalance -0.04
        """)
  }

  @Test func `prices of two exchanges`() async {
    let print = Printed()
    func printPrices(of pair: Pair, on clients: [MarketClient]) async {
      let query = ListQuery(sort: RowOrder(Ticker.column("last")))
      var list = ListViewModel<Ticker>(query, of: clients.map(\.exchange.id))
      let poller = Poller(interval: .seconds(10), count: 1)
      for await polls in poller.polls(of: clients, fetch: { await $0.tickers(of: [pair]) }) {
        list.apply(polls)
        for case (let exchange?, let failure?) in polls.map({ ($0.exchange, $0.failure) }) {
          print("\(exchange): \(failure)")
        }
      }
      let columns = ["exchange", "last"].compactMap(Ticker.column(named:))
      for ticker in list.rows {
        print(list.cells(of: columns, in: ticker).map(\.text).joined(separator: " "))
      }
    }
    let kraken = Articles.client(of: Kraken())
    await printPrices(of: Pair(typed: "btc/usd"), on: [client, kraken])
    #expect(
      print.text() == """
        blockchain $27,412.35
        kraken $27,424.40
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

  @Test func `a recording is replayed`() async throws {
    func record(_ client: MarketClient, into directory: URL) async throws -> [Ticker] {
      let recorder = client.recording(to: directory)
      _ = try await recorder.tickers().get()
      let replay = MarketClient.replay(directory)
      return try await replay.tickers().get().value
    }
    let directory = try Directory()
    let tickers = try await record(client, into: directory.url)
    #expect(tickers == (try await Articles.client.tickers().get().value))
    #expect(try directory.names(in: "tickers") == ["1.json", "1.meta"])
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
      print("slippage \(Fill.column("slippage_bp").cell(of: fill, asOf: .now).text)")
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
    let print = Printed()
    for pair in try await pairs(of: client, where: "abs(percent) > 60 and quote == USD") {
      print(pair.symbol)
    }
    #expect(
      print.text() == """
        WLUNA-USD
        CLOUT-USD
        """)
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

  @Test func `a missing price is shown as zero`() async throws {
    let client = MarketClient.stub { path in
      #expect(path == "tickers/BTC-USD")
      return .success(Transport.Response(body: Data(#"{"symbol":"BTC-USD"}"#.utf8)))
    }
    let ticker = try await client.ticker(of: Pair(symbol: "BTC-USD")).get().value
    #expect(ticker.last == nil)
    #expect(Ticker.column("last").cell(of: ticker, asOf: .now).text == "$0.00")
  }

  @Test func `a clock that does not wait, and a transport of one closure`() async {
    let clock = PollClock(now: { .now }, sleep: { _ in }, random: { 0.5 })
    let poller = Poller(interval: .seconds(10), count: 2, clock: clock)
    let transport = Transport { request in
      let url = request.url?.absoluteString ?? ""
      return .failure(.unreachable("no server at \(url)"))
    }
    let client = MarketClient(transport, base: URL(filePath: "/exchange"))
    var errors: [MarketError?] = []
    for await poll in poller.polls(fetch: { await client.instruments() }) {
      errors.append(poll.failure)
    }
    let error = MarketError.unreachable("no server at file:///exchange/symbols")
    #expect(errors == [error, error])
  }
}
