import Foundation
import MarketCore
import RandomInputs
import TestTools
import Testing

/// Order books of random numbers, compared digit for digit with a slow reference.
struct RandomBooksTests {
  @Test func `levels, groups and totals are what counting says`() {
    var random = Seeded(state: 11)
    for round in 0..<rounds(200) {
      let reference = RandomBook(upTo: 12, prices: -40...90, using: &random)
      let isGrouped = !round.isMultiple(of: 3)
      let step = isGrouped ? Int.random(in: 1...50, using: &random) : 1
      let depth = Bool.random(using: &random) ? nil : Int.random(in: 1...4, using: &random)
      let model = OrderBookViewModel(
        reference, BookQuery(depth: depth, step: isGrouped ? reference.money(step) : nil))
      for side in Side.allCases {
        let entries = reference.entries(side).map { price, quantity in
          (price: reference.multiple(of: step, price, side), quantity: quantity)
        }
        let prices = Set(entries.map(\.price)).sorted { side == .bid ? $0 > $1 : $0 < $1 }
        let rows = prices.map { price in
          let own = entries.filter { $0.price == price }
          let better = entries.filter { side == .bid ? $0.price >= price : $0.price <= price }
          return [
            reference.money(price), reference.quantity(own.map(\.quantity).reduce(0, +)),
            Decimal(own.count), reference.quantity(better.map(\.quantity).reduce(0, +)),
          ]
        }
        let shown = (side == .bid ? model.bids : model.asks).map { row in
          [row.entry.price, row.entry.quantity, Decimal(row.entry.orders ?? -1), row.total]
        }
        #expect(shown == Array(rows.prefix(depth ?? rows.count)), "\(reference) at \(step)")
      }
    }
  }

  @Test func `an imbalance is what counting says`() {
    var random = Seeded(state: 12)
    for _ in 0..<rounds(200) {
      let reference = RandomBook(upTo: 6, prices: 1...30, using: &random)
      let depth = Int.random(in: 1...7, using: &random)
      let model = OrderBookViewModel(reference, BookQuery(imbalanceDepth: depth))
      let sums = Side.allCases.map { side in
        let entries = reference.entries(side)
        let prices = Set(entries.map(\.price)).sorted { (side == .bid) == ($0 > $1) }.prefix(depth)
        return entries.filter { prices.contains($0.price) }.map(\.quantity).reduce(0, +)
      }
      let expected: FieldValue =
        sums == [0, 0]
        ? .unknown : .number(quotient(sums[0] - sums[1], sums[0] + sums[1], places: 6))
      #expect(model.value(of: "imbalance") == expected, "\(reference)")
    }
  }

  @Test(arguments: [MarketOrder.Direction.buy, .sell])
  func `a quantity costs what its lots cost`(direction: MarketOrder.Direction) {
    var random = Seeded(state: 13)
    for _ in 0..<rounds(200) {
      let reference = RandomBook(upTo: 8, prices: 1...120, using: &random)
      let lots = reference.lots(direction == .buy ? .ask : .bid)
      let wanted = Int.random(in: 1...60, using: &random)
      let taken = lots.prefix(wanted)
      let cost = taken.reduce(0, +)
      let model = OrderBookViewModel(
        reference, BookQuery(order: .init(direction, reference.quantity(wanted))))
      #expect(
        model.fill("requested", "filled", "unfilled", "total", "worst") == [
          reference.quantity(wanted), reference.quantity(taken.count),
          reference.quantity(wanted - taken.count), reference.cost(cost),
          taken.last.map { reference.money($0) },
        ], "\(reference)")

      guard let bid = reference.lots(.bid).first, let ask = reference.lots(.ask).first,
        !taken.isEmpty
      else {
        #expect(model.fill("slippage_bp") == [nil])
        continue
      }
      // (cost / taken - mid) / mid, where the mid is half of bid + ask
      let both = taken.count * (bid + ask)
      let loss = direction == .buy ? 2 * cost - both : both - 2 * cost
      #expect(
        model.fill("slippage_bp") == [quotient(10_000 * loss, both, places: 6)],
        "\(reference)")
    }
  }

  @Test(arguments: [MarketOrder.Direction.buy, .sell])
  func `an amount is spent lot by lot, the last in part`(direction: MarketOrder.Direction) {
    var random = Seeded(state: 14)
    for _ in 0..<rounds(200) {
      let reference = RandomBook(upTo: 8, prices: 1...120, using: &random)
      let lots = reference.lots(direction == .buy ? .ask : .bid)
      let money = Int.random(in: 1...3_000, using: &random)
      let whole = lots.indices.filter { lots[...$0].reduce(0, +) <= money }.count
      let rest = money - lots.prefix(whole).reduce(0, +)
      let part = whole < lots.count && rest > 0 ? lots[whole] : nil
      let total = part == nil ? money - rest : money
      let model = OrderBookViewModel(
        reference, BookQuery(order: .init(direction, reference.cost(money), isInQuote: true)))
      #expect(
        model.fill("requested", "total", "unfilled", "worst") == [
          reference.cost(money), reference.cost(total), reference.cost(money - total),
          (part ?? lots.prefix(whole).last).map { reference.money($0) },
        ], "\(reference)")
      let lotParts = quotient(whole * (part ?? 1) + (part == nil ? 0 : rest), part ?? 1, places: 12)
      let filled = model.fill("filled").first??.scaled(by: reference.lotPlaces)
      #expect(filled?.rounded(toPlaces: 12) == lotParts, "\(reference)")
    }
  }

  @Test func `an average is the cost by the quantity, to 12 digits`() {
    var random = Seeded(state: 15)
    for _ in 0..<rounds(125) {
      let reference = RandomBook(upTo: 5, prices: 1...1_000_000, using: &random)
      let wanted = Int.random(in: 1...20, using: &random)
      let taken = reference.lots(.ask).prefix(wanted)
      let model = OrderBookViewModel(
        reference, BookQuery(order: .init(.buy, reference.quantity(wanted))))
      let average = model.fill("average").first??.scaled(by: reference.tickPlaces)
      guard !taken.isEmpty else {
        #expect(average == nil)
        continue
      }
      let cost = taken.reduce(0, +)
      let wholeDigits = String(cost / taken.count).count
      #expect(
        average == quotient(cost, taken.count, places: 12 - wholeDigits), "\(reference)")
    }
  }
}

extension OrderBookViewModel {
  /// A book that has come with its first poll.
  fileprivate init(_ reference: RandomBook, _ query: BookQuery) {
    self.init(pair: Pair(symbol: "BTC-USD"), query: query)
    apply(.answered(reference.book, at: 1))
  }

  /// Numbers of what the order comes to; `nil` where they are unknown.
  fileprivate func fill(_ columns: Column<Fill>...) -> [Decimal?] {
    columns.map { column in
      if case .number(let number) = fillCell(of: column).value { number } else { nil }
    }
  }
}

extension Decimal {
  /// The number times 10 to the power of `places`.
  fileprivate func scaled(by places: Int) -> Decimal {
    self * Decimal(1, places: -places)
  }
}
