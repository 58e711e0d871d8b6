import Foundation
import MarketCore
import TestTools
import Testing

/// The rows of a list, poll by poll.
struct ListViewModelTests {
  private typealias List = ListViewModel<Ticker>

  private static let tickers = [
    Ticker("ETH-EUR", open: "2000", last: "1900", volume: "50"),
    Ticker("BTC-USD", open: "25000", last: "26000", volume: "10"),
    Ticker("XLM-BTC", open: "0", last: "0.00000551", volume: "0"),
    Ticker("ALGO-TRY"), Ticker("DOGE-GBP", open: "0.0625", last: "0.0625", volume: "1000"),
  ]

  @Test func `a list that waits shows nothing`() {
    let list = List(ListQuery())
    #expect(list.freshness.phase == .loading(nil))
    #expect(list.rows.isEmpty)
    #expect(list.total == 0)
  }

  @Test func `rows are loaded, kept while stale, and loaded anew`() {
    let error = MarketError.unreachable("no route")
    var list = List(ListQuery())
    list.apply(.failed(error, at: 0))
    #expect(list.freshness.phase == .loading(error))

    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.freshness.phase == .loaded)
    #expect(list.total == 5)
    #expect(list.rows == Self.tickers)
    #expect(list.freshness.asOf == Date(timeIntervalSince1970: 1))
    let rows = list.rows

    list.apply(.failed(error, at: 11))
    #expect(list.freshness.phase == .stale(error))
    #expect(list.rows == rows)
    #expect(list.total == 5)

    list.apply(.answered([Ticker("BTC-USD", last: "27000")], at: 12))
    #expect(list.freshness.phase == .loaded)
    #expect(list.total == 1)
    #expect(list.rows == [Ticker("BTC-USD", last: "27000")])
    #expect(list.freshness.asOf == Date(timeIntervalSince1970: 12))
  }

  @Test(arguments: [
    ([], ["ALGO-TRY", "BTC-USD", "DOGE-GBP", "ETH-EUR", "XLM-BTC"]),
    (["BTC"], ["BTC-USD", "XLM-BTC"]),
    (["BTC", "*-USD"], ["BTC-USD"]), (["BTC", "GBP"], []), (["usd,eur"], ["BTC-USD", "ETH-EUR"]),
  ])
  func `every filter must keep a row`(filters: [String], symbols: [String]) {
    var list = List(
      ListQuery(filters: filters.map { SymbolFilter($0) }, sort: RowOrder(Ticker.Columns.symbol)))
    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.rows.map(\.pair.symbol) == symbols)
    #expect(list.total == 5)
  }

  @Test(
    arguments: [
      ("symbol", "ABDEX", "XEDBA"), ("base", "ABDEX", "XEDBA"), ("quote", "XEDAB", "BADEX"),
      ("last", "XDEBA", "BEDXA"), ("open", "XDEBA", "BEDXA"), ("change", "EDBAX", "BDEAX"),
      ("percent", "EDBAX", "BDEAX"), ("volume", "XBEDA", "DEBXA"), ("notional", "XDEBA", "BEDXA"),
      ("as_of", "ABDEX", "ABDEX"),
    ] as [(Column<Ticker>, String, String)])
  func `rows are sorted by any column, either way`(
    column: Column<Ticker>, ascending: String, descending: String
  ) {
    for (isDescending, initials) in [(false, ascending), (true, descending)] {
      var list = List(ListQuery(sort: RowOrder(column, descending: isDescending)))
      list.apply(.answered(Self.tickers, at: 1))
      #expect(String(list.rows.compactMap(\.pair.symbol.first)) == initials)
    }
  }

  @Test(arguments: [
    (1, ["BTC-USD"]), (2, ["BTC-USD", "DOGE-GBP"]),
    (
      99,
      [
        "BTC-USD", "DOGE-GBP", "ETH-EUR", "ALGO-TRY", "XLM-BTC",
      ]
    ),
  ])
  func `a limit takes the first rows after sorting`(limit: Int, symbols: [String]) {
    var list = List(
      ListQuery(sort: RowOrder(Ticker.Columns.percent, descending: true), limit: limit))
    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.rows.map(\.pair.symbol) == symbols)
    #expect(list.total == 5)
  }

  @Test(arguments: [nil, 0, 1, 3, 99]) func `without an order rows stay as they came`(limit: Int?) {
    var list = List(ListQuery(limit: limit))
    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.rows == Array(Self.tickers.prefix(limit ?? 5)))
    #expect(list.total == 5)
  }

  @Test(arguments: [
    ([], "EBXAD"), (["last > 0.05"], "EBD"), (["last > 0.05", "volume < 100"], "EB"),
    (["percent > 0 or percent < 0"], "EB"), (["not known(percent)"], "XA"),
    (["volume == 0"], "X"), (["quote == usd", "quote == eur"], ""), (["as_of ~ '1970-'"], "EBXAD"),
  ])
  func `every condition must hold for a row`(texts: [String], initials: String) throws {
    var list = List(ListQuery(conditions: try texts.map(Condition.init(_:))))
    list.apply(.answered(Self.tickers, at: 1))
    #expect(String(list.rows.compactMap(\.pair.symbol.first)) == initials)
    #expect(list.total == 5)
  }

  @Test func `filters, conditions, order and limit work together`() throws {
    let query = ListQuery(
      filters: [SymbolFilter("*-???")], conditions: [try Condition("known(volume)")],
      sort: RowOrder(Ticker.Columns.volume, descending: true), limit: 2)
    var list = List(query)
    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.rows.map(\.pair.symbol) == ["DOGE-GBP", "ETH-EUR"])
  }

  @Test func `values and cells of a row have the time of the answer`() {
    let row = Self.tickers[1]
    var list = List(ListQuery())
    #expect(list.cell(of: "as_of", in: row).value == .time(.distantPast))
    list.apply(.answered(Self.tickers, at: 7))
    let time = FieldValue.time(Date(timeIntervalSince1970: 7))
    #expect(list.cell(of: "as_of", in: row).value == time)
    #expect(list.cell(of: "as_of", in: row) == Cell(time))
    #expect(list.cell(of: "last", in: row) == Cell(.number(26_000), "$26,000.00"))
  }
}
