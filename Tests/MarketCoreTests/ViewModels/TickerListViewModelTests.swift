import Foundation
import MarketCore
import Testing

struct TickerListViewModelTests {
  private static let tickers = [
    Ticker("ETH-EUR", open: "2000", last: "1900", volume: "50"),
    Ticker("BTC-USD", open: "25000", last: "26000", volume: "10"),
    Ticker("XLM-BTC", open: "0", last: "0.00000551", volume: "0"),
    Ticker("ALGO-TRY"), Ticker("DOGE-GBP", open: "0.0625", last: "0.0625", volume: "1000"),
  ]

  @Test func `an overview that waits shows nothing`() {
    let list = TickerListViewModel()
    #expect(list.freshness.phase == .loading(nil))
    #expect(list.rows.isEmpty)
    #expect(list.total == 0)
  }

  @Test func `rows are loaded, kept while stale, and loaded anew`() {
    let error = MarketError.unreachable("no route")
    var list = TickerListViewModel()
    list.apply(.failed(error, at: 0))
    #expect(list.freshness.phase == .loading(error))

    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.freshness.phase == .loaded)
    #expect(list.total == 5)
    #expect(list.rows.map(\.asOf) == Array(repeating: Date(timeIntervalSince1970: 1), count: 5))
    let rows = list.rows

    list.apply(.failed(error, at: 11))
    #expect(list.freshness.phase == .stale(error))
    #expect(list.rows == rows)
    #expect(list.total == 5)

    list.apply(.answered([Ticker("BTC-USD", last: "27000")], at: 12))
    #expect(list.freshness.phase == .loaded)
    #expect(list.total == 1)
    #expect(list.rows.map(\.ticker) == [Ticker("BTC-USD", last: "27000")])
    #expect(list.rows.map(\.asOf) == [Date(timeIntervalSince1970: 12)])
  }

  @Test(arguments: [
    ([], ["ALGO-TRY", "BTC-USD", "DOGE-GBP", "ETH-EUR", "XLM-BTC"]),
    (["BTC"], ["BTC-USD", "XLM-BTC"]),
    (["BTC", "*-USD"], ["BTC-USD"]), (["BTC", "GBP"], []), (["usd,eur"], ["BTC-USD", "ETH-EUR"]),
  ])
  func `every filter must keep a row`(filters: [String], symbols: [String]) {
    var list = TickerListViewModel(filters: filters.map { SymbolFilter($0) })
    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.rows.map(\.ticker.pair.symbol) == symbols)
    #expect(list.total == 5)
  }

  @Test(
    arguments: [
      (.symbol, "ABDEX", "XEDBA"), (.base, "ABDEX", "XEDBA"), (.quote, "XEDAB", "BADEX"),
      (.last, "XDEBA", "BEDXA"), (.open, "XDEBA", "BEDXA"), (.change, "EDBAX", "BDEAX"),
      (.percent, "EDBAX", "BDEAX"), (.volume, "XBEDA", "DEBXA"), (.notional, "XDEBA", "BEDXA"),
      (.asOf, "ABDEX", "ABDEX"),
    ] as [(TickerField, String, String)])
  func `rows are sorted by any field, either way`(
    field: TickerField, ascending: String, descending: String
  ) {
    for (isDescending, initials) in [(false, ascending), (true, descending)] {
      var list = TickerListViewModel(sort: RowOrder(field, descending: isDescending))
      list.apply(.answered(Self.tickers, at: 1))
      #expect(String(list.rows.compactMap(\.ticker.pair.symbol.first)) == initials)
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
    var list = TickerListViewModel(sort: RowOrder(.percent, descending: true), limit: limit)
    list.apply(.answered(Self.tickers, at: 1))
    #expect(list.rows.map(\.ticker.pair.symbol) == symbols)
    #expect(list.total == 5)
  }
}
