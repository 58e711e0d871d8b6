import Foundation
import MarketCore
import Testing

/// The errors of Kraken, which it sends with status 200.
struct KrakenErrorsTests {
  private static let pair = Pair(symbol: "BTC-USDD")
  private static let list = ["Ticker?assetVersion=1": #"{"BTC/USD":{},"ETH/EUR":{}}"#]

  private static func error(_ body: String, status: Int = 200) -> MarketError? {
    Kraken().error(in: .text(body, status: status))
  }

  @Test(arguments: [
    ("EQuery:Unknown asset pair", MarketError.unknownSymbol("", near: [])),
    ("EQuery:Invalid asset pair", .unknownSymbol("", near: [])),
    ("EGeneral:Too many requests", .rateLimited(retryAfter: nil)),
    ("EAPI:Rate limit exceeded", .rateLimited(retryAfter: nil)),
    ("EService: Throttled: 1000005", .rateLimited(retryAfter: 5)),
    ("EService:Throttled:1000005.5", .rateLimited(retryAfter: 5.5)),
    ("EService: Throttled: 999000", .rateLimited(retryAfter: 0)),
    ("EService: Throttled: soon", .rateLimited(retryAfter: nil)),
    ("EService: Throttled: 1e999", .rateLimited(retryAfter: nil)),
    ("EService: Throttled", .rateLimited(retryAfter: nil)),
    (
      "EService:Busy",
      .exchangeError(message: "temporarily unavailable (EService:Busy)", isTransient: true)
    ),
    (
      "EService:Unavailable",
      .exchangeError(message: "temporarily unavailable (EService:Unavailable)", isTransient: true)
    ),
    (
      "EGeneral:Internal error",
      .exchangeError(
        message: "temporarily unavailable (EGeneral:Internal error)", isTransient: true)
    ),
    (
      "EGeneral:Invalid arguments:count",
      .exchangeError(
        message: "exchange error: EGeneral:Invalid arguments:count", isTransient: false)
    ),
    ("", .exchangeError(message: "exchange error: ", isTransient: false)),
  ])
  func `words of refusal have a meaning, with and without an empty result`(
    words: String, error: MarketError
  ) {
    for rest in ["", #","result":{}"#, #","result":null"#] {
      #expect(Self.error(#"{"error":["\#(words)"]\#(rest)}"#) == error)
    }
    #expect(Self.error(#"{ "error" : [ "\#(words)" , "EService:Busy" ] }"#) == error)
    #expect(Self.error(#"{"error":["\#(words)"]}"#, status: 503) == error)
  }

  @Test(
    arguments: [
      (#"{"error":[],"result":{}}"#, 200, nil),
      (#"{ "error": [], "result": {} }"#, 200, nil),
      (#"{"error":["WGeneral:Deprecated"],"result":{}}"#, 200, nil),
      ("{}", 200, nil), ("", 200, nil),
      ("error code: 520", 520, MarketError.httpStatus(520, retryAfter: nil)),
      (#"{"error":[]}"#, 502, .httpStatus(502, retryAfter: nil)),
      (#"{"error":"x"}"#, 404, .httpStatus(404, retryAfter: nil)),
      ("", 429, .rateLimited(retryAfter: nil)),
    ] as [(String, Int, MarketError?)])
  func `without words of refusal the status counts`(
    body: String, status: Int, error: MarketError?
  ) {
    #expect(Self.error(body, status: status) == error)
  }

  @Test func `long words are cut`() {
    let error = Self.error(#"{"error":["\#(String(repeating: "x", count: 1000))"]}"#)
    #expect((error?.description.count ?? 0) < 240)
  }

  @Test func `an unknown pair is named, with near names, whatever is asked`() async throws {
    let unknown = MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USD"])
    let alone = ["Ticker?assetVersion=1&pair=ETH%2FEUR": #"{"ETH/EUR":{"c":["2","1"]}}"#]
    let client = KrakenMarket.market(Self.list.merging(alone) { $1 }).client
    await #expect(throws: unknown) { try await client.ticker(of: Self.pair).get() }
    await #expect(throws: unknown) { try await client.book(of: Self.pair).get() }
    await #expect(throws: unknown) { try await client.instrument(of: Self.pair).get() }
    await #expect(throws: unknown) {
      try await client.candles(of: Self.pair, period: .oneDay).get()
    }
    let answer = try await client.tickers(of: [Pair(symbol: "ETH-EUR"), Self.pair]).get()
    #expect(answer.value.map(\.last) == [2])
    #expect(answer.failures == [unknown])
  }

  @Test func `a listed pair that is refused beside an unknown one is taken from the list`()
    async throws
  {
    let pair = Pair(symbol: "ETH-EUR")
    let answer = try await KrakenMarket.market(Self.list).client.tickers(of: [pair, Self.pair])
      .get()
    #expect(answer.value.map(\.pair) == [pair])
    #expect(answer.failures.map { $0.unlisted?.symbol } == [Self.pair.symbol])
  }

  @Test func `the list that near names come from is asked for once a run`() async {
    let market = KrakenMarket.market(Self.list)
    let client = market.client
    for _ in 1...2 { _ = await client.book(of: Self.pair) }
    let book = "Depth?pair=BTC%2FUSDD&count=500"
    #expect(market.asked == [book, "Ticker?assetVersion=1", book])
  }

  @Test(arguments: ["BTCUSD", "A,B-USD", "A/B-USD", "A:B-USD", "A B-C", ""])
  func `what would be another request is not asked for`(symbol: String) async {
    let market = KrakenMarket.market(Self.list)
    await expectUnknown(symbol) {
      try await market.client.book(of: Pair(symbol: symbol)).get()
    }
    _ = await market.client.ticker(of: Pair(symbol: symbol))
    #expect(Set(market.asked) == ["Ticker?assetVersion=1"])
  }

  @Test func `without a list an unknown pair is still named`() async {
    let client = KrakenMarket.market().client
    let unknown = MarketError.unknownSymbol("BTC-USDD", near: [])
    await #expect(throws: unknown) { try await client.ticker(of: Self.pair).get() }
    await #expect(throws: unknown) { try await client.book(of: Self.pair).get() }
  }

  @Test func `a listed pair that a request does not know is told from an unknown one`() async {
    let error = await #expect(throws: MarketError.self) {
      try await KrakenMarket.market(Self.list).client.book(of: Pair(symbol: "ETH-EUR")).get()
    }
    #expect(error?.isTransient == true)
    #expect(error?.description == "no data for ETH-EUR")
  }
}
