import Foundation
@testable import MarketCore
import Testing

/// Control characters in the strings of a JSON response.
struct ControlsInTextsTests {
  private static func value(_ json: String) throws -> JSONValue {
    try Transport.Response(body: Data(json.utf8)).parsed { (value: JSONValue) in value }
  }

  @Test(arguments: UInt32(0)...0x1F)
  func `a control means the same, as it is and as an escape`(value: UInt32) throws {
    let control = try #require(Unicode.Scalar(value))
    let escape = "\\u00" + (value < 0x10 ? "0" : "") + String(value, radix: 16)
    for (before, after) in [("A", "B"), ("", ""), (#"\\"#, #"\""#)] {
      let raw = try Self.value("[\n\t{\"\(control)\": \"\(before)\(control)\(after)\"}\r\n]")
      #expect(try raw == Self.value("[{\"\(escape)\":\"\(before)\(escape)\(after)\"}]"))
    }
  }

  @Test func `a control outside of texts is invalid`() {
    #expect(throws: MarketError.malformed("not JSON")) { try Self.value("[1\u{1}]") }
    #expect(throws: MarketError.malformed("not JSON")) { try Self.value("\u{0}") }
  }
}
