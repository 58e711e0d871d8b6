import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The turnovers of a list in one currency.
struct ListTurnoversTests {
  private static func list(
    _ query: ListQuery<Ticker> = ListQuery(), in currency: String = "USD"
  ) -> ListViewModel<Ticker> {
    ListViewModel(query, of: ["a", "b"], in: currency)
  }

  private static func turnovers(_ list: ListViewModel<Ticker>) -> [String] {
    list.rows.map { row in
      let cell = list.cell(of: "turnover", in: row)
      return "\(row.pair) \(cell.value.text ?? "–") \(cell.text)"
    }
  }

  @Test func `turnovers are converted at the rates of the same polls`() {
    let sort = RowOrder(Ticker.Columns.turnover, descending: true)
    var list = Self.list(ListQuery(sort: sort))
    list.apply([.tickers("a", "X-EUR 100 3", "X-USD 100 4", "X-TRY 9 9", "Y-USD 1", "XYZ 1 1")])
    #expect(
      Self.turnovers(list)
        == ["X-USD 400 $400", "X-EUR – –", "X-TRY – –", "XYZ – –", "Y-USD – –"])
    list.apply([.tickers("b", "EUR-USD 20.001"), .tickers("a", "X-EUR 100 3", "X-USD 100 5")])
    #expect(
      Self.turnovers(list) == ["X-EUR 6000.3 $6k", "X-USD 500 $500", "EUR-USD – –"])
    list.apply([.tickers("a", "X-EUR 100 3", "EUR-USD 1 2")])
    #expect(Self.turnovers(list) == ["X-EUR 300 $300", "EUR-USD 2 $2", "EUR-USD – –"])
  }

  @Test func `a stablecoin without a rate counts as a dollar`() {
    var list = Self.list()
    list.apply([.tickers("a", "X-USDT 100 3")])
    #expect(Self.turnovers(list) == ["X-USDT 300 $300"])
    #expect(list.rates.lines == ["* USDT-USD 1"])
  }

  @Test func `a row is not shown again because a rate alone has changed`() {
    var list = Self.list(ListQuery(onlyChanges: true))
    list.apply([.tickers("a", "X-EUR 100 3", "EUR-USD 2 1", "Y-USD 1 1")])
    #expect(list.rows.count == 3)
    list.apply([.tickers("a", "X-EUR 100 3", "EUR-USD 3 1", "Y-USD 1 1", at: 10)])
    #expect(Self.turnovers(list) == ["EUR-USD 3 $3"])
    list.apply([.tickers("a", "X-EUR 100 4", "EUR-USD 3 1", "Y-USD 1 1", at: 20)])
    #expect(Self.turnovers(list) == ["X-EUR 1200 $1.2k"])
  }

  @Test func `the rates are those of the rows that are shown`() {
    var list = Self.list()
    list.apply([
      .tickers("a", "X-EUR 100 3", "EUR-USD 2 1", "Y-EUR 1 1"),
      .tickers("b", "Y-TRY 1 1", "USD-TRY 40"),
    ])
    #expect(list.rates.lines == ["a EUR-USD 2", "b USD-TRY 40"])
    list.query.filters = [SymbolFilter("Y-TRY")]
    #expect(list.rates.lines == ["b USD-TRY 40"])
    list.query.filters = [SymbolFilter("EUR-USD")]
    #expect(list.rates.isEmpty)
    #expect(ListViewModel<Ticker>(of: ["a"]).rates.isEmpty)
  }

  @Test func `rates are lacking if no turnover that is shown can be converted`() {
    var list = Self.list(in: "CHF")
    #expect(!list.lacksRates)
    list.apply([.tickers("a", "X-EUR 100 3", "Y-EUR 1", "X-CHF 1")])
    #expect(list.lacksRates)
    list.query.filters = [SymbolFilter("Y-EUR")]
    #expect(!list.lacksRates)
    list.query.filters = []
    list.apply([.tickers("b", "Y-CHF 1 1")])
    #expect(!list.lacksRates)
    list.query.filters = [SymbolFilter("X-EUR")]
    #expect(list.lacksRates)
    var others = ListViewModel<Ticker>(of: ["a"])
    others.apply([.tickers("a", "X-EUR 100 3")])
    #expect(!others.lacksRates)
  }

  @Test(arguments: [
    ("ETH-BTC", ["0.05", "-0.01", "0.06", "0.5 BTC", "0.5 BTC"]),
    ("ETH-CHF", ["0.05", "-0.01", "0.06", "0.50 CHF", "–"]),
    ("ETH-EUR", ["€0.05", "-€0.01", "€0.06", "€0.50", "2 BTC"]),
    ("ETHBTC", ["0.05", "-0.01", "0.06", "0.5", "–"]),
  ])
  func `beside a symbol prices have no code; signs and other amounts stay`(
    symbol: String, texts: [String]
  ) {
    var list = Self.list(in: "BTC")
    list.apply([.tickers("a", "\(symbol) 0.05 10 0.06", "EUR-BTC 4")])
    let columns: [Column<Ticker>] = ["last", "change", "open", "notional", "turnover"]
    let cells = list.cells(of: columns.map(\.withoutQuoteCode), in: list.rows[0])
    #expect(cells.map(\.text) == texts)
    #expect(cells.map(\.value) == list.cells(of: columns, in: list.rows[0]).map(\.value))
  }
}
