import Foundation

@testable import MarketCore

/// A number as numerator and power of ten: exact in 128 bits for the sizes of these tests.
struct Exact: Equatable {
  var digits: Int128
  var places: Int

  init(_ digits: Int128, _ places: Int) { (self.digits, self.places) = (digits, places) }

  static func * (one: Exact, other: Exact) -> Exact {
    Exact(one.digits * other.digits, one.places + other.places)
  }

  func at(_ places: Int) -> Int128 {
    (self.places..<places).reduce(digits) { digits, _ in digits * 10 }
  }

  static func + (one: Exact, other: Exact) -> Exact {
    let places = max(one.places, other.places)
    return Exact(one.at(places) + other.at(places), places)
  }

  static func - (one: Exact, other: Exact) -> Exact { one + Exact(-other.digits, other.places) }

  /// The quotient to 12 significant digits, by long division; halves away from zero.
  func divided(by other: Exact) -> Exact {
    var (rest, places) = (digits.magnitude, self.places - other.places)
    let divisor = other.digits.magnitude
    while rest / divisor < 1_000_000_000_000, rest != 0 {
      (rest, places) = (rest * 10, places + 1)
    }
    var quotient = rest / divisor
    var isMore = rest % divisor != 0
    while quotient >= 10_000_000_000_000 {
      isMore = isMore || quotient % 10 != 0
      (quotient, places) = (quotient / 10, places - 1)
    }
    if quotient != 0 { (quotient, places) = ((quotient + 5) / 10, places - 1) }
    let sign: Int128 = (digits < 0) == (other.digits < 0) ? 1 : -1
    return Exact(sign * Int128(quotient), places)
  }

  /// The plain digits, made by hand.
  var text: String {
    if digits == 0 { return "0" }
    var text = String(digits.magnitude)
    if places < 0 { text += String(repeating: "0", count: -places) }
    if places > 0 {
      text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return (digits < 0 ? "-" : "") + text
  }

  var decimal: Decimal { Decimal(exact: text) ?? .nan }
}

/// The prices of pairs on exchanges, by names as in `one BTC-USD`.
struct ExactMarket {
  var last: [String: Exact] = [:]
  var open: [String: Exact] = [:]
  /// The pairs without a trade in 24 hours.
  var untraded: Set<String> = []

  /// The rates of the first route, each with whether it divides: first of pairs that were traded, then with
  /// a stablecoin as a dollar; then so of all pairs. A stablecoin as a dollar is a pair of no exchange, as
  /// in ` USDT-USD`.
  func route(_ from: String, _ to: String, _ exchanges: [String]) -> [(String, Exact, Bool)]? {
    ExactRule.all.lazy.compactMap { route(from, to, exchanges, by: $0) }.first
  }

  /// The rates of the first route by one rule.
  func route(
    _ from: String, _ to: String, _ exchanges: [String], by rule: ExactRule
  ) -> [(String, Exact, Bool)]? {
    for exchange in exchanges where !exchange.isEmpty {
      func price(_ key: String) -> Exact? {
        last[key].flatMap {
          $0.digits > 0 && !(rule.needsTrades && untraded.contains(key)) ? $0 : nil
        }
      }
      func one(_ a: String, _ b: String) -> (String, Exact, Bool)? {
        let (pair, inverse) = ("\(exchange) \(a)-\(b)", "\(exchange) \(b)-\(a)")
        if let rate = price(pair) { return (pair, rate, false) }
        if let rate = price(inverse) { return (inverse, rate, true) }
        let coins = ["USDT", "USDC", "DAI"].filter {
          [a, b].contains($0) && [a, b].contains("USD")
        }
        return rule.hasPegs ? coins.first.map { (" \($0)-USD", Exact(1, 0), false) } : nil
      }
      if let direct = one(from, to) { return [direct] }
      for bridge in ["USD", "USDT", "USDC", "EUR", "BTC"] where ![from, to].contains(bridge) {
        if let first = one(from, bridge), let second = one(bridge, to) { return [first, second] }
      }
    }
    return nil
  }
}

/// Which rates a route may have: whether of traded pairs only, and whether a stablecoin is a dollar.
struct ExactRule {
  let needsTrades, hasPegs: Bool

  static let all = [(true, false), (true, true), (false, false), (false, true)].map {
    ExactRule(needsTrades: $0, hasPegs: $1)
  }
}

extension Exact {
  /// The amount at the rates of a route, see ``ExactMarket/route(_:_:_:)``; `nil` without one.
  func converted(by route: [(String, Exact, Bool)]?) -> Exact? {
    guard let route else { return nil }
    let product = route.filter { !$0.2 }.reduce(self) { $0 * $1.1 }
    let divisors = route.filter(\.2).map(\.1)
    guard let first = divisors.first else { return product }
    return product.divided(by: divisors.dropFirst().reduce(first, *))
  }
}
