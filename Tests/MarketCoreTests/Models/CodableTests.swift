import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The models as JSON: encoded and decoded again.
struct CodableTests {
  private static func checkRoundTrip<Model: Codable & Equatable>(_ model: Model) throws {
    let json = try JSONEncoder().encode(model)
    let decoded = try JSONDecoder().decode(Model.self, from: json)
    #expect(decoded == model, "\(String(decoding: json, as: UTF8.self))")
  }

  @Test(arguments: Exchanges.all.map(\.id))
  func `the models of every exchange are decoded as they were encoded`(id: ExchangeID) async throws
  {
    let client = MarketClient.recorded(try #require(Exchanges.named(id)))
    let tickers = try await client.tickers().get().value
    let pair = try #require(
      ["BTC-USD", "BTC-USDT", "BTC-EUR"].map(Pair.init(symbol:))
        .first(where: tickers.map(\.pair).contains))
    try Self.checkRoundTrip(tickers)
    try Self.checkRoundTrip(await client.instruments().get().value)
    try Self.checkRoundTrip(await client.book(of: pair).get().value)
    if client.exchange.info.hasOrders {
      try Self.checkRoundTrip(await client.book(of: pair, detail: .orders).get().value)
    }
    let periods = client.exchange.info.periods
    if let period = periods.last(where: { $0 == .oneHour || $0 == .oneDay }) {
      try Self.checkRoundTrip(await client.candles(of: pair, period: period).get().value)
    }
  }

  @Test func `a merged book keeps the exchange of each entry`() async throws {
    var books: [OrderBook] = []
    for id in ["kraken", "coinbase", "blockchain"] as [ExchangeID] {
      let client = MarketClient.recorded(try #require(Exchanges.named(id)))
      books.append(try await client.book(of: Pair(symbol: "BTC-USD")).get().value)
    }
    let merged = OrderBook(merging: books, of: Pair(symbol: "BTC-USD"))
    try Self.checkRoundTrip(merged)
    // The order of the exchanges is that of the books, even of one without entries.
    let empty = OrderBook(exchange: "okx", pair: merged.pair, bids: [], asks: [])
    try Self.checkRoundTrip(OrderBook(merging: [empty, merged], of: merged.pair))
  }

  @Test func `a book that the program printed has its exchange once`() throws {
    let json = Data(
      #"""
      {"exchange":"kraken","symbol":"A-B","bids":[{"exchange":"kraken","price":1,"quantity":2}],"asks":[]}
      """#.utf8)
    let book = try JSONDecoder().decode(OrderBook.self, from: json)
    #expect(book.exchange == "kraken" && book.bids[0].exchange == nil && book.exchanges.isEmpty)
  }

  @Test func `pairs, periods and exchanges are keys of dictionaries`() throws {
    let pairs = [Pair(symbol: "BTC-USD"): 1]
    #expect(try JSONEncoder().encode(pairs) == Data(#"{"BTC-USD":1}"#.utf8))
    try Self.checkRoundTrip(pairs)
    #expect(try JSONEncoder().encode([Period.oneDay: 1]) == Data(#"{"1d":1}"#.utf8))
    #expect(try JSONEncoder().encode(["kraken" as ExchangeID: 1]) == Data(#"{"kraken":1}"#.utf8))
  }

  @Test func `random tickers and candles are decoded as they were encoded`() throws {
    var random = Seeded(state: 7)
    func number(_ random: inout Seeded) -> Decimal? {
      guard Bool.random(using: &random) else { return nil }
      let digits = (0..<Int.random(in: 1...38, using: &random))
        .map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let exponent = Int.random(in: -80...60, using: &random)
      return Decimal(exact: "\(Bool.random(using: &random) ? "-" : "")\(digits)e\(exponent)")
    }
    func time(_ random: inout Seeded) -> Date {
      let scale = ([1, 1e3, 1e6] as [Double]).randomElement(using: &random) ?? 1
      let seconds = Double.random(in: -1.2e10...9e10, using: &random)
      return Date(timeIntervalSince1970: (seconds * scale).rounded() / scale)
    }
    for _ in 1...rounds(300) {
      var ticker = Ticker(
        exchange: Bool.random(using: &random) ? "kraken" : nil, pair: Pair(symbol: "é-\"B\\"),
        name: Bool.random(using: &random) ? "ä\n" : nil, open: number(&random),
        volume: number(&random), last: number(&random),
        changeReference: Bool.random(using: &random) ? .utcDay : .dayAgo, bid: number(&random),
        ask: number(&random), high: number(&random), low: number(&random),
        tradedAt: Bool.random(using: &random) ? time(&random) : nil,
        showsMissingLastAsZero: Bool.random(using: &random))
      if Bool.random(using: &random) { ticker.markAsDead(by: .closed) }
      (ticker.turnover, ticker.turnoverCurrency) = (number(&random), "EUR")
      try Self.checkRoundTrip(ticker)
      try Self.checkRoundTrip(
        Candle(
          time: time(&random), open: number(&random), high: nil, low: nil, close: number(&random),
          volume: number(&random), isFilled: Bool.random(using: &random),
          isUnconfirmed: Bool.random(using: &random)))
    }
  }

  @Test func `a pair, a period and an exchange are texts`() throws {
    let json = Data(#"["BTC-USD","1h","kraken"]"#.utf8)
    #expect(try JSONDecoder().decode([Pair].self, from: json)[0] == Pair(symbol: "BTC-USD"))
    #expect(try JSONEncoder().encode([Pair(symbol: "BTC-USD")]) == Data(#"["BTC-USD"]"#.utf8))
    #expect(try JSONEncoder().encode([Period.oneHour]) == Data(#"["1h"]"#.utf8))
    #expect(try JSONEncoder().encode(["kraken" as ExchangeID]) == Data(#"["kraken"]"#.utf8))
  }

  @Test(arguments: [
    (#"[{"symbol":" "}]"#, "[0].symbol is empty"), ("[{}]", "[0].symbol is missing"),
    (#"[{"symbol":"A-B","last":"x"}]"#, "[0].last is not a number"),
    (#"[{"symbol":"A-B","traded_at":"2026-02-30T00:00:00Z"}]"#, "[0].traded_at is not a time"),
  ])
  func `a wrong ticker has an error with its path`(json: String, sentence: String) {
    #expect {
      try JSONDecoder().decode([Ticker].self, from: Data(json.utf8))
    } throws: { error in
      (error as? DecodingError)?.sentence(below: 0) == sentence
    }
  }

  @Test(arguments: [(Decimal.nan, 0.0), (1, 1e15), (1, .nan), (1, -1e300), (1, .infinity)])
  func `what is not a number or a time is not encoded`(volume: Decimal, seconds: Double) {
    let ticker = Ticker(
      pair: Pair(symbol: "A-B"), open: nil, volume: volume, last: nil,
      tradedAt: Date(timeIntervalSince1970: seconds))
    #expect {
      try JSONEncoder().encode(ticker)
    } throws: { error in
      // The description of an infinite time would end the process.
      error is EncodingError && !"\(error)".isEmpty
    }
  }
}
