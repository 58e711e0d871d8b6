import Foundation
import MarketCore
import Testing

/// The examples of the article about history and orders.
struct HistoryAndOrdersExampleTests {
  private static func noon() throws -> Date {
    try Date("2026-11-20T14:00:00Z", strategy: .iso8601)
  }

  @Test func `candles of two days`() async throws {
    let print = Printed()
    func printCloses(of pair: Pair, days: Int, on client: MarketClient, now: Date) async throws {
      let range = HistoryRange(.oneDay, count: days, now: now)
      for candle in try await client.history(of: pair, range).get().value {
        print("\(candle.time.formatted(.iso8601)) \(NumberFormat.plain(candle.close))")
      }
    }
    let kraken = Articles.client(of: Exchanges.kraken)
    try await printCloses(of: Pair("btc/usd"), days: 2, on: kraken, now: Self.noon())
    #expect(
      print.text() == """
        2026-11-19T00:00:00Z 27237.3
        2026-11-20T00:00:00Z 27424.4
        """)
  }

  @Test func `points of a candle chart`() async throws {
    let print = Printed()
    struct CandlePoint {
      let x: Date
      let open, high, low, close: Double
    }

    func chartPoints(
      of pair: Pair, days: Int, on client: MarketClient, now: Date
    ) async throws -> [CandlePoint] {
      let (range, double) = (HistoryRange(.oneDay, count: days, now: now), NumberFormat.double)
      return try await client.history(of: pair, range).get().value.compactMap { candle in
        guard let open = double(candle.open), let high = double(candle.high),
          let low = double(candle.low), let close = double(candle.close)
        else { return nil }
        return CandlePoint(x: candle.time, open: open, high: high, low: low, close: close)
      }
    }
    let kraken = Articles.client(of: Exchanges.kraken)
    let points = try await chartPoints(of: Pair("btc/usd"), days: 2, on: kraken, now: Self.noon())
    for point in points { print("\(point.low) … \(point.high), \(point.open) → \(point.close)") }
    #expect(
      print.text() == """
        26962.0 … 27296.6, 27098.5 → 27237.3
        27023.4 … 27467.2, 27237.3 → 27424.4
        """)
    #expect(try points.last?.x == Self.noon() - 14 * 3600)
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
      print("worst price \(NumberFormat.money(fill.worst, in: pair.quote))")
      print("slippage \(Fill.Columns.slippageBasisPoints.cell(of: fill, asOf: .now).text)")
      if fill.unfilled > 0 { print("unfilled \(NumberFormat.plain(fill.unfilled))") }
    }
    try await printCost(of: "1BTC", Pair("btc/usd"), on: Articles.client)
    #expect(
      print.text() == """
        costs $27,505.4794318414 for 1
        worst price $28,900.00
        slippage +34.06 bp
        """)
  }

  @Test func `the cost on two exchanges`() async throws {
    let print = Printed()
    func printCost(of order: MarketOrder, _ pair: Pair, on clients: [MarketClient]) async throws {
      var books: [OrderBook] = []
      for client in clients { books.append(try await client.book(of: pair).get().value) }
      let book = OrderBook(merging: books, of: pair)
      let fill = book.fill(order)
      for part in fill.parts {
        let total = NumberFormat.money(part.total, in: pair.quote, rounded: true)
        print("\(part.exchange): \(NumberFormat.plain(part.filled)) for \(total)")
      }
      print("costs \(NumberFormat.money(fill.total, in: pair.quote, rounded: true))")
      print("mid \(NumberFormat.money(book.mid, in: pair.quote, rounded: true))")
    }
    let clients = [Exchanges.kraken, Exchanges.coinbase].map(Articles.client(of:))
    try await printCost(of: MarketOrder(.buy, 1), Pair("btc/usd"), on: clients)
    #expect(
      print.text() == """
        kraken: 0.57848283 for $15,864.97
        coinbase: 0.42151717 for $11,557.53
        costs $27,422.51
        mid $27,419.97
        """)
  }
}
