import Foundation

/// Calculates amounts, and remembers whether one of them was rounded: whether it needs more digits
/// than a decimal has.
struct AmountCalculator {
  var hasRounded = false

  /// The product; `nil` when it leaves a decimal's range.
  mutating func product(_ one: Decimal, _ two: Decimal) -> Decimal? {
    let product = one.times(two)
    if product?.isProduct(of: one, two) == false { hasRounded = true }
    return product
  }

  /// The sum; `nil` when it leaves a decimal's range.
  mutating func sum(_ one: Decimal, _ two: Decimal) -> Decimal? {
    let sum = one + two
    if !sum.isSum(of: one, two) { hasRounded = true }
    return sum.finite
  }
}

extension Decimal {
  /// Whether it is the sum of two numbers, digit for digit.
  func isSum(of one: Decimal, _ two: Decimal) -> Bool {
    isFinite && self - one == two && self - two == one
  }

  /// Whether it is the product of two numbers, digit for digit.
  fileprivate func isProduct(of one: Decimal, _ two: Decimal) -> Bool {
    guard let product = IntegerDecimal(self), let one = IntegerDecimal(one),
      let two = IntegerDecimal(two)
    else { return true }
    var power: UInt128 = 1
    // The zeros at the end that the product does not keep.
    for _ in 0..<max(0, product.exponent - one.exponent - two.exponent) {
      let (next, hasOverflown) = power.multipliedReportingOverflow(by: 10)
      guard !hasOverflown else { return false }
      power = next
    }
    return product.mantissa == 0
      || one.mantissa.multipliedFullWidth(by: two.mantissa)
        == product.mantissa.multipliedFullWidth(by: power)
  }
}
