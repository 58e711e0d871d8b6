import Foundation
@testable import MarketCore
import Testing

/// The numbers of an answer, by the example of a last price.
struct NumberTests {
  @Test(arguments: [
    ("26211.35", "26211.35"), ("38178.0", "38178"), ("38178", "38178"), ("0.0", "0"), ("0", "0"),
    ("-1.5", "-1.5"), ("5.51E-6", "0.00000551"), ("1.0E7", "10000000"), ("1e+2", "100"),
    ("390682.12345678", "390682.12345678"), ("3.133", "3.133"),
    ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
    ("\"4998.0\"", "4998"), ("\"5.51E-6\"", "0.00000551"), ("\"-0\"", "0"),
  ])
  func `a number is read in every form that the exchange may send`(
    json: String, plain: String
  ) throws {
    #expect(try last(json)?.plain == plain)
  }

  @Test func `a number that is null or missing is unknown`() throws {
    #expect(try last("null") == nil)
    #expect(try Ticker(json: #"{"symbol":"BTC-USD"}"#).last == nil)
  }

  @Test(arguments: [
    "true", "false", "[]", "[1]", "{}", "\"\"", "\" \"", "\"12abc\"", "\"1,5\"", "\"0x1\"",
    "\"NaN\"", "\"null\"", "\"1 000\"", "\"+1\"", "1e400", "1e-400", "\"1e400\"", "\"1e-400\"",
    "123456789012345678901234567890123456789", "\"123456789012345678901234567890123456789\"",
    "0.123456789012345678901234567890123456789",
  ])
  func `what is there and can not be kept exactly is said with its place`(json: String) {
    let error = #expect(throws: DecodingError.self) { try last(json) }
    #expect(
      error?.sentence == "last_trade_price is not a number that can be kept exactly", "\(json)")
  }

  private func last(_ json: String) throws -> Decimal? {
    try Ticker(json: #"{"symbol":"BTC-USD","last_trade_price":\#(json)}"#).last
  }
}
