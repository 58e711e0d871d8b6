import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// Alerts in random polls of lists, compared with a slow reference.
///
/// `RANDOM_ROUNDS=50 swift test --filter Random` tests fifty times as many.
struct RandomListAlertsTests {
  private static let symbols = ["A-USD", "B-USD", "AB-EUR", "C-EUR"]

  /// A row of an answer.
  private struct Row {
    let exchange: ExchangeID
    let symbol: String
    let last, open, volume: Int?

    /// A row with each value known or not.
    init(_ symbol: String, on exchange: ExchangeID, using polls: inout RandomPolls) {
      (self.symbol, self.exchange) = (symbol, exchange)
      (last, open) = (polls.price(), polls.isOneOf(3) ? polls.price() : 100)
      volume = [0, 5, 20, nil].randomElement(using: &polls.random) ?? nil
    }

    var ticker: Ticker {
      Ticker(
        pair: Pair(symbol: symbol), open: open.map { Decimal($0) },
        volume: volume.map { Decimal($0) }, last: last.map { Decimal($0) }
      ).on(exchange)
    }
  }

  /// An alert, and its result for a row.
  private struct Rule: Sendable {
    let text: String
    let pause: Int
    let isTrue: @Sendable (Row) -> Bool?
  }

  private static let rules = [
    Rule(text: "high: last > 100", pause: 0) { row in row.last.map { $0 > 100 } },
    Rule(text: "slow: last < 100", pause: 30) { row in row.last.map { $0 < 100 } },
    Rule(text: "up: last >= open * 1.1", pause: 0) { row in
      guard let last = row.last, let open = row.open else { return nil }
      return 10 * last >= 11 * open
    },
    Rule(text: "both: last > 100 and volume > 9", pause: 0) { row in
      if row.last ?? 101 <= 100 || row.volume ?? 10 <= 9 { return false }
      return row.last == nil || row.volume == nil ? nil : true
    },
    Rule(text: "any: not (last > 90) or volume == 0", pause: 60) { row in
      if row.last ?? 91 <= 90 || row.volume == 0 { return true }
      return row.last == nil || row.volume == nil ? nil : false
    },
    Rule(text: "blind: not known(volume)", pause: 0) { row in row.volume == nil },
  ]

  /// A filter and a condition, and whether they keep a row.
  private struct Selection: Sendable {
    let filter: String
    let condition: String?
    let keeps: @Sendable (Row) -> Bool

    var query: ListQuery<Ticker> {
      get throws {
        ListQuery(
          filters: [SymbolFilter(filter)],
          conditions: try condition.map { [try Condition($0)] } ?? [])
      }
    }
  }

  private static let selections = [
    Selection(filter: "", condition: nil) { _ in true },
    Selection(filter: "*-USD", condition: nil) { $0.symbol.hasSuffix("-USD") },
    Selection(filter: "a", condition: "volume > 9") {
      $0.symbol.contains("A") && ($0.volume ?? 0) > 9
    },
    // True for an unknown volume.
    Selection(filter: "", condition: "not volume == 0") { $0.volume != 0 },
    Selection(filter: "", condition: "exchange != b or last > 100") {
      $0.exchange != "b" || $0.last ?? 0 > 100
    },
  ]

  /// What keys do: other filters, orders and limits.
  private static func edit(
    _ query: inout ListQuery<Ticker>, using polls: inout RandomPolls
  ) throws {
    switch Int.random(in: 0..<6, using: &polls.random) {
    case 0: query.limit = .random(in: 0...3, using: &polls.random)
    case 1: query.filters = [SymbolFilter(symbols.randomElement(using: &polls.random) ?? "")]
    case 2: query.conditions = [try Condition("last > 95")]
    case 3: query.sort = RowOrder("last", descending: .random(using: &polls.random))
    case 4: query.onlyChanges.toggle()
    default: query = ListQuery()
    }
  }

  @Test(arguments: [[], ["a"], ["a", "b", "c"]] as [[ExchangeID]])
  func `the firings are those of the reference`(exchanges: [ExchangeID]) throws {
    var count = 0
    for seed in 1...UInt64(rounds(4)) {
      count += try Self.run(seed, of: exchanges)
    }
    #expect(count > 200)
  }

  /// Compares the firings of one run; returns their number.
  private static func run(_ seed: UInt64, of exchanges: [ExchangeID]) throws -> Int {
    var polls = RandomPolls(seed: seed)
    let selection = try #require(selections.randomElement(using: &polls.random))
    let rules = rules.filter { _ in !polls.isOneOf(3) }
    var monitor = AlertMonitor(try rules.map { try Alert<Ticker>($0.text, pause: $0.pause) })
    var first = ListViewModel(try selection.query, of: exchanges)
    first.polled.keepsOlder = polls.isScreen
    first.query.limit = polls.isOneOf(2) ? 1 : nil
    first.query.sort = polls.isOneOf(2) ? RowOrder("last") : nil
    first.query.onlyChanges = polls.isOneOf(4)
    var (list, reference, count) = (first, AlertReference(), 0)
    for _ in 0..<60 {
      if polls.isOneOf(3) { try edit(&list.query, using: &polls) }
      let names = exchanges.isEmpty ? ["x"] : exchanges
      let results = polls.next(of: names)
      var (answers, rows) = ([Poll<Answer<[Ticker]>>](), [Row]())
      for exchange in names {
        guard let isAnswered = results[exchange] else { continue }
        var answer = symbols.filter { _ in !polls.isOneOf(5) }.map {
          Row($0, on: exchange, using: &polls)
        }
        if polls.isOneOf(10) { answer.reverse() }
        if isAnswered { rows += answer }
        answers.append(
          polls.poll(exchanges.isEmpty ? nil : exchange, isAnswered ? answer.map(\.ticker) : nil))
      }
      list.apply(answers)
      let firings = monitor.firings(in: list, after: answers, asIn: first)
      var expected: [String] = []
      for row in rows where selection.keeps(row) {
        for rule in rules {
          let name = String(rule.text.prefix { $0 != ":" })
          let line = "\(polls.now) \(name) \(row.exchange) \(row.symbol)"
          let place = "\(row.exchange) \(row.symbol)"
          if reference.fires(name, for: place, rule.isTrue(row), at: polls.now, pause: rule.pause) {
            expected.append(line)
          }
        }
      }
      #expect(firings.map(\.line) == expected, "seed \(seed)")
      count += expected.count
    }
    return count
  }
}
