import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Coinbase, and their requests.
struct CoinbaseTickersTests {
  private static let single = [
    "products/BTC-USD/stats": #"{"open":"1","last":"2","volume_30day":"9"}"#
  ]

  @Test func `the list is one request, without bid and ask, and 0 is no price`() async throws {
    let market = CoinbaseMarket.market()
    let answer = try await market.client.tickers(details: .none).get()
    #expect(
      answer.value.map(\.line) == [
        "BTC-USD 84435.15 - - 84146.86 85158.5 83811.99 2398.12214278",
        "ETH-BTC 0.00000001 - - - 0.07 - 3", "GODS-USD - - - - - - -", "NONE-USD - - - - - - -",
        "NULL-USD - - - - - - -", "ZEC-USDC - - - - - - 0",
      ])
    #expect(answer.warnings.isEmpty)
    #expect(answer.value.allSatisfy { $0.changeReference == .dayAgo })
    #expect(market.asked == ["products/stats"])
  }

  @Test(arguments: [
    (#"{"A-B":{"stats_24hour":{"last":"x"}},"C-D":{"stats_24hour":{"last":"1"}}}"#, 1),
    (#"{"A-B":[],"C-D":{"stats_24hour":{"last":"1"}},"E-F":7}"#, 2),
    (#"{"A-B":{"stats_24hour":{"last":"1","volume":true}},"C-D":{"stats_24hour":{"last":1}}}"#, 1),
  ])
  func `a row that cannot be understood hides no other and is counted`(
    body: String, leftOut: Int
  ) async throws {
    let market = CoinbaseMarket.market(["products/stats": body])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == ["C-D 1 - - - - - -"])
    #expect(answer.warnings.count == leftOut)
  }

  @Test func `names are asked once, and with the first prices`() async throws {
    let market = CoinbaseMarket.market()
    let client = market.client
    for _ in 1...2 {
      let answer = try await client.tickers(details: .names).get()
      #expect(
        answer.value.map(\.name) == ["Bitcoin", "Ethereum", nil, nil, nil, nil])
      #expect(answer.warnings.isEmpty)
    }
    #expect(market.askedSorted == ["currencies", "products/stats", "products/stats"])
  }

  @Test func `without names there are prices, a note, and another try with the next poll`()
    async throws
  {
    let market = CoinbaseMarket.market(responses: ["currencies": .text("", status: 503)])
    let answer = try await market.client.tickers(details: .names).get()
    #expect(answer.value.first?.last?.plain == "84435.15")
    #expect(
      answer.warnings == [
        .note("no currency names: HTTP 503 Service Unavailable")
      ])
    market.answer("currencies", with: .text(CoinbaseMarket.currencies))
    let next = try await market.client.tickers(details: .names).get()
    #expect(next.value.first?.name == "Bitcoin")
  }

  @Test func `one pair is asked for alone`() async throws {
    let market = CoinbaseMarket.market(Self.single)
    let answer = try await market.client.tickers(
      of: [Pair(symbol: "BTC-USD")], details: .none
    ).get()
    #expect(answer.value.map(\.line) == ["BTC-USD 2 - - 1 - - -"])
    #expect(market.asked == ["products/BTC-USD/stats"])
  }

  @Test func `the name of one pair is one currency, unless all are known`() async throws {
    let market = CoinbaseMarket.market(
      Self.single.merging(["currencies/BTC": #"{"id":"BTC","name":"Bitcoin"}"#]) { $1 })
    let pairs = [Pair(symbol: "BTC-USD")]
    for _ in 1...2 {
      let answer = try await market.client.tickers(of: pairs, details: .names).get()
      #expect(answer.value[0].name == "Bitcoin")
    }
    #expect(
      market.askedSorted == [
        "currencies/BTC", "products/BTC-USD/stats", "products/BTC-USD/stats",
      ])
    let other = CoinbaseMarket.market(Self.single)
    _ = await other.client.tickers(details: .names)
    other.forget()
    let answer = try await other.client.tickers(of: pairs, details: .names).get()
    #expect(answer.value[0].name == "Bitcoin")
    #expect(other.asked == ["products/BTC-USD/stats"])
  }

  @Test func `a currency that the exchange does not know has no name, and that is no note`()
    async throws
  {
    let market = CoinbaseMarket.market(Self.single)
    let answer = try await market.client.tickers(
      of: [Pair(symbol: "BTC-USD")], details: .names
    ).get()
    #expect(answer.value[0].name == nil)
    #expect(answer.warnings.isEmpty)
  }

  @Test func `several pairs are one request, and in the order in which they were asked for`()
    async throws
  {
    let market = CoinbaseMarket.market()
    let pairs = ["ETH-BTC", "BTC-USD"].map(Pair.init(symbol:))
    let answer = try await market.client.tickers(of: pairs, details: .none).get()
    #expect(answer.value.map(\.pair) == pairs)
    #expect(market.asked == ["products/stats"])
  }

  @Test(arguments: [
    Transport.Response.text(#"{"message":"NotFound"}"#, status: 404), .text("gone", status: 410),
    .text("[]"),
  ])
  func `without the undocumented list, pairs are asked for singly`(
    response: Transport.Response
  ) async throws {
    let market = CoinbaseMarket.market(
      Self.single.merging(["products/ETH-BTC/stats": #"{"last":"3"}"#]) { $1 },
      responses: ["products/stats": response])
    let pairs = ["ETH-BTC", "BTC-USD"].map(Pair.init(symbol:))
    let answer = try await market.client.tickers(of: pairs, details: .none).get()
    #expect(answer.value.map { $0.last?.plain } == ["3", "2"])
    let all = await market.client.tickers(details: .none)
    guard case .failure(let error) = all else { return #expect(Bool(false), "\(all)") }
    #expect(!error.isPermanent && error != .unknownSymbol("", near: []))
  }

  @Test func `a list that fails for now is not asked for singly`() async throws {
    let market = CoinbaseMarket.market(
      Self.single, responses: ["products/stats": .text("", status: 503)])
    await #expect(throws: MarketError.httpStatus(503, retryAfter: nil)) {
      try await market.client.tickers(of: [Pair(symbol: "BTC-USD"), Pair(symbol: "ETH-BTC")]).get()
    }
    #expect(!market.asked.contains("products/BTC-USD/stats"))
  }

  @Test(
    arguments: [["bid"], ["ask"], ["spread_bp"], ["bid", "ask", "last"]] as [Set<Column<Ticker>>])
  func `bid and ask are asked for where they are needed`(columns: Set<Column<Ticker>>) async throws
  {
    let market = CoinbaseMarket.market(
      Self.single.merging([
        "products/BTC-USD/ticker": #"{"ask":"63212.98","bid":"0","trade_id":99999999999999999999}"#
      ]) { $1 })
    let answer = try await market.client.tickers(
      of: [Pair(symbol: "BTC-USD")], details: TickerDetails(for: columns)
    ).get()
    #expect(answer.value.map(\.line) == ["BTC-USD 2 - 63212.98 1 - - -"])
    #expect(market.asked == ["products/BTC-USD/stats", "products/BTC-USD/ticker"])
  }

  private static let quote = ["products/BTC-USD/ticker": #"{"ask":"2","bid":"1"}"#]

  @Test func `the quotes of a list are one request per product, before the prices`()
    async throws
  {
    let market = CoinbaseMarket.market(Self.quote)
    let answer = try await market.client.tickers(details: .quotes).get()
    #expect(answer.value.prefix(2).map { $0.bid?.plain } == ["1", nil])
    #expect(
      market.askedSorted == [
        "products", "products/BTC-USD/ticker", "products/ETH-BTC/ticker", "products/stats",
      ])
    #expect(market.asked.last == "products/stats")
    #expect(
      answer.warnings == [.note("no bid and ask for ETH-BTC: unknown pair ETH-BTC")])
  }

  @Test func `the quotes of a list are requested only if they are named, of pairs that are kept`()
    async throws
  {
    let market = CoinbaseMarket.market(Self.quote)
    var details = TickerDetails(names: false, quotes: true, quotesPerPair: nil)
    let answer = try await market.client.tickers(details: details).get()
    #expect(answer.value.allSatisfy { $0.bid == nil } && answer.warnings.isEmpty)
    #expect(market.asked == ["products/stats"])
    market.forget()
    details.quotesPerPair = { $0.filter { $0.base == "BTC" } }
    let quoted = try await market.client.tickers(details: details).get()
    #expect(quoted.value.compactMap(\.bid?.plain) == ["1"])
    #expect(market.asked == ["products", "products/BTC-USD/ticker", "products/stats"])
  }

  @Test func `a limit ends the asking for quotes`() async throws {
    let rows = (1...99).map { #""P\#($0)-USD":{"stats_24hour":{"last":"1"}}"# }
    let products = (1...99).map { #"{"id":"P\#($0)-USD","status":"online"}"# }
    let market = CannedExchange(
      [
        "products/stats": "{\(rows.joined(separator: ","))}",
        "products": "[\(products.joined(separator: ","))]",
      ], of: Coinbase(),
      otherwise: .text(#"{"message":"Public rate limit exceeded"}"#, status: 429))
    let answer = try await market.client.tickers(details: .quotes).get()
    #expect(answer.value.count == 99)
    #expect(market.asked.count < 30)
    #expect(
      answer.warnings == [.note("no bid and ask for 99 pairs: rate limited")])
  }

  @Test(arguments: ["BTC-USDD", "MOVE-USD", "BTCAUCTION-USD", "BTCUSD", "BTC-ÜSD", "../x-USD"])
  func `a pair that is not listed is unknown, with near names`(symbol: String) async throws {
    let delisted = Transport.Response.text(
      #"{"message":"Not allowed for delisted products"}"#, status: 400)
    let market = CoinbaseMarket.market(responses: ["products/MOVE-USD/stats": delisted])
    let near = await expectUnknown(symbol) {
      try await market.client.tickers(of: [Pair(symbol: symbol)]).get()
    }
    if symbol.hasPrefix("BTC-") { #expect(near.first == "BTC-USD") }
    #expect(!market.asked.contains { $0.contains("..") || $0.contains("%") })
  }
}
