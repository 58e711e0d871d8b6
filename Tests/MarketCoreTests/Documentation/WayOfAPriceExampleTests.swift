import Foundation
import MarketCore
import Testing

/// The examples of the article about the path of a price.
struct WayOfAPriceExampleTests {
  @Test func `a price is decoded, polled and formatted`() async throws {
    let body = Data(
      """
      [{"symbol":"BTC-USD","price_24h":26954.18,"volume_24h":31.48200000,"last_trade_price":27412.350},
      {"symbol":"XLM-BTC","price_24h":0.0,"volume_24h":0.0,"last_trade_price":5.58E-6},
      {"symbol":"ETH-USD","price_24h":"much"}]
      """.utf8)
    let client = MarketClient.stub { path in
      path == "tickers"
        ? .success(Transport.Response(body: body)) : .failure(.missing(path))
    }
    let print = Printed()
    let answer = try await client.tickers().get()
    print(Warning.sentences(for: answer.warnings).first ?? "no warnings")
    #expect(
      print.text() == """
        skipped 1 invalid row: ETH-USD: price_24h is not a number
        """)
    for ticker in answer.value {
      print(
        "\(ticker.pair) \(NumberFormat.plain(ticker.last)) \(NumberFormat.plain(ticker.change))")
    }
    #expect(
      print.text() == """
        BTC-USD 27412.35 458.17
        XLM-BTC 0.00000558 –
        """)
    var list = ListViewModel<Ticker>(
      ListQuery(sort: RowOrder(Ticker.Columns.percent, descending: true)))
    let poller = Poller(interval: .seconds(10), count: 1)
    for await poll in poller.polls(fetch: { await client.tickers() }) { list.apply(poll) }
    print(list.rows.map(\.pair.symbol).joined(separator: " "))
    #expect(
      print.text() == """
        BTC-USD XLM-BTC
        """)
    for column in [Ticker.Columns.last, Ticker.Columns.change, Ticker.Columns.percent] {
      let cell = list.cell(of: column, in: list.rows[0])
      print("\(column.name): \(cell.text), \(cell.tone)")
    }
    #expect(
      print.text() == """
        last: $27,412.35, flat
        change: +$458.17, up
        percent: +1.70%, up
        """)
  }
}
