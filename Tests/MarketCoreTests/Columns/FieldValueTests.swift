import Foundation
@testable import MarketCore
import Testing

/// The exact values of fields.
struct FieldValueTests {
  @Test func `what is not there is unknown, and so is what no decimal can hold`() {
    #expect(FieldValue(nil as Decimal?) == .unknown)
    #expect(FieldValue(Decimal.nan) == .unknown)
    #expect(FieldValue(nil as String?) == .unknown)
    #expect(FieldValue(nil as Identifier?) == .unknown)
  }

  @Test func `what is there is kept, 0 and nothing as well`() {
    #expect(FieldValue(0 as Decimal) == .number(0))
    #expect(FieldValue("") == .text(""))
    #expect(FieldValue(Identifier.number(.max)) == .number(Decimal("18446744073709551615")))
    #expect(FieldValue(Identifier.text("XXBT")) == .text("XXBT"))
  }

  @Test func `words are joined, and none are unknown`() {
    #expect(FieldValue.words(["a", "b"]).text == "a b")
    #expect(FieldValue.words([]).text == nil)
  }

  @Test(
    arguments: [
      (nil, nil), (.nan, nil), (1 / 3, "0.333333"), (-2 / 3, "-0.666667"), (Decimal("2.50"), "2.5"),
      (Decimal("0.0000005"), "0.000001"), (Decimal("-0.0000004"), "0"),
    ] as [(Decimal?, String?)])
  func `what was divided has six decimals, or is unknown`(number: Decimal?, digits: String?) {
    #expect(FieldValue.quotient(number) == (digits.map { .number(Decimal($0)) } ?? .unknown))
  }

  @Test(
    arguments: [
      (.number(1), .number(2)), (.text("A"), .text("B")), (.flag(false), .flag(true)),
      (.time(Date(timeIntervalSince1970: 1)), .time(Date(timeIntervalSince1970: 2))),
    ] as [(FieldValue, FieldValue)])
  func `the smaller, the earlier, the first by letters precedes`(
    one: FieldValue, two: FieldValue
  ) {
    #expect(one.isBelow(two))
    #expect(!two.isBelow(one))
    #expect(!one.isBelow(one))
    #expect(!FieldValue.unknown.isBelow(one))
    #expect(!one.isBelow(.unknown))
  }
}
