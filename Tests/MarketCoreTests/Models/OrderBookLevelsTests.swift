import Foundation
import MarketCore
import RandomInputs
import Testing

/// The levels of an order book, made from its entries.
struct OrderBookLevelsTests {
  @Test func `entries of one price are one level, their quantities and orders added up`() {
    let book = Self.book([
      .init("100", "1", 2), .init("99", "4", 1), .init("100.0", "0.25", 3), .init("99.5", "1", 1),
      .init("100", "0.5", 1),
    ])
    let sum: [OrderBook.Entry] = [.init("100", "1.75", 6), .init("99.5", "1", 1)]
    let rest = OrderBook.Entry("99", "4", 1)
    #expect(book.levels(.bid) == sum + [rest])
    #expect(book.levels(.ask) == [rest] + sum.reversed())
  }

  @Test func `a book without entries has no levels`() {
    #expect(Self.book([]).levels(.bid).isEmpty)
    #expect(Self.book([]).levels(.ask, step: 50).isEmpty)
  }

  @Test(
    arguments: [
      (2, 3, 5), (nil, 3, nil), (2, nil, nil), (nil, nil, nil), (.max, 1, nil), (.max, 0, .max),
      (.min, -1, nil),
    ] as [(Int64?, Int64?, Int64?)])
  func `how many orders there are is unknown if it is of one entry, or too large`(
    one: Int64?, other: Int64?, sum: Int64?
  ) {
    let book = Self.book([.init("1", "1", one), .init("1", "1", other)])
    #expect(book.levels(.bid) == [.init("1", "2", sum)])
    #expect(book.levels(.ask) == [.init("1", "2", sum)])
  }

  @Test(arguments: [
    ("50", ["27410.97", "27400", "27399.99"], ["27400", "27400", "27350"]),
    ("0.05", ["1.09", "1.05", "1.0499"], ["1.05", "1.05", "1"]),
    ("3", ["10", "9", "8.99"], ["9", "9", "6"]),
    (
      "0.00000007", ["0.00000560", "0.00000559", "0.00000553"],
      ["0.0000056", "0.00000553", "0.00000553"]
    ),
    ("0.1", ["0.3", "0.29999999", "0.2"], ["0.3", "0.2", "0.2"]),
    ("1000", ["999.99", "99.5", "0.01"], ["0", "0", "0"]),
    ("2", ["1", "-1", "-2"], ["0", "-2", "-2"]),
    ("1e-8", ["38178", "5e-6"], ["38178", "0.000005"]),
  ])
  func `bids are rounded down to a multiple of the step`(
    step: String, prices: [String], rounded: [String]
  ) {
    for (price, multiple) in zip(prices, rounded) {
      #expect(Self.prices(.bid, [price], step) == [multiple])
    }
    let levels = Self.prices(.bid, prices, step)
    #expect(levels == rounded.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
  }

  @Test(arguments: [
    ("50", ["27413.25", "27450", "27450.01"], ["27450", "27450", "27500"]),
    ("0.05", ["1.0001", "1.05", "1.06"], ["1.05", "1.05", "1.1"]),
    ("3", ["7", "9", "9.01"], ["9", "9", "12"]),
    (
      "0.00000007", ["0.00000554", "0.00000560", "0.00000561"],
      ["0.0000056", "0.0000056", "0.00000567"]
    ),
    ("0.1", ["0.2", "0.20000001", "0.3"], ["0.2", "0.3", "0.3"]),
    ("1000", ["0.01", "99.5", "1000"], ["1000", "1000", "1000"]),
    ("2", ["-3", "-2", "-1"], ["-2", "-2", "0"]),
    ("1e-8", ["5e-6", "38178"], ["0.000005", "38178"]),
  ])
  func `asks are rounded up to a multiple of the step`(
    step: String, prices: [String], rounded: [String]
  ) {
    for (price, multiple) in zip(prices, rounded) {
      #expect(Self.prices(.ask, [price], step) == [multiple])
    }
    let levels = Self.prices(.ask, prices, step)
    #expect(levels == rounded.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
  }

  @Test func `what falls into one step is added up`() {
    let book = Self.book([.init("101", "1", 2), .init("149.5", "2", 3), .init("150", "4", 4)])
    #expect(book.levels(.bid, step: 50) == [.init("150", "4", 4), .init("100", "3", 5)])
    #expect(book.levels(.ask, step: 50) == [.init("150", "7", 9)])
  }

  @Test(
    arguments: [
      (nil, ["3", "2", "1"]), (99, ["3", "2", "1"]), (3, ["3", "2", "1"]), (2, ["3", "2"]),
      (1, ["3"]), (0, []),
    ] as [(Int?, [String])])
  func `there are no more levels than are wanted, each of them whole`(
    limit: Int?, prices: [String]
  ) {
    let entries = ["3", "3", "2", "1", "1", "1"].map { OrderBook.Entry($0, "1") }
    let levels = Self.book(entries).levels(.bid, limit: limit)
    #expect(levels.map(\.price.plain) == prices)
    #expect(levels.map(\.quantity) == Array([2, 1, 3].prefix(prices.count)))
    #expect(Self.book(entries).levels(.bid, step: 2, limit: 1) == [.init("2", "3")])
  }

  @Test(arguments: [
    ("1e127", "1e-128"), ("-1e127", "3e-7"), ("99999999999999999999999999999999999999", "0.3"),
    ("58705552865813089461301447820000000", "0.000000381"),
  ])
  func `a price stays itself where its multiple has too many digits`(price: String, step: String) {
    #expect(Self.prices(.bid, [price], step) == [Decimal(price).plain])
    #expect(Self.prices(.ask, [price], step) == [Decimal(price).plain])
  }

  @Test func `a quotient that is rounded does not lead to the wrong multiple`() {
    // 35 steps and the least that 38 digits can be away from them.
    let (below, above) = ("99.9984" + nines(32), "99.9985" + zeros(31) + "1")
    #expect(Self.prices(.bid, [below], "2.8571") == ["97.1414"])
    #expect(Self.prices(.ask, [below], "2.8571") == ["99.9985"])
    #expect(Self.prices(.bid, [above], "2.8571") == ["99.9985"])
    #expect(Self.prices(.ask, [above], "2.8571") == ["102.8556"])
  }

  @Test func `no level is better than the price that is in it, nor a step away from it`() throws {
    var random = Seeded(state: 7)
    func number(_ places: Int) -> Decimal {
      let digits = (0..<Int.random(in: 1...38, using: &random)).map { _ in
        String(Int.random(in: 1...9, using: &random))
      }
      return Decimal("\(digits.joined())e\(Int.random(in: -places...places, using: &random))")
    }
    for round in 0..<rounds(300) {
      let places = round.isMultiple(of: 2) ? 10 : 80
      let (step, price) = (number(places), number(places) * (Bool.random(using: &random) ? 1 : -1))
      let book = Self.book([.init(price: price, quantity: 1)])
      let bid = try #require(book.levels(.bid, step: step).first).price
      let ask = try #require(book.levels(.ask, step: step).first).price
      #expect(bid <= price && price <= ask, "\(price) at \(step)")
      let distances = [price.paper + (-bid).paper, ask.paper + (-price).paper]
      let isNear = distances.allSatisfy { ($0 + (-step).paper).isNegative }
      #expect(isNear, "\(price) at \(step)")
    }
  }

  private static func book(_ entries: [OrderBook.Entry]) -> OrderBook {
    OrderBook(pair: Pair(symbol: "A-B"), bids: entries, asks: entries)
  }

  /// The prices of the levels of a side.
  private static func prices(_ side: Side, _ prices: [String], _ step: String) -> [String] {
    book(prices.map { .init($0, "1") }).levels(side, step: Decimal(step)).map(\.price.plain)
  }
}

private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
private func nines(_ count: Int) -> String { String(repeating: "9", count: count) }
