import Foundation

@testable import MarketCore

/// The rates of a route, see ``ExactMarket/route(_:_:_:)``.
typealias ExactRoute = [(String, Exact, Bool)]

/// What the trades of a holding leave, hundredth by hundredth: each that is sold takes the oldest that was bought,
/// and each that is bought the oldest that is owed.
struct ExactPosition {
  /// The trades in their order, each with the hundredths of it that are left, and those that met others.
  private(set) var parts: [(trade: ExactTrade, left: Int, met: Int)] = []

  /// Whether more was sold than there was.
  private(set) var hasOpenedShort = false

  /// The hundredths that are left, below 0 if they are owed.
  var hundredths: Int {
    parts.map { $0.trade.moved < 0 ? -$0.left : $0.left }.reduce(0, +)
  }

  init(_ trades: [ExactTrade]) {
    func time(_ trade: ExactTrade) -> Double {
      guard let time = trade.moment.time?.timeIntervalSince1970 else { return -.infinity }
      // A sale on a day is its last.
      return trade.moment.isDay && trade.hundredths < 0 ? time + 86_399.9 : time
    }
    let ordered = trades.enumerated().sorted { one, other in
      let (first, second) = (time(one.element), time(other.element))
      let (isSale, isOtherSale) = (one.element.hundredths < 0, other.element.hundredths < 0)
      if first != second { return first < second }
      return isSale == isOtherSale ? one.offset < other.offset : isOtherSale
    }
    parts = ordered.map { ($0.element, 0, 0) }
    // The part of each hundredth that is open, the oldest first.
    var open: [Int] = []
    var isOwed = false
    for index in parts.indices {
      let moved = parts[index].trade.moved
      for _ in 0..<abs(moved) {
        if open.isEmpty || isOwed == (moved < 0) {
          isOwed = moved < 0
          hasOpenedShort = hasOpenedShort || isOwed
          open.append(index)
          parts[index].left += 1
        } else {
          let oldest = open.removeFirst()
          parts[oldest].left -= 1
          parts[oldest].met += 1
          parts[index].met += 1
        }
      }
    }
  }

  /// The cost of what is left, each amount converted by itself.
  func cost(by route: ExactRoute?) -> PaperDecimal? {
    PaperDecimal.sum(parts.filter { $0.left > 0 }.map { $0.trade.paid($0.left, by: route) })
  }

  /// What was received less what was paid, of all hundredths that met others.
  func realized(by route: ExactRoute?) -> PaperDecimal? {
    PaperDecimal.sum(parts.filter { $0.met > 0 }.map { $0.trade.paid($0.met, by: route) })
      .map { Exact(0, 0).paper - $0 }
  }

  func fees(by route: ExactRoute?) -> PaperDecimal? {
    PaperDecimal.sum(parts.map { $0.trade.fee(by: route) })
  }
}

extension ExactTrade {
  /// The part of what was paid for these of the hundredths that moved, with fees; below 0 for what was received.
  func paid(_ part: Int, by route: ExactRoute?) -> PaperDecimal? {
    guard var paid = amount(of: hundredths, by: route) else { return nil }
    if case .quote = fee {
      guard let fee = fee(by: route) else { return nil }
      paid = paid + fee
    }
    return paid * Exact(Int128(part), 0).paper / Exact(Int128(abs(moved)), 0).paper
  }

  func fee(by route: ExactRoute?) -> PaperDecimal? {
    switch fee {
    case nil: Exact(0, 0).paper
    case .quote(let fee): fee.converted(by: route)?.paper
    case .hundredths(let count): amount(of: count, by: route)
    }
  }

  private func amount(of hundredths: Int, by route: ExactRoute?) -> PaperDecimal? {
    price.flatMap { ($0 * Exact(Int128(hundredths), 2)).converted(by: route)?.paper }
  }

  /// Whether there is an amount to convert.
  fileprivate var hasMoney: Bool { if case .quote = fee { true } else { price != nil } }
}

/// The row of a holding, recomputed slowly.
struct ExactRow {
  let position: ExactPosition
  let quantity: Exact
  let value: Exact?
  let cost, gain, realized, fees, totalGain: PaperDecimal?
  let isUncosted: Bool
  let route: ExactRoute?
  /// The names of rates as in `one BTC-USD`, and of the holding if one is missing.
  let rates: [String]
  let unconverted: [String]

  /// - Parameters:
  ///   - counted: the trades of the holding that count.
  ///   - exchanges: the exchanges whose rates are tried, in this order.
  init(
    _ held: ExactTrade.Held, _ counted: [ExactTrade], _ market: ExactMarket, _ currency: String,
    at exchanges: [String]
  ) {
    position = ExactPosition(counted)
    let (zero, isSame) = (Exact(0, 0).paper, held.quote == currency)
    let quantity = Exact(Int128(position.hundredths), 2)
    let isLeft = position.hundredths != 0
    let route =
      isSame ? [] : market.route(held.quote, currency, [held.exchange] + exchanges)
    // The prices of a coin are in the currency already.
    let costRoute = held.isAmount ? [] : route
    // Cash has no price of its own, a coin is priced by its rate, and what is its own currency is cash.
    let (isCash, isOwn) = (held.isCash || held.isAmount && isSame, held.isAmount && isSame)
    let value: Exact? =
      switch (isLeft, held.isAmount) {
      case (false, _): Exact(0, 0)
      case (_, true) where isCash: quantity.converted(by: route)
      case (_, true): Exact(1, 0).converted(by: route).map { $0 * quantity }
      default: market.last[held.key].flatMap { ($0 * quantity).converted(by: route) }
      }
    let cost: PaperDecimal? =
      !isLeft ? zero : isOwn ? quantity.paper : isCash ? nil : position.cost(by: costRoute)
    isUncosted = isLeft && !isOwn && (isCash || position.cost(by: []) == nil)
    let gain = value.flatMap { value in cost.map { value.paper - $0 } }
    let realized = isCash ? zero : position.realized(by: costRoute)
    fees = isCash ? zero : position.fees(by: costRoute)
    totalGain = gain.flatMap { gain in realized.map { gain + $0 } }
    let hasMoney = !held.isAmount && counted.contains(where: \.hasMoney)
    let isConverted = hasMoney || isLeft && (value != nil || cost != nil)
    rates = isConverted ? route?.map(\.0) ?? [] : []
    unconverted = route == nil && (hasMoney || isLeft) ? [held.key] : []
    (self.quantity, self.route, self.value, self.cost) = (quantity, route, value, cost)
    (self.gain, self.realized) = (gain, realized)
  }

  /// The rows of holdings in the order of their first trades. Only `counted` trades count.
  static func rows(
    of trades: [ExactTrade], counted: (ExactTrade) -> Bool = { _ in true }, _ market: ExactMarket,
    _ currency: String?
  ) -> [(held: ExactTrade.Held, row: ExactRow)] {
    trades.map(\.held).once.map { held in
      let mine = trades.filter { $0.held == held && counted($0) }
      return (
        held,
        ExactRow(
          held, mine, market, currency ?? held.quote, at: ["two"] + trades.map(\.held.exchange))
      )
    }
  }
}

/// The total of rows, recomputed slowly.
struct ExactTotal {
  let value, cost, gain, realized, fees, totalGain: PaperDecimal?
  let unpriced, uncosted: Int

  init(_ rows: [ExactRow]) {
    func sum(_ amounts: [PaperDecimal?]) -> PaperDecimal? {
      let known = amounts.compactMap(\.self)
      return known.isEmpty ? nil : .sum(known)
    }
    let known = rows.filter { $0.gain != nil }
    value = sum(rows.map { $0.value?.paper })
    (cost, gain) = (sum(known.map(\.cost)), sum(known.map(\.gain)))
    (realized, fees) = (sum(rows.map(\.realized)), sum(rows.map(\.fees)))
    totalGain = sum(rows.map(\.totalGain))
    unpriced = rows.count { $0.value == nil }
    uncosted = rows.count(where: \.isUncosted)
  }

  /// Whether a total is this one.
  func isSame(as total: HoldingTotal) -> Bool {
    total.value?.paper == value && isNear(total.cost, cost) && isNear(total.gain, gain)
      && isNear(total.realized, realized) && isNear(total.fees, fees)
      && isNear(total.totalGain, totalGain)
      && (total.unpriced, total.uncosted) == (unpriced, uncosted)
  }
}

/// Whether an amount equals the expected amount to 20 decimals. Quotients are rounded differently after these.
func isNear(_ amount: Decimal?, _ expected: PaperDecimal?) -> Bool {
  guard let amount, let expected else { return amount == nil && expected == nil }
  let distance = amount.paper - expected
  return distance.digits.isEmpty || distance.digits.count + distance.exponent <= -20
}

extension Exact {
  var paper: PaperDecimal {
    PaperDecimal(
      isNegative: digits < 0,
      digits: "\(digits.magnitude)".reversed().compactMap(\.wholeNumberValue),
      exponent: -places)
  }
}

extension PaperDecimal {
  static func - (lhs: Self, rhs: Self) -> Self {
    lhs + PaperDecimal(isNegative: !rhs.isNegative, digits: rhs.digits, exponent: rhs.exponent)
  }

  /// `nil` if one is `nil`.
  static func sum(_ amounts: [Self?]) -> Self? {
    amounts.reduce(Exact(0, 0).paper) { sum, amount in
      sum.flatMap { sum in amount.map { sum + $0 } }
    }
  }
}

extension Array where Element: Equatable {
  /// The first of equal elements.
  var once: Self { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
