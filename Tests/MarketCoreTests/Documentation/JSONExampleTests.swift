import Foundation
import MarketCore
import TestTools
import Testing

/// The examples of the article about models as JSON.
struct JSONExampleTests {
  @Test func `the JSON of Blockchain.com is decoded`() throws {
    let print = Printed()
    let response = Data(
      """
      [{"symbol":"BTC-USD","price_24h":26954.18,"volume_24h":31.48201977,
      "last_trade_price":27412.35},{"symbol":"XLM-BTC","price_24h":0.0,"volume_24h":0.0,
      "last_trade_price":5.51E-6}]
      """.utf8)
    for ticker in try JSONDecoder().decode([BlockchainTicker].self, from: response) {
      print(ticker.symbol, NumberFormat.plain(ticker.lastTradePrice))
    }
    #expect(
      print.text() == """
        BTC-USD 27412.35
        XLM-BTC 0.00000551
        """)
  }

  @Test func `an error has the path`() throws {
    let print = Printed()
    do {
      let response = Data(#"{"symbol":"BTC-USD","bids":[{"px":27410.97}],"asks":[]}"#.utf8)
      _ = try JSONDecoder().decode(BlockchainOrderBook.self, from: response)
    } catch DecodingError.keyNotFound(let key, let context) {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      print("missing: \((path + [key.stringValue]).joined(separator: "."))")
    }
    #expect(
      print.text() == """
        missing: bids.0.qty
        """)
  }

  func save(_ tickers: [Ticker], to file: URL) throws {
    try JSONEncoder().encode(tickers).write(to: file)
  }

  func load(from file: URL) throws -> [Ticker] {
    try JSONDecoder().decode([Ticker].self, from: Data(contentsOf: file))
  }

  @Test func `prices are saved and loaded`() async throws {
    let directory = try Directory()
    let file = directory.url.appending(path: "tickers.json")
    for exchange in Exchanges.all {
      let tickers = try await Articles.client(of: exchange).tickers().get().value
      try save(tickers, to: file)
      #expect(try load(from: file) == tickers)
    }
  }

  struct List: Decodable { var tickers: [Ticker] }

  func prices(in output: Data) throws -> [Pair: Decimal] {
    let list = try JSONDecoder().decode(List.self, from: output)
    return list.tickers.reduce(into: [:]) { prices, ticker in prices[ticker.pair] = ticker.last }
  }

  @Test func `a document of the program is decoded`() throws {
    let output = Data(
      """
      {"as_of":"2026-11-20T14:00:00.166Z","source":"Fixtures","tickers":[{"exchange":"blockchain",
      "symbol":"BTC-USD","base":"BTC","quote":"USD","name":"Bitcoin","last":27412.35,"bid":null,
      "percent":1.699811,"change_from":"24h","traded_at":null}],"rates":[]}
      """.utf8)
    let price = try #require(try prices(in: output)[Pair(symbol: "BTC-USD")])
    #expect(NumberFormat.plain(price) == "27412.35")
  }
}
