import Foundation
@testable import MarketCore
import Testing

/// Decimals in JSON, with quotes or without them.
struct ExactNumbersTests {
  private static func member(
    _ json: String
  ) throws(MarketError) -> (plainFirst: Decimal?, quotedFirst: Decimal?) {
    try Transport.Response.text(json).parsed { (object: JSONObject) in
      (try object.number("number"), try object.number("number", quoted: true))
    }
  }

  private static func elements(
    _ json: String
  ) throws(MarketError) -> (plainFirst: Decimal?, quotedFirst: Decimal?, next: String) {
    try Transport.Response.text(json).parsed { (array: JSONArray) in
      var array = array
      return (try array.number(), try array.number(quoted: true), try array.text())
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
    let member = try Self.member(#"{"number":\#(json)}"#)
    #expect(member.plainFirst?.plain == plain)
    #expect(member.quotedFirst?.plain == plain)
    let elements = try Self.elements(#"[\#(json),\#(json),"x"]"#)
    #expect(elements.plainFirst?.plain == plain)
    #expect(elements.quotedFirst?.plain == plain)
    #expect(elements.next == "x")
  }

  @Test func `a number that is null or missing is unknown`() throws {
    #expect(try Self.member(#"{"number":null}"#).plainFirst == nil)
    #expect(try Self.member("{}").plainFirst == nil)
    let elements = try Self.elements(#"[null,null,"x"]"#)
    #expect(elements.plainFirst == nil)
    #expect(elements.next == "x")
    let missing = try Transport.Response.text("[]").parsed { (array: JSONArray) in
      var array = array
      return try array.number()
    }
    #expect(missing == nil)
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
    #expect(throws: MarketError.malformed("number \(fault)"), "\(json)") {
      try Self.member(#"{"number":\#(json)}"#)
    }
    #expect(throws: MarketError.malformed("[0] \(fault)"), "\(json)") {
      try Self.elements("[\(json)]")
    }
  }
}
