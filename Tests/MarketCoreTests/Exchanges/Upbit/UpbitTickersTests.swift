import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Upbit, and their requests.
struct UpbitTickersTests {
  @Test(
    arguments: [
      // The last price of the day before, not the first of this day; the volume of 24 hours; no highest or
      // lowest price, because that is not of 24 hours.
      (UpbitMarket.bitcoin, "BTC-KRW 39871000 - - 39204000 - - 312.5"),
      (
        #"{"market":"B-A","trade_price":0,"prev_closing_price":0.0,"acc_trade_volume_24h":0.0}"#,
        "A-B - - - - - - 0"
      ),
      // Null, missing, text, exponents, unknown members, and unneeded ones that are no number.
      (
        #"{"market":"B-A","trade_price":"1.5","prev_closing_price":null,"acc_trade_volume_24h":5E-8,"high_price":"x","new":{}}"#,
        "A-B 1.5 - - - - - 0.00000005"
      ), (#"{"market":"C-B-A"}"#, "B-A-C - - - - - - -"),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = UpbitMarket.market([UpbitMarket.all: row])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.utcDay])
  }

  @Test(arguments: [
    ("913600000", false, 913_600), ("913599999", true, 913_599.999),
    ("\"913599999\"", true, 913_599.999), ("0", false, nil), ("null", false, nil),
  ])
  func `a pair is dead a day after its last trade`(
    time: String, isDead: Bool, seconds: Double?
  ) async throws {
    let row = """
      {"market":"BTC-OLD","trade_price":5,"acc_trade_volume_24h":1000,"trade_timestamp":\(time),\
      "timestamp":1000000000}
      """
    // The answer arrives at second 1,000,000.
    let market = UpbitMarket.market([UpbitMarket.all: row])
    let ticker = try #require(try await market.client.tickers(details: .none).get().value.first)
    #expect(ticker.tradedAt == seconds.map { Date(timeIntervalSince1970: $0) })
    #expect(ticker.isDead == isDead && ticker.last == 5)
    #expect(ticker.volume == (isDead ? 0 : 1000))
  }

  @Test func `invalid rows are skipped and counted`() async throws {
    let rows =
      #"{"market":"B-A","trade_price":" "},{"market":""},{},7,{"market":"AB"},{"market":"B-"}"#
    let market = UpbitMarket.market([UpbitMarket.all: "\(UpbitMarket.bitcoin),\(rows)"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-KRW"])
    #expect(
      answer.warnings.map(\.description) == [
        "B-A: trade_price is not a number", "[2].market is empty", "[3].market is missing",
        "[4] is not an object", "AB: market is not in the form QUOTE-BASE",
        "B-: market is not in the form QUOTE-BASE",
      ])
  }

  private static let quotes = TickerDetails(names: false, quotes: true)
  private static let both = UpbitMarket.quotes("BTC-ETH", "KRW-BTC")

  @Test(
    arguments: [
      (nil, .none, [UpbitMarket.all]), (nil, .all, [UpbitMarket.names, both, UpbitMarket.all]),
      (nil, quotes, [both, UpbitMarket.all]), (["BTC-KRW"], .none, [UpbitMarket.one]),
      (["BTC-KRW"], quotes, [UpbitMarket.quotes("KRW-BTC"), UpbitMarket.one]),
      (
        ["BTC-KRW"], TickerDetails(names: true, quotes: false),
        [UpbitMarket.names, UpbitMarket.one]
      ), (["ETH-BTC", "BTC-KRW"], .none, ["ticker?markets=BTC-ETH%2CKRW-BTC"]),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    #expect(try await UpbitMarket.market().asked(forTickersOf: symbols, details) == targets)
  }

  @Test func `bid and ask are those of the books, names those of the list`() async throws {
    let market = UpbitMarket.market()
    let tickers = try await market.client.tickers().get().value
    #expect(tickers.map(\.bid) == [39_870_000, nil])
    #expect(tickers.map { $0.ask?.plain } == ["39872000", "0.0673"])
    #expect(tickers.map(\.name) == ["Bitcoin", "Ethereum"])
    market.forget()
    _ = try await market.client.tickers().get()
    #expect(market.askedSorted == [Self.both, UpbitMarket.all])
  }

  @Test func `without books or names, there are prices and warnings`() async throws {
    let market = UpbitMarket.market()
    market.fail(Self.both, with: .httpStatus(502, retryAfter: nil))
    market.fail(UpbitMarket.names, with: .httpStatus(503, retryAfter: nil))
    let answer = try await market.client.tickers().get()
    #expect(answer.value.map(\.last?.plain) == ["39871000", "0.0672"])
    #expect(answer.value.allSatisfy { $0.bid == nil && $0.ask == nil && $0.name == nil })
    #expect(
      answer.warnings.map(\.description) == [
        "no bid and ask: HTTP 502 Bad Gateway",
        "no currency names: HTTP 503 Service Unavailable",
      ])
  }

  @Test func `a request of books names at most 200 pairs`() async throws {
    let names = (1...201).map { "KRW-C\(1000 + $0)" }
    let market = UpbitMarket.market([
      UpbitMarket.all: names.map { #"{"market":"\#($0)"}"# }.joined(separator: ","),
      "orderbook?markets=\(names.prefix(200).joined(separator: "%2C"))&count=1&level=0":
        UpbitMarket.book(names[199], "1", "2"),
      UpbitMarket.quotes(names[200]): UpbitMarket.book(names[200], "3", "4"),
    ])
    let answer = try await market.client.tickers(details: Self.quotes).get()
    #expect(answer.value.suffix(2).map(\.bid) == [1, 3])
    #expect(answer.warnings.isEmpty && market.asked.count == 3)
  }

  @Test(arguments: ["BTC-KRWD", "KRW-BTC", "BTCKRW", "BTC-", "é-KRW", "BTC-KRW/../x"])
  func `a pair that is not listed is unknown`(symbol: String) async throws {
    let market = UpbitMarket.market()
    let near = await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    if symbol == "KRW-BTC" { #expect(near == ["BTC-KRW"]) }
    let name = symbol.split(separator: "-").reversed().joined(separator: "-")
    let targets = [UpbitMarket.all, "ticker?markets=\(name)"]
    #expect(market.asked.allSatisfy(targets.contains))
  }

  @Test func `an unknown pair among others is named, and the others are given`() async throws {
    let pairs = ["BTC-KRW", "BTC-KRWD"].map(Pair.init(symbol:))
    let answer = try await UpbitMarket.market().client.tickers(of: pairs, details: .none).get()
    #expect(answer.value.map(\.pair) == [pairs[0]])
    #expect(answer.failures == [.unknownSymbol("BTC-KRWD", near: ["BTC-KRW"])])
  }

  @Test func `a second has at most 10 requests`() async throws {
    let market = UpbitMarket.market()
    let client = market.client
    for _ in 1...10 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = await client.book(of: Pair(symbol: "BTC-KRW"))
    #expect(market.clock.now == .seconds(1))
  }
}
