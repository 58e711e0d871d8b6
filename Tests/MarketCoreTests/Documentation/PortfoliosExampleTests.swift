import Foundation
import MarketCore
import Testing

/// The examples of the article about portfolios.
struct PortfoliosExampleTests {
  @Test func `the value in one currency`() async throws {
    let print = Printed()
    let portfolio = Portfolio(
      [
        Holding(exchange: "kraken", pair: Pair(symbol: "BTC-USD"), quantity: 2, unitCost: 20_000),
        Holding(10, of: "ETH", exchange: "kraken"),
        Holding(1_000, of: "EUR"),
      ], in: "EUR", home: "kraken")
    func printValue(of portfolio: Portfolio, on clients: [MarketClient]) async throws {
      var tickers: [Ticker] = []
      for client in clients { tickers += try await client.tickers(details: .none).get().value }
      let valuation = portfolio.valuation(of: tickers)
      for row in valuation.rows {
        print(row.pair.symbol, row.value.map { NumberFormat.money($0, in: row.currency) } ?? "–")
      }
      for total in valuation.totals {
        let columns = ["value", "day_change", "gain"].compactMap(HoldingTotal.column(named:))
        print("total", columns.map { $0.cell(of: total, asOf: .now).text }.joined(separator: "  "))
      }
    }
    let clients = portfolio.exchanges.compactMap(Exchanges.named)
      .map { MarketClient.live($0, userAgent: "value/1.0") }
    let recorded = clients.map { Articles.client(of: $0.exchange) }
    #expect(recorded.map(\.exchange.id) == ["kraken"])
    try await printValue(of: portfolio, on: recorded)
    #expect(
      print.text() == """
        BTC-USD €50,472.8075826
        ETH €16,948.50
        EUR €1,000.00
        total €68,421.31  +€301.85  +€13,664.12
        """)
  }

  @Test func `values over time`() async throws {
    let print = Printed()
    func printValues(
      of portfolio: Portfolio, _ pairs: [Pair], days: Int, on client: MarketClient, now: Date
    ) async throws {
      let range = HistoryRange(.oneDay, count: days, from: nil, to: nil, now: now)
      var tickers: [Date: [Ticker]] = [:]
      for pair in pairs {
        for candle in try await client.history(of: pair, range).get().value {
          let exchange = client.exchange.id
          tickers[candle.time, default: []].append(
            Ticker(exchange: exchange, pair: pair, open: nil, volume: nil, last: candle.close))
        }
      }
      for (day, tickers) in tickers.sorted(by: { $0.key < $1.key }) {
        for total in portfolio.valuation(of: tickers, at: day + 86_399).totals {
          let value = total.value.map { NumberFormat.money($0, in: total.quote) } ?? "–"
          print(day.formatted(.iso8601.year().month().day()), value)
        }
      }
    }
    let pair = Pair(symbol: "BTC-USD")
    let since = try Date("2026-11-20T00:00:00Z", strategy: .iso8601)
    let portfolio = Portfolio(
      [
        Holding(exchange: "kraken", pair: pair, quantity: 1),
        Holding(exchange: "kraken", pair: pair, quantity: 1, since: since),
      ], home: "kraken")
    let kraken = try #require(Exchanges.named("kraken"))
    try await printValues(
      of: portfolio, [pair], days: 2, on: Articles.client(of: kraken), now: since + 14 * 3600)
    #expect(
      print.text() == """
        2026-11-19 $27,237.30
        2026-11-20 $54,848.80
        """)
  }
}
