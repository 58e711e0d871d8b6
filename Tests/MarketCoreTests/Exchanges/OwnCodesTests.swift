import Foundation
import MarketCore
import Testing

/// Requests for pairs in the own codes of an exchange, such as XBT-USD.
struct OwnCodesTests {
  private static let row = #"{"c":["1.5","1"],"v":["1","2"]}"#

  @Test(arguments: [("XBT-USD", "BTC-USD"), ("XDG-USD", "DOGE-USD"), ("BTC-USD", "BTC-USD")])
  func `Kraken's are everyday codes without a request`(
    typed: String, everyday: String
  ) async throws {
    let name = everyday.replacing("-", with: "%2F")
    let key = everyday.replacing("-", with: "/")
    let targets = [
      "Ticker?assetVersion=1&pair=\(name)": #"{"\#(key)":\#(Self.row)}"#,
      "Depth?pair=\(name)&count=500": #"{"\#(key)":{"asks":[["2","1"]],"bids":[]}}"#,
      "OHLC?pair=\(name)&interval=60": #"{"\#(key)":[[60,"1"]],"last":0}"#,
      "AssetPairs?assetVersion=1&pair=\(name)": #"{"\#(key)":{}}"#,
    ]
    let market = KrakenMarket.market(targets)
    let (client, pair, known) = (market.client, Pair(symbol: typed), Pair(symbol: everyday))
    let answer = try await client.ticker(of: pair).get()
    #expect(answer.value.pair == known)
    #expect(answer.names == (typed == everyday ? [:] : [pair: known]))
    #expect(try await client.book(of: pair).get().value.pair == known)
    #expect(try await client.instrument(of: pair).get().value.pair == known)
    #expect(try await client.candles(of: pair, period: .oneHour).get().value.count == 1)
    #expect(market.askedSorted == targets.keys.sorted())
  }

  @Test func `an unknown pair keeps the name by which it was requested`() async throws {
    let list = [
      "Ticker?assetVersion=1": #"{"BTC/USD":\#(Self.row)}"#,
      "Ticker?assetVersion=1&pair=BTC%2FUSD": #"{"BTC/USD":\#(Self.row)}"#,
    ]
    let client = KrakenMarket.market(list).client
    let unknown = MarketError.unknownSymbol("XBT-USDD", near: ["BTC-USD"])
    let pair = Pair(symbol: "XBT-USDD")
    await #expect(throws: unknown) { try await client.book(of: pair).get() }
    await #expect(throws: unknown) { try await client.ticker(of: pair).get() }
    let answer = try await client.tickers(of: [pair, Pair(symbol: "XBT-USD")]).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD"])
    #expect(answer.failures == [unknown])
    await #expect(throws: MarketError.unknownSymbol("XBT", near: ["BTC-USD"])) {
      try await client.ticker(of: Pair(symbol: "XBT")).get()
    }
  }

  @Test(arguments: [
    ("BTC-UST", "BTC-USDT", "BTCUST"), ("BTC-USDT", "BTC-USDT", "BTCUST"),
    ("EOS-USD", "A-USD", "EOSUSD"),
    // A listed pair of that everyday name goes before.
    ("WBT-USD", "WBT-USD", "WHBT%3AUSD"), ("WHBT-USD", "WBT-USD", "WHBT%3AUSD"),
  ])
  func `Bitfinex's are those of its list, which such a pair needs anyway`(
    typed: String, everyday: String, name: String
  ) async throws {
    let path = name.replacing("%3A", with: ":")
    let targets = [
      "tickers?symbols=t\(name)": #"[["t\#(path)",3,1,4,1,0,0,3.5,1,4,3]]"#,
      "book/t\(path)/P0?len=250": "[[1,1,1]]",
      "candles/trade:1h:t\(path)/hist?limit=10000": "[[3600000,1,1,1,1,1]]",
    ]
    let market = BitfinexMarket.market(targets)
    let (client, pair, known) = (market.client, Pair(symbol: typed), Pair(symbol: everyday))
    let answer = try await client.tickers(of: [pair], details: .none).get()
    #expect(answer.value.map(\.pair) == [known])
    #expect(answer.names == (typed == everyday ? [:] : [pair: known]))
    #expect(try await client.book(of: pair).get().value.pair == known)
    #expect(try await client.candles(of: pair, period: .oneHour).get().value.count == 1)
    #expect(market.askedSorted == ([BitfinexMarket.spellings] + targets.keys).sorted())
  }

  @Test func `a mixture of own and everyday codes is neither`() async {
    let client = BitfinexMarket.market().client
    await #expect(throws: MarketError.unknownSymbol("EOS-USDT", near: ["A-USD"])) {
      try await client.book(of: Pair(symbol: "EOS-USDT")).get()
    }
  }

  @Test func `without the list Bitfinex's are those that are built in`() async throws {
    let market = BitfinexMarket.market([
      "tickers?symbols=ALL": #"[["tBTCUST",3,1,4,1,0,0,3.5,1,4,3]]"#
    ])
    market.answer(BitfinexMarket.spellings, with: .text("", status: 503))
    let pair = Pair(symbol: "BTC-UST")
    let answer = try await market.client.tickers(including: [pair], details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(answer.names == [pair: Pair(symbol: "BTC-USDT")])
    #expect(answer.failures.isEmpty)
  }

  @Test func `holdings under both names are one`() {
    let trades = ["XBT-USD", "ETH-USD", "BTC-USD"].map {
      Trade($0, 2, at: 5, on: "kraken")
    }
    let listings = ["XBT-USD", "BTC-USD"].map {
      Listing(exchange: "kraken", pair: Pair(symbol: $0))
    }
    let rows = Portfolio(trades, defaultExchange: "kraken")
      .valuation(of: [], under: [listings[0]: listings[1]]).rows
    #expect(rows.map(\.holding.pair.symbol) == ["BTC-USD", "ETH-USD"])
    #expect(rows.map(\.quantity) == [4, 2])
  }
}
