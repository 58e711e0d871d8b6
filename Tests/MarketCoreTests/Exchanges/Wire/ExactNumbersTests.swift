import Foundation
@testable import MarketCore
import Testing

/// The numbers of an answer: a member of an object and an element of an array, whichever of plain
/// and quoted is usual.
struct ExactNumbersTests {
  private struct Member: Decodable {
    let plainFirst, quotedFirst: Decimal?

    enum CodingKeys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      plainFirst = try container.number(forKey: .number)
      quotedFirst = try container.number(forKey: .number, quoted: true)
    }
  }

  private struct Elements: Decodable {
    let plainFirst, quotedFirst: Decimal?
    let next: String

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      plainFirst = try container.number()
      quotedFirst = try container.number(quoted: true)
      next = try container.decode(String.self)
    }
  }

  @Test(arguments: [
    ("26211.35", "26211.35"), ("38178.0", "38178"), ("38178", "38178"), ("0.0", "0"), ("0", "0"),
    ("-1.5", "-1.5"), ("5.51E-6", "0.00000551"), ("1.0E7", "10000000"), ("1e+2", "100"),
    ("1.7e-7", "0.00000017"), ("1e-11", "0.00000000001"),
    ("43173047234.85517", "43173047234.85517"),
    ("390682.12345678", "390682.12345678"), ("3.133", "3.133"),
    ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
    ("\"4998.0\"", "4998"), ("\"5.51E-6\"", "0.00000551"), ("\"-0\"", "0"),
    ("\"60934.90000\"", "60934.9"),
  ])
  func `a number is read in every form that an exchange may send`(
    json: String, plain: String
  ) throws {
    let member = try Member(json: #"{"number":\#(json)}"#)
    #expect(member.plainFirst?.plain == plain)
    #expect(member.quotedFirst?.plain == plain)
    let elements = try Elements(json: #"[\#(json),\#(json),"x"]"#)
    #expect(elements.plainFirst?.plain == plain)
    #expect(elements.quotedFirst?.plain == plain)
    #expect(elements.next == "x")
  }

  @Test func `a number that is null or missing is unknown`() throws {
    #expect(try Member(json: #"{"number":null}"#).plainFirst == nil)
    #expect(try Member(json: "{}").plainFirst == nil)
    let elements = try Elements(json: #"[null,null,"x"]"#)
    #expect(elements.plainFirst == nil)
    #expect(elements.next == "x")
    struct Short: Decodable {
      let number: Decimal?
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        number = try container.number()
      }
    }
    #expect(try Short(json: "[]").number == nil)
  }

  @Test(arguments: [
    "true", "false", "[]", "[1]", "{}", "\"\"", "\" \"", "\"12abc\"", "\"1,5\"", "\"0x1\"",
    "\"NaN\"", "\"null\"", "\"1 000\"", "\"+1\"", "\"-\"", "\".\"", "\"1e\"", "\"1e1.5\"",
  ])
  func `what is no number is said with its place`(json: String) {
    expectFault("is not a number", of: json)
  }

  @Test(arguments: [
    "\"1e400\"", "\"1e-400\"", "\"-1E400\"", "123456789012345678901234567890123456789",
    "\"123456789012345678901234567890123456789\"", "0.123456789012345678901234567890123456789",
    "\"0.123456789012345678901234567890123456789\"",
  ])
  func `a number that cannot be kept exactly is said with its place`(json: String) {
    expectFault("has too many digits", of: json)
  }

  /// The decoder gives no number for these, and not the text that they were.
  @Test(arguments: ["1e400", "1e-400"])
  func `a number beyond all decoders is refused`(json: String) {
    expectFault("is not a number", of: json)
  }

  private func expectFault(_ fault: String, of json: String) {
    let member = #expect(throws: DecodingError.self) { try Member(json: #"{"number":\#(json)}"#) }
    #expect(member?.sentence == "number \(fault)", "\(json)")
    let element = #expect(throws: DecodingError.self) { try Elements(json: "[\(json)]") }
    #expect(element?.sentence == "[0] \(fault)", "\(json)")
  }
}
