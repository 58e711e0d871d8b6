import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Kraken.
struct KrakenTickersTests {
  private static let all = "Ticker?assetVersion=1"
  private static let bitcoin = """
    {"a":["27413.10000","1","1.000"],"b":["27412.30000","3","3.000"],"c":["27412.40000","0.00081"],\
    "v":["16.40351531","30.04632190"],"p":["27300.1","27200.2"],"t":[1129,2060],\
    "l":["27023.40000","26982.80000"],"h":["27467.20000","27499.90000"],"o":"27237.30000"}
    """

  private func tickers(_ result: String) async throws -> Answer<[Ticker]> {
    try await KrakenMarket.market([Self.all: result]).client.tickers().get()
  }

  @Test func `numbers of 24 hours come second, prices first, and the open is today's`() async throws
  {
    let ticker = try #require(try await tickers(#"{"BTC/USD":\#(Self.bitcoin)}"#).value.first)
    #expect(
      ticker
        == Ticker(
          pair: Pair(base: "BTC", quote: "USD"), open: Decimal(string: "27237.3"),
          volume: Decimal(string: "30.0463219"), last: Decimal(string: "27412.4"),
          changeReference: .utcDay, bid: Decimal(string: "27412.3"),
          ask: Decimal(string: "27413.1"), high: Decimal(string: "27499.9"),
          low: Decimal(string: "26982.8")
        ).on("kraken"))
    #expect(ticker.change?.plain == "175.1")
  }

  @Test func `a price of 0 is unknown, and a volume of 0 is 0`() async throws {
    let row = """
      {"a":["0.0023","1","1"],"b":["0.000000","0","0.000"],"c":["0.0000000","0.00000"],\
      "v":["0.00000000","0.00000000"],"l":["0.0","0.000000"],"h":["0.0","0.0"],"o":"0.000000"}
      """
    let ticker = try #require(try await tickers(#"{"AIR/USD":\#(row)}"#).value.first)
    #expect(
      ticker
        == Ticker(
          pair: Pair(symbol: "AIR-USD"), open: nil, volume: 0, last: nil, changeReference: .utcDay,
          ask: Decimal(string: "0.0023")
        ).on("kraken"))
    #expect(ticker.percent == nil)
  }

  @Test(arguments: [
    ("BTC/USD", "BTC-USD"), ("DOGE/USD", "DOGE-USD"), ("AIO/USD", "AIO-USD"),
    ("AIOZ/USD", "AIOZ-USD"), ("XBT/EUR", "BTC-EUR"), ("XDG/USD", "DOGE-USD"),
    ("ETH2.S/ETH", "ETH2.S-ETH"), ("AAPLx/USD", "AAPLX-USD"),
  ])
  func `a key is the pair in everyday codes`(key: String, symbol: String) async throws {
    let answer = try await tickers(#"{"\#(key)":\#(Self.bitcoin)}"#)
    #expect(answer.value.map(\.pair) == [Pair(symbol: symbol)])
    #expect(answer.warnings.isEmpty)
  }

  @Test(arguments: ["BTC/USD:BTNL", "XXBTZUSD:BTNL", "XXBTZUSD.d", "BTC/USD.d"])
  func `another venue's book and a dark pool are left out without a warning`(
    key: String
  ) async throws {
    let answer = try await tickers(
      #"{"\#(key)":\#(Self.bitcoin),"ETH/USD":\#(Self.bitcoin)}"#)
    #expect(answer.value.map(\.pair.symbol) == ["ETH-USD"])
    #expect(answer.warnings.isEmpty)
  }

  @Test(arguments: [
    (#""XXBTZUSD":{}"#, "XXBTZUSD is not in the form BASE/QUOTE"),
    (#""/USD":{}"#, "/USD is not in the form BASE/QUOTE"),
    (#""A/B/C":{}"#, "A/B/C is not in the form BASE/QUOTE"),
    (#""LTC/USD":17"#, "LTC/USD: not an object"),
    (#""LTC/USD":null"#, "LTC/USD: null"),
    (#""LTC/USD":{"c":"1"}"#, "LTC/USD: c is not a list"),
    (#""LTC/USD":{"c":["x"]}"#, "LTC/USD: c[0] is not a number"),
    (#""LTC/USD":{"v":["1","1e400"]}"#, "LTC/USD: v[1] has too many digits"),
  ])
  func `a row that cannot be understood is left out and counted`(
    row: String, reason: String
  ) async throws {
    let answer = try await tickers(#"{"BTC/USD":\#(Self.bitcoin),\#(row)}"#)
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD"])
    #expect(answer.warnings == [.rowSkipped(reason)])
  }

  @Test func `longer arrays, unknown members, nulls and plain numbers hurt nobody`() async throws {
    let answer = try await tickers(
      """
      {"A/B":{"a":[1.5,null,{},7],"b":null,"c":[],"v":[null,2e-8,[]],"h":["x",3],"l":[null,null],\
      "o":1,"t":[1e400,"x"],"new":{"a":[1]}},"C/D":{}}
      """)
    #expect(
      answer.value == [
        Ticker(
          pair: Pair(symbol: "A-B"), open: 1, volume: Decimal(string: "0.00000002"), last: nil,
          changeReference: .utcDay, ask: Decimal(string: "1.5"), high: 3
        ).on("kraken"),
        Ticker(
          pair: Pair(symbol: "C-D"), open: nil, volume: nil, last: nil, changeReference: .utcDay
        ).on("kraken"),
      ])
    #expect(answer.warnings.isEmpty)
  }
}

/// The requests for tickers of Kraken: how many pairs, and how often.
struct KrakenRequestsTests {
  private static let row = #"{"c":["1.5","1"],"v":["1","2"]}"#

  @Test(arguments: [
    (["BTC-USD"], "BTC%2FUSD", #"{"XXBTZUSD":\#(row)}"#),
    (["DOGE-USD", "DOGE-USD"], "DOGE%2FUSD", #"{"DOGE/USD":\#(row)}"#),
    (
      ["ETH-EUR", "BTC-USD"], "BTC%2FUSD%2CETH%2FEUR",
      #"{"BTC/USD":\#(row),"ETH/EUR":\#(row)}"#
    ),
  ])
  func `pairs are asked for alone, in one request`(
    symbols: [String], names: String, result: String
  ) async throws {
    let market = KrakenMarket.market(["Ticker?assetVersion=1&pair=\(names)": result])
    let answer = try await market.client.tickers(of: symbols.map(Pair.init(symbol:))).get()
    #expect(answer.value.map(\.pair.symbol) == symbols)
    #expect(market.asked == ["Ticker?assetVersion=1&pair=\(names)"])
  }

  @Test func `very many pairs are taken from the list, for a URL has an end`() async throws {
    let pairs = (1...101).map { Pair(base: "C\($0)", quote: "USD") }
    let rows = pairs.map { #""\#($0.base ?? "")/USD":\#(Self.row)"# }.joined(separator: ",")
    let market = KrakenMarket.market(["Ticker?assetVersion=1": "{\(rows)}"])
    #expect(try await market.client.tickers(of: pairs).get().value.map(\.pair) == pairs)
    #expect(market.asked == ["Ticker?assetVersion=1"])
  }

  @Test func `every question of a run is one request, and none asks for facts`() async throws {
    let pair = Pair(symbol: "BTC-USD")
    let market = KrakenMarket.market([
      "Ticker?assetVersion=1": #"{"BTC/USD":\#(Self.row)}"#,
      "Depth?pair=BTC%2FUSD&count=500": #"{"XXBTZUSD":{"asks":[],"bids":[]}}"#,
      "AssetPairs?assetVersion=1": #"{"BTC/USD":{}}"#,
      "AssetPairs?assetVersion=1&pair=BTC%2FUSD": #"{"BTC/USD":{}}"#,
      "OHLC?pair=BTC%2FUSD&interval=1440": #"{"XXBTZUSD":[],"last":0}"#,
    ])
    let client = market.client
    for _ in 1...2 { _ = try await client.tickers().get() }
    _ = try await client.book(of: pair).get()
    _ = try await client.instruments().get()
    _ = try await client.instrument(of: pair).get()
    _ = try await client.candles(of: pair, period: .oneDay, before: .now).get()
    #expect(
      market.asked == [
        "Ticker?assetVersion=1", "Ticker?assetVersion=1", "Depth?pair=BTC%2FUSD&count=500",
        "AssetPairs?assetVersion=1", "AssetPairs?assetVersion=1&pair=BTC%2FUSD",
        "OHLC?pair=BTC%2FUSD&interval=1440",
      ])
  }

  @Test func `requests are a second apart`() async throws {
    let market = KrakenMarket.market(["Ticker?assetVersion=1": #"{"BTC/USD":\#(Self.row)}"#])
    let client = market.client
    for _ in 1...3 { _ = try await client.tickers().get() }
    #expect(market.clock.now == .seconds(2))
    _ = await client.book(of: Pair(symbol: "BTC-USDD"))
    #expect(market.clock.now == .seconds(4))
  }

  @Test func `an answer about another pair, or about several, is none`() async throws {
    for (result, reason) in [
      (#"{"ETH/USD":\#(Self.row)}"#, "unexpected pair ETH/USD"),
      (
        #"{"BTC/USD":\#(Self.row),"ETH/USD":\#(Self.row)}"#,
        "result is not an object with one pair"
      ),
      ("[]", "result is not an object"),
    ] {
      let market = KrakenMarket.market(["Ticker?assetVersion=1&pair=BTC%2FUSD": result])
      await #expect(throws: MarketError.malformed(reason)) {
        try await market.client.ticker(of: Pair(symbol: "BTC-USD")).get()
      }
    }
    let empty = KrakenMarket.market(["Ticker?assetVersion=1&pair=BTC%2FUSD": "{}"])
    await #expect(throws: MarketError.emptyResponse) {
      try await empty.client.ticker(of: Pair(symbol: "BTC-USD")).get()
    }
  }
}
