import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The cells and the texts of the fill of a market order.
struct OrderBookFillTests {
  private static let book = OrderBook(
    pair: Pair(symbol: "BTC-USD"), bids: [.init("99.5", "2"), .init("98", "1.5")],
    asks: [.init("100.5", "0.25"), .init("101", "1"), .init("110", "1750")])

  @Test(
    arguments: [
      ("symbol", Cell(.text("BTC-USD"))), ("side", Cell(.text("buy"))),
      ("requested", Cell(.number(3), "3 BTC")), ("filled", Cell(.number(3), "3 BTC")),
      ("average", Cell(.number(Decimal("106.208333333")), "$106.21")),
      ("worst", Cell(.number(110), "$110.00")),
      ("total", Cell(.number(Decimal("318.625")), "$318.63")),
      ("slippage_bp", Cell(.number(Decimal("620.833333")), "+620.83 bp")),
      ("unfilled", Cell(.number(0), "0 BTC")),
      ("as_of", Cell(.time(Date(timeIntervalSince1970: 1)))),
    ] as [(Column<Fill>, Cell)])
  func `a quantity has all its cells`(column: Column<Fill>, cell: Cell) {
    #expect(Self.model(.buy, "3").fillCell(of: column) == cell)
  }

  @Test(
    arguments: [
      ("side", Cell(.text("sell"))), ("requested", Cell(.number(300), "$300.00")),
      (
        "filled",
        Cell(.number(Decimal("3.0306122448979591836734693877551020408")), "3.03061224 BTC")
      ),
      ("average", Cell(.number(Decimal("98.9898989899")), "$98.99")),
      ("worst", Cell(.number(98), "$98.00")), ("total", Cell(.number(300), "$300.00")),
      ("slippage_bp", Cell(.number(Decimal("101.010101")), "+101.01 bp")),
      ("unfilled", Cell(.number(0), "$0.00")),
    ] as [(Column<Fill>, Cell)])
  func `an amount has its money in the quote currency, and what it buys in the base`(
    column: Column<Fill>, cell: Cell
  ) {
    #expect(Self.model(.sell, "300USD").fillCell(of: column) == cell)
  }

  @Test(arguments: [
    ("4", Cell(.number(Decimal("0.5")), "0.5 BTC")),
    ("400USD", Cell(.number(54), "$54.00")),
  ])
  func `what is not filled is in the currency that was asked in`(order: String, cell: Cell) {
    #expect(Self.model(.sell, order).fillCell(of: "unfilled") == cell)
  }

  @Test(arguments: [
    ("3", "2", "1.66666666667"), ("6e9", "4e9", "1.66666666667"),
    ("3e-9", "2e-9", "1.66666666667"), ("30", "29", "1.96666666667"), ("12", "11", "1.91666666667"),
    ("8", "7", "1.875"), ("2000000", "1999999", "1.9999995"),
    ("2000000000000", "1999999999999", "2"), ("20000000000", "19999999999", "1.99999999995"),
  ])
  func `an average has 12 significant digits`(quantity: String, dear: String, average: String) {
    let cheap = Decimal(quantity) - Decimal(dear)
    let book = OrderBook(
      pair: Self.book.pair, bids: [],
      asks: [.init(price: 1, quantity: cheap), .init("2", dear)])
    let expected = FieldValue.number(Decimal(average))
    #expect(Self.model(.buy, quantity, of: book).fillCell(of: "average").value == expected)
  }

  @Test(arguments: Fill.columns)
  func `without an order there is nothing to tell`(column: Column<Fill>) {
    var model = OrderBookViewModel(pair: Self.book.pair)
    model.apply(.answered(Self.book, at: 1))
    #expect(model.fillCell(of: column) == Cell(.unknown))
    #expect(model.fillSummary.isEmpty)
  }

  @Test(
    arguments: [
      (.buy, "3", "buying 3 BTC costs $318.63", ["$106.21", "$110.00", "+620.83 bp"]),
      (.sell, "2", "selling 2 BTC brings $199.00", ["$99.50", "$99.50", "+50 bp"]),
      (
        .buy, "50.25usd", "buying 0.49876238 BTC costs $50.25",
        ["$100.75", "$101.00", "+74.94 bp"]
      ),
    ] as [(MarketOrder.Direction, String, String, [String])])
  func `people read it as a sentence`(
    direction: MarketOrder.Direction, order: String, start: String, values: [String]
  ) {
    let labels = ["average price", "worst price", "slippage"]
    #expect(
      Self.model(direction, order).fillSummary == [start]
        + zip(labels, values).map { "\($0) \($1)" })
  }

  @Test(
    arguments: [
      (.sell, "4", "selling 3.5 BTC brings $346.00", "0.5 BTC of 4 BTC unfilled"),
      (.sell, "400USD", "selling 3.5 BTC brings $346.00", "$54.00 of $400.00 unfilled"),
      (
        .buy, "2e3", "buying 1,751.25 BTC costs $192,626.13",
        "248.75 BTC of 2,000 BTC unfilled"
      ),
    ] as [(MarketOrder.Direction, String, String, String)])
  func `the unfilled part is named before the prices`(
    direction: MarketOrder.Direction, order: String, start: String, rest: String
  ) {
    let summary = Self.model(direction, order).fillSummary
    #expect(summary.prefix(2) == [start, rest])
    #expect(summary.count == 5)
  }

  @Test(
    arguments: [
      (.buy, "3", "buy 3 BTC: no asks"), (.sell, "3usd", "sell $3.00: no bids"),
    ] as [(MarketOrder.Direction, String, String)])
  func `a side that is empty fills nothing`(
    direction: MarketOrder.Direction, order: String, summary: String
  ) {
    let empty = OrderBook(pair: Self.book.pair, bids: [], asks: [])
    let model = Self.model(direction, order, of: empty)
    #expect(model.fillSummary == [summary])
    #expect(model.fillCell(of: "unfilled").value == .number(3))
    #expect(model.fillCell(of: "average") == Cell(.unknown, "–"))
  }

  @Test func `without a mid the slippage is a dash`() {
    let asks = OrderBook(pair: Self.book.pair, bids: [], asks: Self.book.asks)
    #expect(Self.model(.buy, "1", of: asks).fillSummary.last == "slippage –")
  }

  @Test func `a pair without currencies has bare numbers`() {
    let book = OrderBook(
      pair: Pair(symbol: "BTCUSD"), bids: Self.book.bids, asks: Self.book.asks)
    #expect(
      Self.model(.sell, "4", of: book).fillSummary.prefix(2)
        == ["selling 3.5 brings 346", "0.5 of 4 unfilled"])
  }

  private static func model(
    _ direction: MarketOrder.Direction, _ text: String, of book: OrderBook = book
  ) -> OrderBookViewModel {
    var model = OrderBookViewModel(pair: book.pair)
    model.query.order = MarketOrder(direction, text, of: book.pair)
    model.apply(.answered(book, at: 1))
    return model
  }
}
