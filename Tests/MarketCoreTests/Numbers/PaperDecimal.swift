import Foundation

/// A number of any length, with the arithmetic of primary school.
struct PaperDecimal: Equatable {
  /// The lowest first, the highest not 0; none for 0.
  let digits: [Int]
  let isNegative: Bool
  let exponent: Int

  /// Without zeros at either end.
  init(isNegative: Bool, digits: [Int], exponent: Int) {
    let end = digits.lastIndex { $0 != 0 } ?? -1
    let start = digits.firstIndex { $0 != 0 } ?? 0
    self.digits = end < 0 ? [] : Array(digits[start...end])
    self.isNegative = isNegative && end >= 0
    self.exponent = end < 0 ? 0 : exponent + start
  }

  /// The digits from a lower exponent on.
  private func digits(from lowest: Int) -> [Int] {
    digits.isEmpty ? [] : Array(repeating: 0, count: exponent - lowest) + digits
  }

  static func + (lhs: Self, rhs: Self) -> Self {
    let lowest = min(lhs.exponent, rhs.exponent)
    let (one, other) = (lhs.digits(from: lowest), rhs.digits(from: lowest))
    if lhs.isNegative == rhs.isNegative {
      return Self(isNegative: lhs.isNegative, digits: sum(one, other, 1), exponent: lowest)
    }
    return isBelow(one, other)
      ? Self(isNegative: rhs.isNegative, digits: sum(other, one, -1), exponent: lowest)
      : Self(isNegative: lhs.isNegative, digits: sum(one, other, -1), exponent: lowest)
  }

  static func * (lhs: Self, rhs: Self) -> Self {
    var digits: [Int] = []
    for (place, digit) in rhs.digits.enumerated() {
      let shifted = Array(repeating: 0, count: place) + lhs.digits
      digits = sum(digits, shifted, digit)
    }
    return Self(
      isNegative: lhs.isNegative != rhs.isNegative, digits: digits,
      exponent: lhs.exponent + rhs.exponent)
  }

  /// The first 38 digits of the quotient.
  static func / (lhs: Self, rhs: Self) -> Self {
    var (digits, rest, places): ([Int], [Int], Int) = ([], [], 0)
    var dividend = lhs.digits
    while digits.count < 38, !dividend.isEmpty || !rest.isEmpty {
      if dividend.isEmpty { places += 1 }
      rest = sum([dividend.popLast() ?? 0] + rest, [], 1)
      var digit = 0
      while !isBelow(rest, rhs.digits) {
        rest = sum(rest, rhs.digits, -1)
        digit += 1
      }
      if digit > 0 || !digits.isEmpty { digits.insert(digit, at: 0) }
    }
    // The digits that were not reached.
    let zeros = Array(repeating: 0, count: dividend.count)
    return Self(
      isNegative: lhs.isNegative != rhs.isNegative, digits: zeros + digits,
      exponent: lhs.exponent - rhs.exponent - places)
  }

  /// To 38 digits, halves away from zero.
  var rounded: Self {
    rounded(toPlaces: -max(exponent, exponent + digits.count - 38), .plain)
  }

  func rounded(toPlaces places: Int, _ mode: Decimal.RoundingMode) -> Self {
    guard !digits.isEmpty, -exponent > places else { return self }
    let padded = digits + Array(repeating: 0, count: max(0, -exponent - places - digits.count))
    let (lost, kept) = (padded.prefix(-exponent - places), padded.dropFirst(-exponent - places))
    let isHalf = lost.last == 5 && lost.dropLast().allSatisfy { $0 == 0 }
    let goesUp: Bool
    switch mode {
    case .plain: goesUp = (lost.last ?? 0) >= 5
    case .bankers: goesUp = isHalf ? (kept.first ?? 0) % 2 == 1 : (lost.last ?? 0) >= 5
    case .down: goesUp = isNegative
    default: goesUp = !isNegative
    }
    return Self(
      isNegative: isNegative, digits: goesUp ? Self.sum(Array(kept), [1], 1) : Array(kept),
      exponent: -places)
  }

  private static func isBelow(_ one: [Int], _ other: [Int]) -> Bool {
    one.count == other.count
      ? one.reversed().lexicographicallyPrecedes(other.reversed()) : one.count < other.count
  }

  /// The first number plus so many times the other one, which is at least 0.
  private static func sum(_ one: [Int], _ other: [Int], _ times: Int) -> [Int] {
    var (digits, carry): ([Int], Int) = ([], 0)
    for place in 0..<max(one.count, other.count) + 1 {
      let digit = place < one.count ? one[place] : 0
      let sum = digit + times * (place < other.count ? other[place] : 0) + carry
      carry = sum < 0 ? (sum - 9) / 10 : sum / 10
      digits.append(sum - 10 * carry)
    }
    while digits.last == 0 { digits.removeLast() }
    return digits
  }
}

extension Decimal {
  /// The digits that Foundation prints: neither its arithmetic nor its memory.
  var paper: PaperDecimal {
    let parts = description.split(separator: ".")
    let digits = parts.joined().compactMap(\.wholeNumberValue)
    return PaperDecimal(
      isNegative: description.hasPrefix("-"), digits: digits.reversed(),
      exponent: parts.count == 2 ? -parts[1].count : 0)
  }
}
