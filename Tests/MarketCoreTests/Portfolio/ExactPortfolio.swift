import Foundation
import RandomInputs

@testable import MarketCore

/// A lot of whole numbers.
struct ExactLot {
  /// Empty for cash.
  let exchange: String
  let symbol: String
  let isAmount: Bool
  let quantity: Exact
  let unitCost: Exact?
  /// The day from which it counts, from the first period on; `nil` for always.
  let day: Int?

  var quote: String { isAmount ? symbol : Pair(symbol: symbol).quote ?? "" }
  var key: String { "\(exchange) \(symbol)" }

  var holding: Holding {
    let since = day.map {
      Date(timeIntervalSince1970: Double($0) * 86_400)
    }
    let exchange = exchange.isEmpty ? nil : ExchangeID(rawValue: exchange)
    guard let exchange, !isAmount else {
      return Holding(
        quantity.decimal, of: symbol, exchange: exchange, unitCost: unitCost?.decimal,
        since: since)
    }
    return Holding(
      exchange: exchange, pair: Pair(symbol: symbol), quantity: quantity.decimal,
      unitCost: unitCost?.decimal, since: since)
  }

  static let pairs = [
    "BTC-USD", "ETH-EUR", "XLM-BTC", "SOL-USDT", "EUR-USD", "BTC-EUR", "USDT-USD", "USDT-EUR",
    "USDT-TRY",
  ]

  /// A random lot of a portfolio in a currency; without one, all have one quote.
  init(
    _ currency: String?, days: Int, at exchanges: [String], using random: inout Seeded
  ) {
    let kind = Int.random(in: 0..<5, using: &random)
    // Without a currency there is one quote.
    let symbols =
      switch (kind, currency) {
      case (0, nil): ["USD"]
      case (0, _): ["EUR", "USD", "TRY"]
      case (1, .some): ["BTC", "SOL", "XLM"]
      case (_, nil): ["BTC-USD", "EUR-USD", "USDT-USD"]
      default: Self.pairs
      }
    symbol = symbols.randomElement(using: &random) ?? ""
    isAmount = !symbol.contains("-")
    exchange = kind == 0 ? "" : exchanges.randomElement(using: &random) ?? ""
    quantity = Exact(Int128(Int.random(in: -20_000...90_000, using: &random)), 4)
    unitCost =
      kind == 0 || Int.random(in: 0..<5, using: &random) == 0
      ? nil : Exact(Int128(Int.random(in: 0...400_000, using: &random)), 2)
    day = Bool.random(using: &random) ? nil : Int.random(in: -2...days + 1, using: &random)
  }
}

/// The total of lots, recomputed slowly; unconverted lots and rates by names as in `one BTC-USD`.
struct ExactTotal {
  var value, cost, gain: Exact?
  var (unpriced, uncosted) = (0, 0)
  var (rates, unconverted) = ([String](), [String]())

  private static func sum(_ sum: Exact?, _ amount: Exact?) -> Exact? {
    amount.map { $0 + (sum ?? Exact(0, 0)) } ?? sum
  }

  /// - Parameter counted: the lots that count on this day.
  init(_ counted: [ExactLot], of lots: [ExactLot], _ market: ExactMarket, _ currency: String) {
    if counted.isEmpty { (value, cost, gain) = (Exact(0, 0), Exact(0, 0), Exact(0, 0)) }
    var seen: [String] = []
    for lot in counted where !seen.contains(lot.key) {
      seen.append(lot.key)
      let mine = counted.filter { $0.key == lot.key }
      let quantity = mine.map(\.quantity).reduce(Exact(0, 0), +)
      let isSame = lot.quote == currency
      let route =
        isSame
        ? [] : market.route(lot.quote, currency, [lot.exchange, "two"] + lots.map(\.exchange))
      func converted(_ amount: Exact?) -> Exact? { amount?.converted(by: route) }
      let costs = mine.compactMap { lot in lot.unitCost.map { $0 * lot.quantity } }
      let paid = costs.count < mine.count ? nil : costs.reduce(Exact(0, 0), +)
      let (value, cost): (Exact?, Exact?) =
        switch (lot.isAmount, isSame) {
        case (true, true): (quantity, quantity)
        // Cash has no price of its own, and a coin is priced by its rate.
        case (true, false) where lot.exchange.isEmpty: (converted(quantity), nil)
        case (true, false):
          (converted(Exact(1, 0)).map { $0 * quantity }, route.flatMap { _ in paid })
        default: (converted(market.last[lot.key].map { $0 * quantity }), converted(paid))
        }
      let isUncosted = !(lot.isAmount && isSame) && (lot.exchange.isEmpty || paid == nil)
      unpriced += value == nil ? 1 : 0
      uncosted += isUncosted ? 1 : 0
      self.value = Self.sum(self.value, value)
      if let value, let cost {
        self.cost = Self.sum(self.cost, cost)
        gain = Self.sum(gain, value - cost)
      }
      if route == nil { unconverted.append(lot.key) }
      if value != nil || cost != nil { rates += route?.map(\.0) ?? [] }
    }
  }
}
