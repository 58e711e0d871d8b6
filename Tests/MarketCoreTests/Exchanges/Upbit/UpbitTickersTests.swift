import MarketCore
import Testing

/// The tickers of Upbit, and their requests.
struct UpbitTickersTests {
  // FILL IN the rows: usual, without a trade, one side only, null and missing, invalid.
  @Test(
    arguments: [
      (
        #"{"symbol":"BTC-USD","last":"2","bid":"1","ask":"3","open":"4","high":"6","low":"1","volume":"7"}"#,
        "BTC-USD 2 1 3 4 6 1 7"
      ), (#"{"symbol":"BTC-USD","last":"0","volume":null}"#, "BTC-USD - - - - - - -"),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = UpbitMarket.market(["tickers": "[\(row)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
  }

  // FILL IN: several, with names, with quotes.
  @Test(
    arguments: [(nil, "tickers"), (["BTC-USD"], "tickers?symbol=BTC-USD")] as [([String]?, String)])
  func `only what is needed is requested`(symbols: [String]?, request: String) async throws {
    let row = #"{"symbol":"BTC-USD"}"#
    let market = UpbitMarket.market(["tickers": "[\(row)]", "tickers?symbol=BTC-USD": row])
    #expect(try await market.asked(forTickersOf: symbols, .none) == [request])
  }
}
