import Foundation
import Testing

@testable import MarketCore

/// The lots of trades: which lots a sale takes, and what it realizes.
struct LotsTests {
  private static let holding = Holding(Pair("BTC-USD"), on: "one")

  /// Trades as in `buy 1 at 10 fee 2 on 5`: day 5, with a time `5.5` noon of day 5; all but the quantity can be
  /// missing.
  static func trades(_ lines: String, of holding: Holding = holding) -> [Trade] {
    lines.split(separator: "; ").map { line in
      let words = line.split(separator: " ").map(String.init)
      func value(_ name: String) -> String? {
        words.firstIndex(of: name).map { words[$0 + 1] }
      }
      func money(_ name: String) -> Trade.Money? {
        value(name).map { text in
          let code = String(text.drop { !$0.isLetter })
          let number = text.prefix { !$0.isLetter }
          return Trade.Money(Decimal(exact: number) ?? .nan, code.isEmpty ? nil : code)
        }
      }
      let quantity = Decimal(exact: words[1]) ?? .nan
      let day = value("on").flatMap(Double.init)
      return Trade(
        holding, words[0] == "sell" ? -quantity : quantity, at: money("at"), fee: money("fee"),
        time: day.map { Date(timeIntervalSince1970: $0 * 86_400) },
        isDay: day.map { $0.rounded() == $0 } ?? false)
    }
  }

  /// Quantity, cost, realized gain and fees, then quantity and cost of each lot.
  private static func text(_ lots: Lots) -> String {
    let sums = [lots.quantity, lots.cost, lots.realized, lots.fees].map { $0?.plain ?? "–" }
    return sums.joined(separator: " ") + ":"
      + lots.lots.map { " \($0.quantity.plain)@\($0.cost?.plain ?? "–")" }.joined()
  }

  private static let purchases = "buy 1 at 10 on 1; buy 1 at 30 on 2; buy 1 at 20 on 3; "

  @Test(
    arguments: [
      (.fifo, "2 50 15 0: 1@30 1@20"), (.lifo, "2 40 5 0: 1@10 1@30"),
      (.hifo, "2 30 -5 0: 1@20 1@10"),
    ] as [(Lots.Method, String)])
  func `the method selects the lot that a sale takes`(method: Lots.Method, expected: String) {
    let trades = Self.trades(Self.purchases + "sell 1 at 25 on 4")
    #expect(Self.text(Lots(of: trades, by: method)) == expected)
  }

  @Test func `average takes a part of every lot, and empties all of them at once`() {
    let trades = Self.trades("buy 1 at 10; buy 3 at 30; sell 2 at 40 on 1; sell 1 at 50 on 2")
    let half = Lots(of: Array(trades.prefix(3)), by: .average)
    #expect(Self.text(half) == "2 50 30 0: 0.5@5 1.5@45")
    #expect(Self.text(Lots(of: trades, by: .average)) == "1 25 55 0: 0.25@2.5 0.75@22.5")
    let thirds = Self.trades(
      "buy 1 at 10; buy 1; buy 1 at 10; sell 1 at 9 on 1; sell 2 at 9 on 2; buy 1 at 7 on 3")
    #expect(Self.text(Lots(of: thirds, by: .average)) == "1 7 – 0: 1@7")
  }

  @Test(arguments: [
    // The issue's example: half of a purchase is left of two.
    ("buy 1 at 100; buy 1 at 200; sell 0.5 at 300", "1.5 250 100 0: 0.5@50 1@200"),
    // Fees are in the cost, and lessen the proceeds.
    ("buy 2 at 10 fee 1; sell 1 at 15 fee 2", "1 10.5 2.5 3: 1@10.5"),
    // A fee in the traded coin lessens the quantity, and is in no cost.
    ("buy 1 at 100 fee 0.1BTC", "0.9 100 0 10: 0.9@100"),
    ("buy 1 at 100; sell 0.5 at 120 fee 0.1BTC", "0.4 40 0 12: 0.4@40"),
    ("buy 1 at 100 fee 1BTC", "0 0 -100 100:"),
    // Nothing is bought for a fee alone.
    ("buy 0 fee 3; buy 1 at 5", "1 5 -3 3: 1@5"),
    // A price or fee that is not known.
    ("buy 1; buy 1 at 10", "2 – 0 0: 1@– 1@10"),
    ("buy 1 on 1; buy 1 at 10 on 2; sell 1 at 5 on 3", "1 10 – 0: 1@10"),
    ("buy 1 at 10; sell 1", "0 0 – 0:"), ("sell 1", "-1 – 0 0: -1@–"),
    ("buy 1 fee 0.1BTC", "0.9 – 0 –: 0.9@–"), ("buy 1 fee 3", "1 – 0 3: 1@–"),
    ("buy 1 at 10 fee 2EUR", "1 – 0 –: 1@–"), ("buy 1 at 10EUR", "1 – 0 0: 1@–"),
    ("buy 1 at 10USD fee 2USD", "1 12 0 2: 1@12"), ("buy 1 at 0", "1 0 0 0: 1@0"),
  ])
  func `costs, fees and realized gains are exact`(trades: String, expected: String) {
    #expect(Self.text(Lots(of: Self.trades(trades))) == expected)
  }

  @Test(arguments: [
    ("sell 2 at 10 fee 1", "-2 -19 0 1: -2@-19"),
    ("sell 2 at 10 fee 1; buy 1 at 4 fee 2 on 1", "-1 -9.5 3.5 3: -1@-9.5"),
    ("sell 1 at 10; buy 3 at 6 fee 3 on 1", "2 14 3 3: 2@14"),
    ("buy 1 at 10; sell 3 at 12 fee 3", "-2 -22 1 3: -2@-22"),
    // The fee in the coin is sold, too: 2 of 2.2 open the position.
    ("buy 0.2 at 10; sell 2 at 11 fee 0.2BTC", "-2 -20 0 2.2: -2@-20"),
    ("sell 1 at 10 on 1; buy 2 at 6 fee 0.5BTC on 2", "0.5 4 2 3: 0.5@4"),
    ("sell 1 on 1; buy 1 at 6 on 2", "0 0 – 0:"), ("sell 1 at 9 on 1; buy 1 on 2", "0 0 – 0:"),
  ])
  func `a sale of more than is held opens a short position, which the next purchase closes`(
    trades: String, expected: String
  ) {
    let lots = Lots(of: Self.trades(trades))
    #expect(Self.text(lots) == expected)
    #expect(lots.hasOpenedShort)
  }

  @Test(
    arguments: [
      (.fifo, "-2 -50 -15 0: -1@-30 -1@-20"), (.lifo, "-2 -40 -5 0: -1@-10 -1@-30"),
      (.hifo, "-2 -30 5 0: -1@-20 -1@-10"),
      (.average, "-3 -45 -7.5 0: -0.75@-7.5 -0.75@-22.5 -1.5@-15"),
    ] as [(Lots.Method, String)])
  func `short positions are closed in the same order`(method: Lots.Method, expected: String) {
    let sales = Self.purchases.replacing("buy", with: "sell")
    let trades =
      method == .average
      ? "sell 1 at 10 on 1; sell 1 at 30 on 2; sell 2 at 10 on 3; buy 1 at 22.5 on 4"
      : sales + "buy 1 at 25 on 4"
    #expect(Self.text(Lots(of: Self.trades(trades), by: method)) == expected)
  }

  @Test func `of equal prices hifo takes the oldest, and lots without a price last`() {
    let trades = Self.trades(
      "buy 1 on 1; buy 1 at 20 fee 1 on 2; buy 1 at 20 fee 9 on 3; buy 1 at 0 on 4; sell 3 at 30 on 5"
    )
    let lots = Lots(of: trades, by: .hifo)
    #expect(Self.text(lots) == "1 – 40 10: 1@–")
  }

  @Test(arguments: [
    // Undated trades are first, and purchases before sales.
    ("sell 1 at 9; buy 1 at 5 on 1; buy 1 at 4", "1 5 5 0: 1@5"),
    // A day is its beginning for a purchase, and its end for a sale.
    ("sell 1 at 9 on 1; buy 1 at 4 on 1.9", "0 0 5 0:"),
    ("buy 1 at 5 on 1.1; buy 1 at 4 on 1; sell 1 at 9 on 1.5", "1 5 5 0: 1@5"),
    // The end of a day is before a purchase of the next day.
    ("buy 1 at 4 on 2; buy 1 at 3; sell 1 at 9 on 1", "1 4 6 0: 1@4"),
    // Of the same time, purchases are first, then the order of the list counts.
    ("sell 1 at 9 on 1.5; buy 1 at 4 on 1.5; buy 1 at 5 on 1.5", "1 5 5 0: 1@5"),
  ])
  func `trades are taken in the order of their times`(trades: String, expected: String) {
    #expect(Self.text(Lots(of: Self.trades(trades))) == expected)
  }

  @Test func `a part has 38 digits, and what is left is the difference`() throws {
    let lots = Lots(of: Self.trades("buy 3 at 33.1; sell 1 at 40 on 1"))
    #expect(lots.cost == Decimal(string: "66.2") && !lots.isDivided && !lots.isRounded)
    let third = Lots(of: Self.trades("buy 1.5 at 1; buy 1.5 fee 1 at 0 on 1; sell 2 at 1 on 2"))
    let left = try #require(third.cost)
    #expect(left.plain == "0.66666666666666666666666666666666666667")
    #expect(third.realized?.plain == "0.1666666666666666666666666666666666667")
    #expect(third.isDivided && !third.isRounded)
  }

  @Test func `an amount that needs more than 38 digits is told`() {
    let long = "buy 12345678901234567890.1 at 1234567890123456789.01"
    #expect(Lots(of: Self.trades(long)).isRounded)
    #expect(!Lots(of: Self.trades("buy 123456789012345678 at 1234567890123456789.01")).isRounded)
  }

  @Test(.timeLimit(.minutes(1)), arguments: Lots.Method.allCases)
  func `the time for tens of thousands of trades is in proportion to their number`(
    method: Lots.Method
  ) {
    let trades = (0..<20_000).map { index -> Trade in
      let quantity: Decimal = index % 3 == 2 ? -1 : 1
      let price = Trade.Money(Decimal(index * 7 % 1_000))
      let time = Date(timeIntervalSince1970: Double(index) * 60)
      return Trade(Self.holding, quantity, at: price, time: time)
    }
    #expect(Lots(of: trades, by: method).quantity == 6_668)
  }
}
