import Foundation
import MarketCore
import RandomInputs

/// A book of random whole numbers, and what can be said of it by counting.
///
/// Every lot is an offer of its own, in the order in which it would be taken, so that nothing here
/// needs a running sum. Prices are in ticks and quantities in lots, both of which are powers of 10.
struct RandomBook {
  /// An entry in ticks and lots.
  typealias Entry = (price: Int, quantity: Int)

  private(set) var bids: [Entry] = []
  private(set) var asks: [Entry] = []
  let tickPlaces: Int
  let lotPlaces: Int

  /// A book of so many entries a side at most, with prices in this range.
  init(upTo count: Int, prices: ClosedRange<Int>, using random: inout Seeded) {
    tickPlaces = .random(in: 0...10, using: &random)
    lotPlaces = .random(in: 0...10, using: &random)
    func entries(_ random: inout Seeded) -> [Entry] {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        (.random(in: prices, using: &random), .random(in: 1...9, using: &random))
      }
    }
    bids = entries(&random)
    asks = entries(&random)
  }

  func entries(_ side: Side) -> [Entry] { side == .bid ? bids : asks }

  /// A price, or another number of ticks.
  func money(_ ticks: Int) -> Decimal { Decimal(ticks, places: tickPlaces) }
  /// A quantity.
  func quantity(_ lots: Int) -> Decimal { Decimal(lots, places: lotPlaces) }
  /// A sum of prices times quantities.
  func cost(_ number: Int) -> Decimal { Decimal(number, places: tickPlaces + lotPlaces) }

  /// The same book for the code under test.
  var book: OrderBook {
    func entries(_ entries: [Entry]) -> [OrderBook.Entry] {
      entries.map { .init(price: money($0.price), quantity: quantity($0.quantity), orders: 1) }
    }
    return OrderBook(pair: Pair(symbol: "BTC-USD"), bids: entries(bids), asks: entries(asks))
  }

  /// The prices of all lots of a side, best first.
  func lots(_ side: Side) -> [Int] {
    let prices = entries(side).flatMap { Array(repeating: $0.price, count: $0.quantity) }.sorted()
    return side == .bid ? prices.reversed() : prices
  }

  /// The multiple of a step that a price belongs to: a bid to the one below, an ask to the one
  /// above.
  func multiple(of step: Int, _ price: Int, _ side: Side) -> Int {
    let above = ((price % step) + step) % step
    return side == .bid ? price - above : price + (step - above) % step
  }
}

extension Decimal {
  /// A whole number of units of 10 to the power of minus `places`.
  init(_ number: Int, places: Int) {
    self.init(
      sign: number < 0 ? .minus : .plus, exponent: -places, significand: Decimal(number.magnitude))
  }
}

/// A quotient to so many decimals, halves away from zero, by whole numbers alone.
func quotient(_ numerator: Int, _ denominator: Int, places: Int) -> Decimal {
  let power = (0..<places).reduce(Int128(1)) { power, _ in power * 10 }
  let twice = 2 * Int128(numerator) * power
  let (up, bottom) = (twice.magnitude, Int128(denominator).magnitude)
  let rounded = Int((up + bottom) / (2 * bottom))
  return Decimal((numerator < 0) == (denominator < 0) ? rounded : -rounded, places: places)
}
