import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Sums, products and quotients of decimals, compared with ``PaperDecimal``.
struct IntegerDecimalTests {
  @Test(arguments: 0..<UInt64(rounds(1))) func `sums and differences have 38 digits, rounded`(
    seed: UInt64
  ) {
    for (one, other) in pairs(seed) {
      let (sum, difference) = (one.paper + other.paper, one.paper + (-other.decimal).paper)
      expect(one.decimal.adding(other.decimal), sum, "\(one) + \(other)")
      expect(one.decimal.subtracting(other.decimal), difference, "\(one) - \(other)")
      var isRounded = false
      _ = one.decimal.adding(other.decimal, isRounded: &isRounded)
      #expect(isRounded == (sum != sum.rounded), "\(one) + \(other)")
    }
  }

  @Test(arguments: 0..<UInt64(rounds(1))) func `products have 38 digits, rounded`(seed: UInt64) {
    for (one, other) in pairs(seed) {
      let product = one.paper * other.paper
      var isRounded = false
      let result = one.decimal.multiplied(by: other.decimal, isRounded: &isRounded)
      expect(result, product, "\(one) * \(other)")
      #expect(isRounded == (product != product.rounded), "\(one) * \(other)")
    }
  }

  @Test(arguments: 0..<UInt64(rounds(1))) func `quotients have 38 digits, those behind cut off`(
    seed: UInt64
  ) {
    for (one, other) in pairs(seed) {
      let quotient = one.decimal.divided(by: other.decimal)
      if other.decimal.isZero {
        #expect(quotient == nil)
      } else {
        expect(quotient, one.paper / other.paper, "\(one) / \(other)")
      }
    }
  }

  @Test(arguments: [
    ("2", "3", "0.66666666666666666666666666666666666666"),
    ("-2", "3", "-0.66666666666666666666666666666666666666"),
    ("1", "26211.35", "0.000038151411506847224580191405631529852525"),
    ("99999999999999999999999999999999999999", "0.1", "999999999999999999999999999999999999990"),
  ])
  func `a quotient is neither rounded nor shorter`(one: String, other: String, quotient: String) {
    let (one, other) = (Decimal(exact: one) ?? .nan, Decimal(exact: other) ?? .nan)
    #expect(one.divided(by: other)?.plain == quotient)
  }

  @Test(arguments: 0..<UInt64(rounds(1))) func `numbers are compared to the last digit`(
    seed: UInt64
  ) {
    for (one, other) in pairs(seed) {
      let difference = one.paper + (-other.decimal).paper
      #expect(one.decimal.isBelow(other.decimal) == difference.isNegative, "\(one) < \(other)")
      #expect(one.decimal.equals(other.decimal) == difference.digits.isEmpty, "\(one) = \(other)")
    }
  }

  @Test func `what is not a number is below all that are, and gives no result`() {
    let nan = Decimal.nan
    #expect(nan.isBelow(-1) && !Decimal(-1).isBelow(nan) && !nan.isBelow(nan))
    #expect(nan.equals(nan) && !nan.equals(0) && !Decimal(0).equals(nan))
    #expect(nan.adding(1).isNaN && Decimal(1).subtracting(nan).isNaN)
    #expect(nan.multiplied(by: 1) == nil && Decimal(1).divided(by: nan) == nil)
    #expect(nan.rounded(toPlaces: -1).isNaN && nan.plain == "NaN")
  }

  @Test(arguments: 0..<UInt64(rounds(1))) func `numbers are rounded as told`(seed: UInt64) {
    var random = Seeded(state: seed)
    for number in numbers(seed) {
      let places = Int.random(in: -5...40, using: &random)
      for mode in [Decimal.RoundingMode.plain, .down, .up, .bankers] {
        let rounded = number.decimal.rounded(toPlaces: places, mode)
        let expected = number.paper.rounded(toPlaces: places, mode)
        #expect(rounded.paper == expected, "\(number) \(places) \(mode)")
      }
    }
  }

  @Test(arguments: ["0.5", "2.5", "-0.5", "1.25", "-1.25", "0.05", "0.0500000001", "9.995"])
  func `halves are rounded as told`(text: String) throws {
    let number = try #require(Decimal(exact: text))
    for places in 0...2 {
      for mode in [Decimal.RoundingMode.plain, .down, .up, .bankers] {
        let rounded = number.rounded(toPlaces: places, mode)
        #expect(rounded.paper == number.paper.rounded(toPlaces: places, mode), "\(places) \(mode)")
      }
    }
  }

  @Test(arguments: 0..<UInt64(rounds(1))) func `texts have every digit, and read back as the same`(
    seed: UInt64
  ) {
    for number in numbers(seed) {
      #expect(number.decimal.plain == number.decimal.description)
      guard number.paper.digits.count <= 38 else { continue }
      expect(Decimal(exact: number.decimal.plain), number.paper, "\(number)")
    }
  }

  /// `nil` and what is not a number stand for a result beyond the exponents.
  private func expect(_ result: Decimal?, _ exact: PaperDecimal, _ comment: Comment) {
    let number = result.flatMap { $0.isNaN ? nil : $0.paper }
    let expected = exact.rounded
    #expect(number == ((-128...127).contains(expected.exponent) ? expected : nil), comment)
  }

  private func pairs(_ seed: UInt64) -> [(Sample, Sample)] {
    let numbers = numbers(seed)
    return zip(numbers, numbers.dropFirst()).map { $0 }
      // Those that are nearly equal lose most of their digits in a difference.
      + numbers.map { ($0, $0) }
      + numbers.map { ($0, Sample(decimal: $0.decimal.significand.nextUp)) }
  }

  /// Prices and quantities as they are, and everything up to the ends of a decimal's range.
  private func numbers(_ seed: UInt64) -> [Sample] {
    var random = Seeded(state: seed)
    let some = (0..<100).map { _ in
      let length = [2, 3, 6, 9, 17, 19, 20, 30, 37, 38].randomElement(using: &random) ?? 2
      // Among any digits, those that carry and borrow far.
      let range = [0...9, 0...9, 9...9, 0...0].randomElement(using: &random) ?? 0...9
      let digits = (0..<length).map { place in
        "\(Int.random(in: place % (length - 1) == 0 ? 0...9 : range, using: &random))"
      }.joined()
      let exponents =
        [-8...0, -20...5, -60...40, -128...90].randomElement(using: &random) ?? -8...0
      let sign = Bool.random(using: &random) ? "-" : ""
      return "\(sign)\(digits)e\(Int.random(in: exponents, using: &random))"
    }
    let borders =
      ["0", "1", "-1", "1e127", "1e-128", "-1e38", "1e-38", "-1e37"]
      + ["9223372036854775808", "18446744073709551615", "18446744073709551616e-9"]
      + ["10000000000000000000", "99999999999999999999999999999999999999"]
      // Mantissas of 39 digits, which no number has that was read.
      + ["340282366920938463463374607431768211455", "-340282366920938463463374607431768211455e127"]
      + ["340282366920938463463374607431768211455e-128", "170141183460469231731687303715884105728"]
      + ["34028236692093846346337460743176821145", "34028236692093846346337460743176821146e-30"]
    return (some + borders).shuffled(using: &random).map {
      Sample(decimal: Decimal(string: $0) ?? .nan)
    }
  }
}

private struct Sample: CustomStringConvertible {
  let decimal: Decimal
  let paper: PaperDecimal

  init(decimal: Decimal) {
    self.decimal = decimal
    paper = decimal.paper
  }

  var description: String { decimal.description }
}
