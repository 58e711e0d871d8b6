import Foundation
@testable import MarketCore
import RandomInputs
import Testing

/// Decimals that are read from text and printed without loss.
struct DecimalExactTests {
  @Test(arguments: [
    ("5.51E-6", "0.00000551"), ("1.0E7", "10000000"), ("1e+2", "100"), ("0.0", "0"),
    ("38178", "38178"), ("38178.0", "38178"), ("4998.0", "4998"), ("0.07703", "0.07703"),
    (".5", "0.5"), ("-.5", "-0.5"), ("-0", "0"), ("-0.0e-7", "0"), ("0e999", "0"),
    ("007", "7"), ("3.133", "3.133"), ("-26211.350", "-26211.35"),
    ("1e127", "1" + zeros(127)), ("-1e-128", "-0." + zeros(127) + "1"),
    ("1" + zeros(50), "1" + zeros(50)), ("0." + zeros(60) + "1", "0." + zeros(60) + "1"),
    ("1." + zeros(60), "1"), (zeros(60) + "1", "1"), ("1e00000000000000000000002", "100"),
    (nines(38), nines(38)), (nines(38) + "e127", nines(38) + zeros(127)),
    ("0." + nines(38), "0." + nines(38)), ("1" + zeros(36) + "1", "1" + zeros(36) + "1"),
  ])
  func `a number is kept digit for digit and printed in plain digits`(text: String, plain: String) {
    #expect(Decimal(exact: text)?.plain == plain)
  }

  @Test(arguments: [
    "", " ", ".", "-", "-.", "e", "e5", ".e5", "1e", "1e+", "1e-", "1e5.5", "1e5e5", "1.", "1.e5",
    "1.2.3", "--1", "+1", " 1", "1 ", "1\n", "1-", "-+1", "12abc", "1,5", "1_000", "0x1", "0b1",
    "NaN", "nan", "inf", "-infinity", "true", "١٢", "１", "1\u{301}", "½", "1\0",
    "1e128", "1e400", "1e-129", "1e-400", "1e99999999999999999999", "1e-99999999999999999999",
    "12e-129", "0." + zeros(128) + "1",
    nines(39), "1" + zeros(37) + "1", "0." + nines(39), "0.1" + zeros(38) + "1",
  ])
  func `a text that is no number, or none that can be kept exactly, is refused`(text: String) {
    #expect(Decimal(exact: text) == nil)
  }

  @Test func `any number of up to 38 digits comes back digit for digit`() {
    for _ in 0..<rounds(400) {
      let count = Int.random(in: 1...38)
      let digits = (0..<count).map { "\(Int.random(in: ($0 == 0 ? 1 : 0)...9))" }.joined()
      let places = Int.random(in: 0...128)
      let sign = Bool.random() ? "-" : ""
      let expected = sign + point(digits, places: places)
      for text in ["\(sign)\(digits)e-\(places)", sign + padded(digits, places: places)] {
        #expect(Decimal(exact: text)?.plain == expected, "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("1.005", 2, "1.01"), ("-1.005", 2, "-1.01"), ("1.0049999", 2, "1"), ("-1.0050001", 2, "-1.01"),
    ("0.5", 0, "1"), ("-0.5", 0, "-1"), ("1.5", 0, "2"), ("2.5", 0, "3"), ("-0.4", 0, "0"),
    ("0.00000551", 6, "0.000006"), ("125", -1, "130"), ("38178", 4, "38178"),
  ])
  func `halves are rounded away from zero`(text: String, places: Int, rounded: String) {
    #expect(Decimal(exact: text)?.rounded(toPlaces: places).plain == rounded)
  }

  @Test(arguments: [
    ("123456", 3, "123000"), ("0.00012345", 4, "0.0001235"), ("-0.00012345", 2, "-0.00012"),
    ("999.96", 4, "1000"), ("5", 12, "5"), ("0", 3, "0"), ("1e100", 1, "1" + zeros(100)),
    (nines(38), 38, nines(38)), ("0.30669736992025", 12, "0.30669736992"),
  ])
  func `significant digits are counted from the first that is not 0`(
    text: String, digits: Int, rounded: String
  ) {
    #expect(Decimal(exact: text)?.rounded(toSignificantDigits: digits).plain == rounded)
  }

  @Test(
    arguments: [
      ("0.1", "-0.25", "-0.025"), ("1e-127", "1e-1", "1e-128"), ("1e-127", "1e-2", nil),
      ("1e-128", "1e-128", nil), ("-1e127", "1", "-1e127"), ("1e127", "1e127", nil),
    ] as [(String, String, String?)])
  func `a product is there up to the ends of a decimal's range, and unknown beyond`(
    one: String, other: String, product: String?
  ) throws {
    let (one, other) = (try #require(Decimal(exact: one)), try #require(Decimal(exact: other)))
    #expect(one.multiplied(by: other) == product.flatMap { Decimal(exact: $0) })
  }

  @Test func `a number that was calculated is printed without zeros at the end`() {
    #expect((Decimal(150) / 100 * 2).plain == "3")
    #expect(Decimal(sign: .minus, exponent: -3, significand: 1200).plain == "-1.2")
    #expect(Decimal(sign: .plus, exponent: 3, significand: 120).plain == "120000")
  }

  /// These digits with a point before the last `places` of them, and zeros where digits lack.
  private func padded(_ digits: String, places: Int) -> String {
    let whole = zeros(max(0, places + 1 - digits.count)) + digits
    return places == 0 ? whole : "\(whole.dropLast(places)).\(whole.suffix(places))"
  }

  /// The same in its shortest form.
  private func point(_ digits: String, places: Int) -> String {
    let text = padded(digits, places: places)
    guard places > 0 else { return text }
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[...end].last == "." ? text[..<end] : text[...end])
  }
}

private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
private func nines(_ count: Int) -> String { String(repeating: "9", count: count) }
