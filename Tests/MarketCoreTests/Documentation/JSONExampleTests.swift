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

  func instruments(in response: Data) throws -> [Instrument] {
    try JSONDecoder().decode([String: BlockchainSymbol].self, from: response)
      .map { Instrument($1, of: Pair(symbol: $0)) }
  }

  @Test func `symbols are decoded`() throws {
    let response = Data(
      #"""
      {"A-B":{"base_currency":"A","counter_currency":"B","lot_size":5,"lot_size_scale":1}}
      """#.utf8)
    let instrument = try #require(try instruments(in: response).first)
    #expect(instrument.pair == Pair(symbol: "A-B") && instrument.lotSize == 0.5)
  }

  struct SavedPrices: Codable {
    var tickers: [Ticker]
    var asOf: Date
  }

  func save(_ answer: Answer<[Ticker]>, to file: URL) throws {
    try JSONEncoder().encode(SavedPrices(tickers: answer.value, asOf: answer.asOf)).write(to: file)
  }

  func show(_ file: URL, in list: inout ListViewModel<Ticker>) throws {
    let saved = try JSONDecoder().decode(SavedPrices.self, from: Data(contentsOf: file))
    list.apply(Poll(result: .success(Answer(saved.tickers, asOf: saved.asOf))))
    list.apply(Poll(result: .failure(.notAnswered)))
  }

  @Test func `prices are saved and shown as stale`() async throws {
    let directory = try Directory()
    let file = directory.url.appending(path: "tickers.json")
    for exchange in Exchanges.all {
      let answer = try await Articles.client(of: exchange).tickers().get()
      try save(answer, to: file)
      var list = ListViewModel<Ticker>()
      try show(file, in: &list)
      #expect(list.elements == answer.value)
      #expect(list.freshness.phase == .stale(.notAnswered))
      #expect(list.freshness.asOf.map { abs($0.timeIntervalSince(answer.asOf)) < 0.001 } == true)
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
