import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Random histories of trades, compared with a slow reference that moves single units.
struct RandomLotsTests {
  /// One unit of a lot: what it cost, or for a short position the proceeds as a number below 0.
  private struct Unit {
    let cost, price: Int
    let order: Int
  }

  private struct Reference {
    var (units, realized, fees) = ([Unit](), 0, 0)
    var sign = 1

    /// Trades `count` units, all at a `price` of one unit with a `fee` per unit.
    mutating func trade(_ count: Int, _ price: Int, fee: Int, _ order: Int, _ method: Lots.Method) {
      let side = count.signum()
      for _ in 0..<abs(count) {
        fees += fee
        let paid = side * price + fee
        guard !units.isEmpty, sign != side else {
          sign = side
          units.append(Unit(cost: paid, price: price, order: order))
          continue
        }
        let index =
          switch method {
          case .lifo: units.indices.max { units[$0].order < units[$1].order }
          case .hifo:
            units.indices.min {
              (-units[$0].price, units[$0].order) < (-units[$1].price, units[$1].order)
            }
          case .fifo, .average: units.indices.min { units[$0].order < units[$1].order }
          }
        realized -= units.remove(at: index ?? 0).cost + paid
      }
    }
  }

  @Test(arguments: Lots.Method.allCases)
  func `lots agree with a reference that moves single units`(method: Lots.Method) {
    var random = Seeded(state: 53)
    for _ in 0..<rounds(200) {
      var (reference, trades) = (Reference(), [Trade]())
      var spent: Int = 0
      for order in 0..<Int.random(in: 1...12, using: &random) {
        var count = Int.random(in: -9...9, using: &random)
        if count == 0 { count = 1 }
        let price = Int.random(in: 1...9, using: &random)
        let fee = Int.random(in: 0...3, using: &random)
        reference.trade(count, price, fee: fee, order, method)
        spent += count * price + abs(count) * fee
        trades.append(
          Trade(
            Holding(Pair("BTC-USD"), on: "one"), Decimal(count), at: Trade.Money(Decimal(price)),
            fee: Trade.Money(Decimal(fee * abs(count))),
            time: Date(timeIntervalSince1970: Double(order))))
      }
      let lots = Lots(of: trades.shuffled(using: &random), by: method)
      #expect(lots.fees == Decimal(reference.fees))
      #expect(lots.quantity == Decimal(reference.units.count * reference.sign))
      let cost = lots.cost ?? .nan
      guard method == .average else {
        #expect(cost == Decimal(reference.units.map(\.cost).reduce(0, +)))
        #expect(lots.realized == Decimal(reference.realized))
        continue
      }
      // Whatever the parts are, all that was spent is in the cost or in the realized gain.
      let sum = cost.subtracting(lots.realized ?? .nan).rounded(toPlaces: 30)
      #expect(sum == Decimal(spent))
    }
  }
}
