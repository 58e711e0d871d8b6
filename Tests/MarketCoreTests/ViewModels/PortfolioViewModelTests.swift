import Foundation
import Testing

@testable import MarketCore

/// The lists of holdings and totals, poll by poll.
struct PortfolioViewModelTests {
  private static let portfolio = Portfolio(
    [
      Trade("BTC-USD", 2, on: "a"),
      Trade("ETH-USD", 3, on: "b"),
      Trade(50, of: "USD"),
    ], defaultExchange: "a")

  private static func poll(_ exchange: ExchangeID, _ symbol: String, _ price: String)
    -> Poll<Answer<[Ticker]>>
  {
    let ticker = Ticker(pair: Pair(symbol: symbol), open: 1, volume: nil, last: Decimal(price))
    let answer = Answer([ticker.on(exchange)], asOf: Date(timeIntervalSince1970: 0))
    return Poll(exchange: exchange, result: .success(answer), at: .now, next: nil)
  }

  private static func values(_ model: PortfolioViewModel<HoldingRow>) -> [String] {
    model.rows.map { model.cell(of: HoldingRow.Columns.value, in: $0).value.text ?? "–" }
  }

  @Test func `cash has a value before the first poll, other holdings after that of their exchange`()
  {
    var model = PortfolioViewModel(
      Self.portfolio, showing: \.rows, ListQuery(), now: { .distantPast })
    #expect(Self.values(model) == ["–", "–", "50"])
    model.apply([Self.poll("b", "ETH-USD", "10")])
    #expect(Self.values(model) == ["–", "30", "50"])
    model.apply([Self.poll("a", "BTC-USD", "100")])
    #expect(Self.values(model) == ["200", "30", "50"])
    #expect(model.summary.totals.map(\.value) == [280])
  }

  @Test func `the query is about the rows, the valuation about all holdings`() {
    let sort = RowOrder(HoldingRow.Columns.value, descending: true)
    var model = PortfolioViewModel(
      Self.portfolio, showing: \.rows, ListQuery(sort: sort, limit: 2), now: { .distantPast })
    model.apply([Self.poll("a", "BTC-USD", "20"), Self.poll("b", "ETH-USD", "100")])
    #expect(Self.values(model) == ["300", "50"])
    #expect(model.total == 3 && model.summary.totals.map(\.value) == [390])
    model.query.limit = nil
    #expect(Self.values(model) == ["300", "50", "40"])
  }

  @Test func `totals are rows, too`() {
    var model = PortfolioViewModel(
      Self.portfolio, showing: \.totals, ListQuery(), now: { .distantPast })
    model.apply([Self.poll("a", "BTC-USD", "20"), Self.poll("b", "ETH-USD", "100")])
    #expect(model.rows.map(\.quote) == ["USD"] && model.rows.map(\.value) == [390])
  }

  @Test func `the price that a poll changed is marked`() {
    var model = PortfolioViewModel(
      Self.portfolio, showing: \.rows, ListQuery(), now: { .distantPast })
    model.apply([Self.poll("a", "BTC-USD", "20"), Self.poll("b", "ETH-USD", "100")])
    model.apply([Self.poll("b", "ETH-USD", "101")])
    let last = HoldingRow.Columns.last
    #expect(model.rows.map { model.cell(of: last, in: $0).isChanged } == [false, true, false])
  }
}
