import Foundation
import MarketCore
import Testing

/// The examples of the article about portfolios.
struct PortfoliosExampleTests {
  @Test func `the value in one currency, of holdings from a file`() async throws {
    let print = Printed()
    let portfolio = Portfolio(
      [
        Trade(Holding(Pair("btc/usd"), on: "kraken"), 2, at: 20_000),
        Trade(Holding(of: "ETH", exchange: "kraken"), 10),
        Trade(Holding(of: "EUR"), 1_000),
      ], in: "EUR", defaultExchange: "kraken")
    func readPortfolio(_ data: Data, in currency: String) throws -> Portfolio {
      let file = HoldingsFile(data, defaultExchange: "kraken")
      if let error = file.errors.first { throw error }
      return Portfolio(file.trades, in: currency, defaultExchange: "kraken")
    }
    func printValue(of portfolio: Portfolio, on clients: [MarketClient]) async {
      var list = PortfolioViewModel(portfolio, showing: \.rows)
      let columns = [HoldingRow.Columns.symbol, HoldingRow.Columns.value, HoldingRow.Columns.gain]
      let poller = Poller(interval: .seconds(10), count: 1)
      for await polls in poller.polls(of: clients, fetch: { await portfolio.tickers(from: $0) }) {
        list.apply(polls)
        if let failure = list.freshness.failure { print("not current: \(failure)") }
        for holding in list.rows {
          print(list.cells(of: columns, in: holding).map(\.text).joined(separator: "  "))
        }
        for total in list.summary.totals {
          let value = NumberFormat.money(total.value, in: total.quote, rounded: true)
          print("total \(value), \(total.unpriced) holdings without a price")
        }
      }
    }
    let text = """
      symbol,quantity,unit_cost,exchange,date
      BTC-USD,2,20000,kraken,2020-11-20
      ETH,10
      EUR,1000
      """
    let read = try readPortfolio(Data(text.utf8), in: "EUR")
    #expect(read.trades.map(\.holding) == portfolio.trades.map(\.holding))
    #expect(read.trades.map(\.quantity) == portfolio.trades.map(\.quantity))
    #expect(read.trades.map(\.price) == portfolio.trades.map(\.price))
    let clients = portfolio.exchanges.compactMap(Exchanges.named)
      .map { MarketClient.live($0, userAgent: "value/1.0") }
    let recorded = clients.map { Articles.client(of: $0.exchange) }
    #expect(recorded.map(\.exchange.id) == ["kraken"])
    await printValue(of: read, on: recorded)
    #expect(
      print.text() == """
        BTC-USD  €50,472.81  +€13,664.12
        ETH  €16,948.50  –
        EUR  €1,000.00  €0.00
        total €68,421.31, 0 holdings without a price
        """)
  }

  @Test func `lots by several methods`() {
    let print = Printed()
    let bitcoin = Holding(Pair("btc/usd"), on: "kraken")
    let trades = [
      Trade(bitcoin, 1, at: 20_000, fee: 20), Trade(bitcoin, 1, at: 26_000, fee: 26),
      Trade(bitcoin, -0.5, at: 30_000, fee: 15),
    ]
    for method in [Lots.Method.fifo, .average] {
      let lots = Lots(of: trades, by: method)
      let amounts = [lots.cost, lots.realized].map { NumberFormat.money($0, in: "USD") }
      print(method.rawValue, lots.quantity.description, amounts.joined(separator: " "))
    }
    #expect(
      print.text() == """
        fifo 1.5 $36,036.00 $4,975.00
        average 1.5 $34,534.50 $3,473.50
        """)
  }

  @Test func `accounts, with costs at the rates of the trades' days`() async throws {
    let print = Printed()
    func printAccounts(of portfolio: Portfolio, from client: MarketClient, now: Date) async throws {
      let rates = TradeRates(portfolio, from: [client], now: { now })
      for failure in await rates.request() { print("rates are missing: \(failure)") }
      let tickers = try await portfolio.tickers(from: client).get().value
      for total in portfolio.valuation(of: tickers, at: now, rates: rates).accountTotals {
        let amounts = [total.cost, total.realized]
          .map { NumberFormat.money($0, in: "EUR", rounded: true) }
        print(total.account ?? "–", amounts.joined(separator: " "))
      }
    }
    let text = """
      symbol,side,quantity,unit_cost,fee,date,account
      BTC-USD,buy,1,26000,26,2026-11-16,trading
      BTC-USD,sell,0.5,27300,13.65,2026-11-19,trading
      EUR,,500,,,,bank
      """
    let file = HoldingsFile(Data(text.utf8), defaultExchange: "kraken")
    let portfolio = Portfolio(file.trades, in: "EUR", defaultExchange: "kraken")
    let now = try Date("2026-11-20T14:00:00Z", strategy: .iso8601)
    try await printAccounts(
      of: portfolio, from: Articles.client(of: Exchanges.kraken), now: now)
    #expect(
      print.text() == """
        bank €500.00 €0.00
        trading €11,873.39 €642.65
        """)
  }

  @Test func `a line that is not read`() {
    let file = HoldingsFile(
      Data("symbol,quantity\nBTC-USD,two\nETH,1".utf8), defaultExchange: "kraken")
    let expected = "line 2: quantity 'two' is not a number"
    #expect(file.errors.map(\.localizedDescription) == [expected])
    #expect(file.trades.map(\.holding.pair.symbol) == ["ETH"])
  }

  @Test func `values over time`() async throws {
    let print = Printed()
    func printValues(
      of portfolio: Portfolio, days: Int, on clients: [MarketClient], now: Date
    ) async throws {
      let range = HistoryRange(.oneDay, count: days, now: now)
      for value in try await portfolio.values(in: range, from: clients, now: now).get().value {
        let (day, total) = (value.time.formatted(.iso8601.year().month().day()), value.total)
        print("\(day) \(NumberFormat.money(total.value, in: total.quote, rounded: true))")
      }
    }
    let holding = Holding(Pair("btc/usd"), on: "kraken")
    let since = try Date("2026-11-20T00:00:00Z", strategy: .iso8601)
    let portfolio = Portfolio(
      [Trade(holding, 1), Trade(holding, 1, time: since)], defaultExchange: "kraken")
    // A client that the portfolio does not need is not requested.
    let clients = [Articles.client(of: Exchanges.kraken), .failing(.timedOut(seconds: 1))]
    try await printValues(of: portfolio, days: 2, on: clients, now: since + 14 * 3600)
    #expect(
      print.text() == """
        2026-11-19 $27,237.30
        2026-11-20 $54,848.80
        """)
  }
}
