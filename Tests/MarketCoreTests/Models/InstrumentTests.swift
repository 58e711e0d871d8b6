import Foundation
@testable import MarketCore
import Testing

struct InstrumentTests {
  @Test func `an entry of the list is read in full`() throws {
    let instrument = try Instrument(
      json: """
        {"base_currency":"BTC","base_currency_scale":8,"counter_currency":"USD",
        "counter_currency_scale":2,"min_price_increment":10,"min_price_increment_scale":2,
        "min_order_size":50,"min_order_size_scale":8,"max_order_size":0,"max_order_size_scale":8,
        "lot_size":5,"lot_size_scale":8,"status":"open","id":1,"auction_price":0.0,
        "auction_size":0.0,"auction_time":"","imbalance":0.0}
        """)
    #expect(instrument.pair == Pair(symbol: "BTC-USD"))
    #expect(instrument.status == .open)
    #expect(instrument.tickSize?.plain == "0.1")
    #expect(instrument.lotSize?.plain == "0.00000005")
    #expect(instrument.minimumOrder?.plain == "0.0000005")
    #expect(instrument.maximumOrder?.plain == "0")
    #expect(instrument.id == 1)
  }

  @Test(
    arguments: [
      ("1", "2", "0.01"), ("10", "2", "0.1"), ("1", "0", "1"), ("1", "8", "0.00000001"),
      ("500", "0", "500"), ("1.5", "1", "0.15"), ("\"25\"", "2", "0.25"), ("1e2", "2", "1"),
      ("0", "38", "0"), ("1", "38", "0.00000000000000000000000000000000000001"),
      ("1", "null", nil), ("null", "2", nil),
    ] as [(String, String, String?)])
  func `a size is its increment times ten to the power of minus its scale`(
    increment: String, scale: String, size: String?
  ) throws {
    #expect(try Self.instrument(increment, scale: scale).tickSize?.plain == size)
  }

  @Test(arguments: ["-1", "39", "400", "9223372036854775807"])
  func `a scale that is no number of decimals is refused`(scale: String) {
    let error = #expect(throws: DecodingError.self) {
      try Self.instrument("1", scale: scale)
    }
    #expect(error?.sentence == "min_price_increment_scale is not a number of decimals")
  }

  @Test(arguments: [
    (#"{"counter_currency":"USD"}"#, "base_currency is missing"),
    (#"{"base_currency":"BTC"}"#, "counter_currency is missing"),
    (#"{"base_currency":"BTC","counter_currency":"USD","id":"x"}"#, "id is not a whole number"),
    (#"{"base_currency":"BTC","counter_currency":"USD","status":1}"#, "status is not text"),
  ])
  func `an instrument that can not be understood is refused`(json: String, reason: String) {
    let error = #expect(throws: DecodingError.self) { try Instrument(json: json) }
    #expect(error?.sentence == reason)
  }

  @Test(arguments: [
    ("close", true), ("closed", true), ("open", false), ("halt-freeze", false), ("new", false),
  ])
  func `a pair is closed by either of two words`(word: String, isClosed: Bool) throws {
    let status = Instrument.Status(rawValue: word)
    #expect(status.isClosed == isClosed)
    #expect(try [Instrument.Status](json: "[\"\(word)\"]") == [status])
  }

  @Test(arguments: [("10", "2", "1", "1"), ("500", "0", "500", "0"), ("0", "3", "0", "0")])
  func `a size is written as a whole number and its count of decimals`(
    increment: String, scale: String, written: String, places: String
  ) throws {
    let instrument = try Self.instrument(increment, scale: scale)
    #expect(
      try instrument.json() == """
        {"base_currency":"BTC","counter_currency":"USD",\
        "min_price_increment":\(written),"min_price_increment_scale":\(places)}
        """)
  }

  @Test(arguments: ["0.01", "0.00000551", "1", "1500", "0", "12.34", "1e-38", "1e20"])
  func `an instrument that is written comes back the same`(size: String) throws {
    let instrument = Instrument(
      pair: Pair(symbol: "BTC-USD"), status: .close, tickSize: Decimal(exact: size),
      lotSize: Decimal(exact: size), minimumOrder: Decimal(exact: size),
      maximumOrder: Decimal(exact: size), id: .max)
    #expect(instrument.tickSize != nil)
    #expect(try Instrument(json: instrument.json()) == instrument)
  }

  @Test func `an instrument of nothing but its pair comes back the same`() throws {
    let instrument = Instrument(pair: Pair(symbol: "A-B-C"))
    #expect(try Instrument(json: instrument.json()) == instrument)
  }

  private static func instrument(_ increment: String, scale: String) throws -> Instrument {
    try Instrument(
      json: """
        {"base_currency":"BTC","counter_currency":"USD",
        "min_price_increment":\(increment),"min_price_increment_scale":\(scale)}
        """)
  }

  @Test func `a size below the smallest decimal is refused`() {
    #expect(throws: DecodingError.self) {
      try Instrument(
        json: """
          {"base_currency":"A","counter_currency":"B","min_price_increment":1e-120,
          "min_price_increment_scale":38}
          """)
    }
  }
}
