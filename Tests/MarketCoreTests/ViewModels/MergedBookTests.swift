import Foundation
@testable import MarketCore
import RandomInputs
import Testing

/// The merged order book of several exchanges, and its fills.
struct MergedBookTests {
  /// An entry in whole cents and ten-thousandths.
  private struct Offer {
    let exchange: ExchangeID?
    let cents, quantity: Int

    var entry: OrderBook.Entry {
      OrderBook.Entry(
        price: Decimal(sign: .plus, exponent: -2, significand: Decimal(cents)),
        quantity: Decimal(sign: .plus, exponent: -4, significand: Decimal(quantity)))
    }
  }

  private static let exchanges: [ExchangeID] = ["a", "b", "c"]
  private static let pair = Pair(symbol: "BTC-USD")

  /// Random books whose few prices are often equal, and which cross.
  private static func offers(_ random: inout Seeded, _ cents: ClosedRange<Int>) -> [[Offer]] {
    exchanges.map { exchange in
      (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Offer(
          exchange: exchange, cents: .random(in: cents, using: &random),
          quantity: .random(in: 1...50_000, using: &random))
      }
    }
  }

  private static func book(bids: [[Offer]], asks: [[Offer]]) -> OrderBook {
    let books = exchanges.indices.map { index in
      var book = OrderBook(
        pair: pair, bids: bids[index].map(\.entry), asks: asks[index].map(\.entry))
      book.exchange = exchanges[index]
      return book
    }
    return OrderBook(merging: books, of: pair)
  }

  /// The offers best first, equal prices in the order of the exchanges and as they came.
  private static func sorted(_ offers: [[Offer]], highestFirst: Bool) -> [Offer] {
    var rest = offers.flatMap(\.self)
    var sorted: [Offer] = []
    while let best = rest.indices.min(by: { one, two in
      let (one, two) = (rest[one].cents, rest[two].cents)
      return highestFirst ? one > two : one < two
    }) {
      sorted.append(rest.remove(at: best))
    }
    return sorted
  }

  @Test(arguments: 0..<UInt64(rounds(30)))
  func `random books are merged and filled as a slow reference has it`(seed: UInt64) {
    var random = Seeded(state: seed)
    let bids = Self.offers(&random, 90...105)
    let asks = Self.offers(&random, 100...115)
    let book = Self.book(bids: bids, asks: asks)
    for side in Side.allCases {
      let offers = Self.sorted(side == .bid ? bids : asks, highestFirst: side == .bid)
      #expect(book.entries(side).map(\.exchange) == offers.map(\.exchange))
      #expect(book.entries(side).map(\.price) == offers.map(\.entry.price))
      #expect(book.entries(side).map(\.quantity) == offers.map(\.entry.quantity))
      Self.expectGroups(of: book, side, offers)
      let requested = Int.random(in: 1...600_000, using: &random)
      Self.expectFill(of: book, side, offers, requested)
    }
  }

  /// Groups of five cents add up over exchanges.
  private static func expectGroups(of book: OrderBook, _ side: Side, _ offers: [Offer]) {
    var sums: [Int: Int] = [:]
    for offer in offers {
      let steps = side == .bid ? offer.cents / 5 : (offer.cents + 4) / 5
      sums[steps, default: 0] += offer.quantity
    }
    let expected = sums.sorted { side == .bid ? $0.key > $1.key : $0.key < $1.key }.map {
      Offer(exchange: nil, cents: $0.key * 5, quantity: $0.value).entry
    }
    let levels = book.levels(side, step: Decimal(string: "0.05"))
    #expect(levels.map(\.price) == expected.map(\.price))
    #expect(levels.map(\.quantity) == expected.map(\.quantity))
    #expect(levels.map(\.exchange) == expected.map { _ in nil })
  }

  private static func expectFill(
    of book: OrderBook, _ side: Side, _ offers: [Offer], _ requested: Int
  ) {
    var (left, filled, total) = (requested, [ExchangeID?: Int](), [ExchangeID?: Int]())
    for offer in offers where left > 0 {
      let quantity = min(left, offer.quantity)
      left -= quantity
      filled[offer.exchange, default: 0] += quantity
      total[offer.exchange, default: 0] += quantity * offer.cents
    }
    let quantity = Offer(exchange: nil, cents: 0, quantity: requested).entry.quantity
    let fill = book.fill(MarketOrder(side == .bid ? .sell : .buy, quantity))
    func decimal(_ number: Int, _ exponent: Int) -> Decimal {
      Decimal(sign: .plus, exponent: exponent, significand: Decimal(number))
    }
    #expect(fill.parts.map(\.exchange) == exchanges.filter { filled[$0] != nil })
    #expect(fill.parts.map(\.filled) == fill.parts.map { decimal(filled[$0.exchange] ?? 0, -4) })
    #expect(fill.parts.map(\.total) == fill.parts.map { decimal(total[$0.exchange] ?? 0, -6) })
    #expect(fill.filled == decimal(filled.values.reduce(0, +), -4))
    #expect(fill.total == decimal(total.values.reduce(0, +), -6))
    #expect(fill.unfilled == decimal(left, -4))
  }

  @Test(arguments: 0..<UInt64(rounds(50)))
  func `the parts of an order for an amount of money add up to the whole`(seed: UInt64) {
    var random = Seeded(state: seed)
    let asks = Self.offers(&random, 101...113)
    let book = Self.book(bids: [[], [], []], asks: asks)
    let money = Decimal(
      sign: .plus, exponent: -2, significand: Decimal(Int.random(in: 1...5_000, using: &random)))
    let fill = book.fill(MarketOrder(.buy, money, isInQuote: true))
    #expect(fill.parts.reduce(0) { $0 + $1.filled } == fill.filled)
    #expect(fill.parts.reduce(0) { $0 + $1.total } == fill.total)
    #expect(fill.total + fill.unfilled == money)
    #expect(book.exchanges == Self.exchanges)
    let alone = OrderBook(pair: Self.pair, bids: [], asks: book.asks)
      .fill(MarketOrder(.buy, money, isInQuote: true))
    #expect(alone.filled == fill.filled && alone.total == fill.total)
    #expect(Set(alone.parts) == Set(fill.parts))
  }

  @Test func `parts are in the order of the merged books, not in that of their trades`() {
    let books = ["b", "a"].enumerated().map { index, exchange in
      var book = OrderBook(
        pair: Self.pair, bids: [],
        asks: [OrderBook.Entry(price: Decimal(10 - index), quantity: 1)])
      book.exchange = ExchangeID(rawValue: exchange)
      return book
    }
    let merged = OrderBook(merging: books, of: Self.pair)
    #expect(merged.exchanges == ["b", "a"])
    #expect(merged.bestAsk == OrderBook.Entry(exchange: "a", price: 9, quantity: 1))
    #expect(merged.bestBid == nil)
    #expect(merged.fill(MarketOrder(.buy, 2)).parts.map(\.exchange) == ["b", "a"])
    #expect(merged.fill(MarketOrder(.buy, 1)).parts.map(\.exchange) == ["a"])
    #expect(books[0].exchanges.isEmpty && books[0].fill(MarketOrder(.buy, 1)).parts.isEmpty)
  }

  @Test func `entries without an exchange are of no part`() {
    let asks = [
      OrderBook.Entry(price: 1, quantity: 1),
      OrderBook.Entry(exchange: "kraken", price: 2, quantity: 1),
    ]
    let parts = OrderBook(pair: Self.pair, bids: [], asks: asks).fill(MarketOrder(.buy, 2)).parts
    #expect(parts.map(\.exchange) == ["kraken"])
    #expect(parts.map(\.filled) == [1] && parts.map(\.total) == [2])
  }

  @Test func `levels of one price stay apart, those of one exchange do not`() {
    let book = Self.book(
      bids: [[], [], []],
      asks: [
        [Offer(exchange: "a", cents: 100, quantity: 1)], [],
        [
          Offer(exchange: "c", cents: 100, quantity: 2),
          Offer(exchange: "c", cents: 100, quantity: 3),
        ],
      ])
    #expect(book.levels(.ask).map(\.exchange) == ["a", "c"])
    #expect(book.levels(.ask).map(\.quantity.plain) == ["0.0001", "0.0005"])
    #expect(book.levels(.ask, limit: 1).map(\.exchange) == ["a"])
    #expect(book.exchange == nil)
  }

  @Test(
    arguments: [
      ([true, true], ["a", "b"], [], true), ([true, false], ["a"], ["b"], true),
      ([false, false], ["a", "b"], [], false), ([nil, nil], ["a", "b"], [], nil),
    ] as [([Bool?], [ExchangeID], [ExchangeID], Bool?)])
  func `levels of polls are not merged with live ones`(
    live: [Bool?], merged: [ExchangeID], polled: [ExchangeID], isLive: Bool?
  ) {
    let exchanges: [ExchangeID] = ["a", "b"]
    var model = OrderBookViewModel(pair: Self.pair, of: exchanges)
    let polls = zip(exchanges, live).map { exchange, live in
      let level = OrderBook.Entry(exchange: exchange, price: 9, quantity: 1)
      var answer = Answer(OrderBook(exchange: exchange, pair: Self.pair, bids: [level], asks: []))
      answer.live = live.map { LiveState(isLive: $0) }
      return Poll(exchange: exchange, result: .success(answer))
    }
    model.apply(polls)
    #expect(model.bids.map(\.exchange) == merged)
    #expect(model.watchedRows(after: polls, asIn: model).map(\.book.exchanges) == [merged])
    #expect(model.polledBesideLive == polled)
    #expect(model.live(nil)?.isLive == isLive)
  }
}
