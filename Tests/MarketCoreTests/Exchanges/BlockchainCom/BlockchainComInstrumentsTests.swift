import Foundation
@testable import MarketCore
import Testing

/// The instruments of Blockchain.com.
struct BlockchainComInstrumentsTests {
  private static func instrument(_ json: String) throws(MarketError) -> Instrument {
    let symbol = try Transport.Response.text(json).parsed {
      try BlockchainSymbol($0, isForInstrument: true)
    }
    return Instrument(symbol, of: Pair(symbol: "BTC-USD"))
  }

  @Test func `an entry of the list is read in full`() throws {
    let instrument = try Self.instrument(
      """
      {"base_currency":"BTC","base_currency_scale":8,"counter_currency":"USD",
      "counter_currency_scale":2,"min_price_increment":10,"min_price_increment_scale":2,
      "min_order_size":50,"min_order_size_scale":8,"max_order_size":0,"max_order_size_scale":8,
      "lot_size":5,"lot_size_scale":8,"status":"open","id":1,"auction_price":0.0,
      "auction_size":0.0,"auction_time":"","imbalance":0.0}
      """)
    #expect(instrument.pair == Pair(symbol: "BTC-USD"))
    #expect(instrument.state == .open)
    #expect(instrument.tickSize?.plain == "0.1")
    #expect(instrument.lotSize?.plain == "0.00000005")
    #expect(instrument.minimumOrder?.plain == "0.0000005")
    #expect(instrument.maximumOrder?.plain == "0")
    #expect(instrument.id == .number(1))
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
    let reason = "min_price_increment_scale is not a number of decimals"
    #expect(throws: MarketError.malformed(reason)) { try Self.instrument("1", scale: scale) }
  }

  @Test(arguments: [
    (#"{"counter_currency":"USD"}"#, "base_currency is missing"),
    (#"{"base_currency":"BTC"}"#, "counter_currency is missing"),
    (#"{"base_currency":"BTC","counter_currency":"USD","id":"x"}"#, "id is not a whole number"),
    (#"{"base_currency":"BTC","counter_currency":"USD","status":1}"#, "status is not text"),
  ])
  func `an entry that cannot be understood is refused`(json: String, reason: String) {
    #expect(throws: MarketError.malformed(reason)) { try Self.instrument(json) }
  }

  private static func instrument(_ increment: String, scale: String) throws -> Instrument {
    try instrument(
      """
      {"base_currency":"BTC","counter_currency":"USD",
      "min_price_increment":\(increment),"min_price_increment_scale":\(scale)}
      """)
  }

  @Test func `a size below the smallest decimal is refused`() {
    #expect(
      throws: MarketError.malformed("min_price_increment_scale is not a number of decimals")
    ) {
      try Self.instrument(
        """
        {"base_currency":"A","counter_currency":"B","min_price_increment":1e-120,
        "min_price_increment_scale":38}
        """)
    }
  }
}
