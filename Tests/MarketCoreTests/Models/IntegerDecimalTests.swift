import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Every calculation in integers against Foundation's own, to the last digit and to the exponent.
struct IntegerDecimalTests {
  @Test func `the memory of a decimal is as expected on Linux`() throws {
    #if os(Linux)
      let number = try #require(IntegerDecimal(Decimal(string: "-26211.350") ?? .nan))
      #expect(number.isNegative && number.mantissa == 2_621_135 && number.exponent == -2)
      #expect(number.decimal == Decimal(string: "-26211.35"))
    #endif
    #expect(IntegerDecimal(Decimal.nan) == nil)
  }

  @Test(arguments: 0..<8) func `sums and differences are Foundation's`(seed: UInt64) {
    for (one, other) in pairs(seed) {
      expectSame(one.adding(other), one + other, "\(one) + \(other)")
      expectSame(one.subtracting(other), one - other, "\(one) - \(other)")
    }
  }

  @Test(arguments: 0..<8) func `products are Foundation's`(seed: UInt64) {
    for (one, other) in pairs(seed) where one.exponent + other.exponent >= -128 {
      expectSame(one.multiplied(by: other) ?? .nan, one * other, "\(one) * \(other)")
    }
  }

  @Test(arguments: 0..<8) func `quotients are Foundation's`(seed: UInt64) {
    for (one, other) in pairs(seed) where !other.isZero {
      expectSame(one.divided(by: other) ?? .nan, one / other, "\(one) / \(other)")
    }
  }

  @Test(arguments: 0..<8) func `comparisons are Foundation's`(seed: UInt64) {
    for (one, other) in pairs(seed) {
      #expect(one.isBelow(other) == (one < other), "\(one) < \(other)")
      #expect(!one.isBelow(one), "\(one)")
      #expect(one.equals(other) == (one == other), "\(one) = \(other)")
      #expect(one.equals(one) && one.equals(one.multiplied(by: 1) ?? one), "\(one)")
      #expect(one.isAboveZero == (one > 0), "\(one) > 0")
    }
  }

  @Test(arguments: 0..<8) func `numbers are rounded as by Foundation`(seed: UInt64) {
    var random = Seeded(state: seed)
    for number in numbers(seed) {
      let places = Int.random(in: -5...40, using: &random)
      for mode in [Decimal.RoundingMode.plain, .down, .up, .bankers] {
        var (value, expected) = (number, Decimal())
        NSDecimalRound(&expected, &value, places, mode)
        expectSame(number.rounded(toPlaces: places, mode), expected, "\(number) \(places) \(mode)")
      }
    }
  }

  @Test(arguments: 0..<8) func `texts are Foundation's, and read back as the same`(seed: UInt64) {
    for number in numbers(seed) {
      #expect(number.plain == number.description)
      guard number.isFinite, number.significand < .powerOfTen(38) else { continue }
      expectSame(Decimal(exact: number.description) ?? .nan, number, "\(number)")
    }
  }

  @Test(arguments: ["0.5", "2.5", "-0.5", "1.25", "-1.25", "0.05", "0.0500000001", "9.995"])
  func `halves are rounded as by Foundation`(text: String) throws {
    let number = try #require(Decimal(string: text))
    for places in 0...2 {
      for mode in [Decimal.RoundingMode.plain, .down, .up, .bankers] {
        var (value, expected) = (number, Decimal())
        NSDecimalRound(&expected, &value, places, mode)
        expectSame(number.rounded(toPlaces: places, mode), expected, "\(places) \(mode)")
      }
    }
  }

  private func expectSame(_ number: Decimal, _ expected: Decimal, _ comment: Comment) {
    // Foundation's zeros have any exponent.
    let exponents = number.isZero ? [0, 0] : [number.exponent, expected.exponent]
    #expect(
      number == expected && exponents[0] == exponents[1] && number.sign == expected.sign
        || number.isNaN && expected.isNaN, comment)
  }

  private func pairs(_ seed: UInt64) -> [(Decimal, Decimal)] {
    let numbers = numbers(seed)
    return zip(numbers, numbers.dropFirst()).map { $0 }
      // Those that are nearly equal lose most of their digits in a difference.
      + numbers.map { ($0, $0) } + numbers.prefix(100).map { ($0, $0 + Decimal(1)) }
  }

  /// Prices and quantities as they are, and everything up to the ends of a decimal's range.
  private func numbers(_ seed: UInt64) -> [Decimal] {
    var random = Seeded(state: seed)
    return (0..<500).map { _ in
      let length = [1, 3, 6, 9, 17, 19, 20, 30, 37, 38].randomElement(using: &random) ?? 1
      let digits = (0..<length).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }.joined()
      let exponents = [-8...0, -20...5, -128...90].randomElement(using: &random) ?? -8...0
      let sign = Bool.random(using: &random) ? "-" : ""
      let text = "\(sign)\(digits)e\(Int.random(in: exponents, using: &random))"
      return Decimal(string: text) ?? .nan
    } + [0, 1, -1, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .pi]
      + [-128, -127, -38, 38, 127].map { Decimal(sign: .plus, exponent: $0, significand: 1) }
      + [UInt64.max, UInt64(1) << 63, 10_000_000_000_000_000_000].map { Decimal($0) }
  }
}
