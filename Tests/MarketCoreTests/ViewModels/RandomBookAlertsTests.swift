import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// Alerts in random polls of order books, compared with a slow reference. The books are of one
/// exchange, or merged, or change on a screen.
///
/// `RANDOM_ROUNDS=50 swift test --filter Random` tests fifty times as many.
struct RandomBookAlertsTests {
  private static let every: [ExchangeID] = ["a", "b", "c", "d"]
  private static let pair = Pair(symbol: "X-USD")

  /// The prices and quantities of each side.
  private struct Book {
    typealias Entry = (price: Int, quantity: Int)
    var bids: [Entry] = []
    var asks: [Entry] = []

    /// Up to three levels a side; both sides near 100, so that merged books cross.
    static func random(using polls: inout RandomPolls) -> Book {
      func entries(_ prices: ClosedRange<Int>) -> [Entry] {
        (0..<(polls.isOneOf(6) ? 0 : .random(in: 1...3, using: &polls.random))).map { _ in
          (.random(in: prices, using: &polls.random), .random(in: 1...9, using: &polls.random))
        }
      }
      return Book(bids: entries(80...104), asks: entries(97...120))
    }

    init(bids: [Entry] = [], asks: [Entry] = []) { (self.bids, self.asks) = (bids, asks) }

    /// The quantity of the best four prices of one side, where those of each book count by themselves; of
    /// equal prices, the earlier books first.
    static func quantity(_ sides: [[Entry]], by isBetter: (Int, Int) -> Bool) -> Int {
      var levels = sides.flatMap { entries in
        Dictionary(grouping: entries, by: \.price).map { price, entries in
          (price: price, quantity: entries.map(\.quantity).reduce(0, +))
        }.sorted { isBetter($0.price, $1.price) }
      }
      var sum = 0
      for _ in 0..<min(4, levels.count) {
        let best = levels.map(\.price).sorted(by: isBetter)[0]
        let index = levels.firstIndex { $0.price == best } ?? 0
        sum += levels.remove(at: index).quantity
      }
      return sum
    }

    func orderBook(on exchange: ExchangeID) -> OrderBook {
      func entries(_ entries: [Entry]) -> [OrderBook.Entry] {
        entries.map { .init(price: Decimal($0.price), quantity: Decimal($0.quantity)) }
      }
      return OrderBook(pair: pair, bids: entries(bids), asks: entries(asks)).on(exchange)
    }

    /// The results of the alerts for the merged book.
    static func results(of books: [Book]) -> [Bool?] {
      let bid = books.flatMap(\.bids).map(\.price).max()
      let ask = books.flatMap(\.asks).map(\.price).min()
      let bought = quantity(books.map(\.bids), by: >)
      let sold = quantity(books.map(\.asks), by: <)
      return [
        bid.flatMap { bid in ask.map { $0 < bid } }, bid.map { $0 > 100 },
        bid.flatMap { bid in ask.map { bid + $0 > 200 } },
        // (bought - sold) / (bought + sold) > 0.25
        bought + sold == 0 ? nil : 4 * (bought - sold) > bought + sold,
        bid == nil,
      ]
    }
  }

  private static let alerts: [(text: String, pause: Int)] = [
    ("crossed: spread < 0", 0), ("high: best_bid > 100", 30), ("mid: mid > 100", 0),
    ("bought: imbalance > 0.25", 45), ("empty: not known(best_bid)", 0),
  ]

  private static func model(of exchanges: [ExchangeID], _ polls: RandomPolls) -> OrderBookViewModel
  {
    var model = OrderBookViewModel(
      pair: pair, query: BookQuery(imbalanceDepth: 4), of: exchanges)
    model.polled.keepsOlder = polls.isScreen
    return model
  }

  @Test(arguments: [["a"], ["a", "b"], ["a", "b", "c", "d"]] as [[ExchangeID]], [false, true])
  func `the firings are those of the reference`(
    exchanges: [ExchangeID], lacksPair: Bool
  ) throws {
    var count = 0
    for seed in 1...UInt64(rounds(5)) {
      count += try Self.run(seed, of: exchanges, lacksPair: lacksPair)
    }
    #expect(count > 100)
  }

  /// Compares the firings of one run; returns their number.
  ///
  /// - Parameter lacksPair: whether the last of several exchanges does not list the pair.
  private static func run(
    _ seed: UInt64, of exchanges: [ExchangeID], lacksPair: Bool
  ) throws -> Int {
    var polls = RandomPolls(seed: seed)
    var monitor = AlertMonitor(
      try alerts.map { try Alert<OrderBookViewModel>($0.text, pause: $0.pause) })
    let first = model(of: exchanges, polls)
    var (model, reference, history, count) = (first, AlertReference(), PollHistory(), 0)
    var (polled, books, times) = (exchanges, [ExchangeID: Book](), [ExchangeID: Int]())
    var listing = exchanges
    for _ in 0..<60 {
      if polls.isScreen, polls.isOneOf(15) {
        // The key for all exchanges, and back: polling restarts.
        polled = polls.isOneOf(2) ? every : exchanges
        listing = exchanges
        model = Self.model(of: polled, polls)
        (history, books, times) = (PollHistory(), [:], [:])
      }
      if polls.isOneOf(3) {
        model.query.depth = [nil, 0, 1, 5].randomElement(using: &polls.random) ?? nil
        model.query.step = [nil, 10].randomElement(using: &polls.random) ?? nil
        model.query.detail = [.levels, .orders].randomElement(using: &polls.random) ?? .levels
      }
      var results = polls.next(of: polled)
      var answers: [Poll<Answer<OrderBook>>] = []
      for exchange in polled {
        guard let isAnswered = results[exchange] else { continue }
        if lacksPair, exchanges.count > 1, exchange == exchanges.last {
          let failure = MarketError.unknownSymbol(pair.symbol, near: [])
          answers.append(
            Poll(exchange: exchange, result: .failure(failure), at: .second(polls.now)))
          results[exchange] = false
          listing = Array(exchanges.dropLast())
          continue
        }
        let book = Book.random(using: &polls)
        if isAnswered { (books[exchange], times[exchange]) = (book, polls.now) }
        answers.append(polls.poll(exchange, isAnswered ? book.orderBook(on: exchange) : nil))
      }
      history.append(results)
      // One that does not list the pair is polled once.
      polled = polled.filter { exchanges.contains($0) == false || listing.contains($0) }
      model.apply(answers)
      let firings = monitor.firings(in: model, after: answers, asIn: first)
      var expected: [String] = []
      if history.isComplete(listing, isScreen: polls.isScreen) {
        let answering = listing.filter { !history.fails($0) }
        let time = answering.compactMap { times[$0] }.min() ?? 0
        let exchange = exchanges.count > 1 ? "*" : "a"
        for (alert, isTrue) in zip(alerts, Book.results(of: answering.compactMap { books[$0] })) {
          let name = String(alert.text.prefix { $0 != ":" })
          if reference.fires(name, for: "X", isTrue, at: time, pause: alert.pause) {
            expected.append("\(time) \(name) \(exchange) X-USD")
          }
        }
      }
      #expect(firings.map(\.line) == expected, "seed \(seed)")
      count += expected.count
    }
    return count
  }
}
