import Foundation
@testable import MarketCore
import Testing

/// The tickers of Blockchain.com.
struct BlockchainComTickersTests {
  private static func ticker(_ json: String) throws(MarketError) -> Ticker {
    Ticker(try Transport.Response.text(json).parsed { try BlockchainTicker($0) })
  }

  @Test func `a ticker is read from the exchange's fields, others are ignored`() throws {
    let ticker = try Self.ticker(
      """
      {"id":7,"symbol":"BTC-USD","price_24h":25891.5,"volume_24h":"12.25","new":{"a":[null]},
      "last_trade_price":26211.35}
      """)
    #expect(
      ticker
        == Ticker(
          pair: Pair(symbol: "BTC-USD"), open: Decimal(exact: "25891.5"),
          volume: Decimal(exact: "12.25"), last: Decimal(exact: "26211.35"),
          showsMissingLastAsZero: true))
  }

  @Test func `a ticker of nothing but its symbol is one`() throws {
    let bare = Ticker("X", showsMissingLastAsZero: true)
    #expect(try Self.ticker(#"{"symbol":"X"}"#) == bare)
  }

  @Test(arguments: [
    (#"{}"#, "symbol is missing"), (#"{"symbol":null}"#, "symbol is null"),
    (#"{"symbol":1}"#, "symbol is not text"), (#"{"symbol":" "}"#, "symbol is empty"),
    (#"[]"#, "not an object"),
    (#"{"symbol":"X","volume_24h":{}}"#, "volume_24h is not a number"),
  ])
  func `a ticker that cannot be understood is refused`(json: String, reason: String) {
    #expect(throws: MarketError.malformed(reason)) { try Self.ticker(json) }
  }

  // An invalid row makes the decoder read the list.
  @Test(arguments: [
    #"{"symbol":"X"}"#, #" { "symbol" : "\u0058-USD" , "x":[{}], "price_24h":null } "#,
    #"{"symbol":"X-USD","price_24h":0.10,"volume_24h":"5.51E-6","last_trade_price":1e3}"#,
    #"{"symbol":"X-USD","last_trade_price":-12345678901234567890.123456789012345678}"#,
  ])
  func `a list has the same rows beside an invalid one`(row: String) async throws {
    func tickers(_ json: String) async throws -> [Ticker] {
      try await MarketClient.stub { _ in .success(.text(json)) }.tickers().get().value
    }
    let rows = try await tickers("[\(row)]")
    #expect(rows.count == 1)
    #expect(try await tickers("[\(row),{}]") == rows)
  }
}
