import Foundation
import MarketCore
import Testing

/// The examples of the article about exact numbers.
struct ExactNumbersExampleTests {
  @Test func `decimals from text and to text`() {
    let print = Printed()
    let literal: Decimal = 3.133
    print(NumberFormat.plain(literal))
    print(NumberFormat.plain(Decimal(string: "12abc")))
    print(NumberFormat.plain(NumberFormat.number("3.133")))
    print(NumberFormat.plain(NumberFormat.number("5.510E-6")))
    print(NumberFormat.plain(NumberFormat.number("12abc")))
    #expect(
      print.text() == """
        3.132999999999999488
        12
        3.133
        0.00000551
        –
        """)
  }

  @Test func `numbers of too many digits`() async throws {
    func lastPrice(_ number: String) async -> String {
      let client = MarketClient.stub { _ in
        let body = #"{"symbol":"BTC-USD","last_trade_price":\#(number)}"#
        return .success(Transport.Response(body: Data(body.utf8)))
      }
      switch await client.ticker(of: Pair(symbol: "BTC-USD")) {
      case .success(let answer): return NumberFormat.plain(answer.value.last)
      case .failure(let error): return "\(error)"
      }
    }
    let rows = try Articles.lines("ExactNumbers").filter {
      $0.hasPrefix("| `") && !$0.hasPrefix("| ``")
    }
    #expect(rows.count == 4)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
      #expect("\(cells[0].count { $0.isNumber })" == cells[1])
      let price = await lastPrice(cells[0])
      let isRejected = price.contains("last_trade_price has too many digits")
      #expect((isRejected ? "rejected" : price) == cells[2])
    }
  }

  @Test func `a value that was not sent is unknown`() {
    let print = Printed()
    let ticker = Ticker(
      pair: Pair(symbol: "COMP-USD"), open: 46, volume: nil, last: nil, showsMissingLastAsZero: true
    )
    for column in [Ticker.Columns.last, Ticker.Columns.change, Ticker.Columns.volume] {
      let cell = column.cell(of: ticker, asOf: .now)
      print("\(column.name): \(cell.text), \(cell.value == .unknown ? "unknown" : "known")")
    }
    #expect(
      print.text() == """
        last: $0.00, unknown
        change: –, unknown
        volume: –, unknown
        """)
  }

  @Test func `numbers are rounded away from zero`() {
    let print = Printed()
    let half = NumberFormat.number("-0.125") ?? 0
    print(NumberFormat.percent(half), NumberFormat.money(half, in: "EUR"))
    #expect(
      print.text() == """
        -0.13% -€0.125
        """)
  }

  @Test func `a number is formatted for a locale by Foundation`() {
    let print = Printed()
    func germanText(of ticker: Ticker) -> String {
      let (locale, quote) = (Locale(identifier: "de_DE"), Currency(ticker.pair.quote ?? ""))
      let price =
        quote.isOfficial
        ? ticker.last?.formatted(
          .currency(code: quote.code).precision(.fractionLength(2...10)).locale(locale))
        : ticker.last.map {
          "\($0.formatted(.number.precision(.fractionLength(0...10)).locale(locale))) \(quote.code)"
        }
      let change = NumberFormat.fraction(percent: ticker.percent)?.formatted(
        .percent.precision(.fractionLength(2)).rounded(rule: .toNearestOrAwayFromZero)
          .sign(strategy: .always()).locale(locale))
      return [price, change].compactMap(\.self).joined(separator: " ")
    }
    let last = NumberFormat.number("26211.355")
    print(germanText(of: Ticker(pair: Pair("btc/eur"), open: 25_000, volume: nil, last: last)))
    #expect(
      print.text() == """
        26.211,355 € +4,85 %
        """)
    #expect(germanText(of: Ticker(pair: Pair("x/eur"), open: nil, volume: nil, last: nil)) == "")
  }

  @Test func `levels are never better than the book`() {
    let print = Printed()
    func entry(_ price: String, _ quantity: String) -> OrderBook.Entry {
      let (price, quantity) = (NumberFormat.number(price), NumberFormat.number(quantity))
      return OrderBook.Entry(price: price ?? 0, quantity: quantity ?? 0)
    }
    let book = OrderBook(
      pair: Pair(symbol: "BTC-USD"), bids: [entry("27410.97", "0.1"), entry("27401", "0.2")],
      asks: [entry("27413.25", "0.3")])
    for level in book.levels(.bid, step: 50) + book.levels(.ask, step: 50) {
      print("\(NumberFormat.plain(level.price)) \(NumberFormat.plain(level.quantity))")
    }
    #expect(
      print.text() == """
        27400 0.3
        27450 0.3
        """)
  }
}
