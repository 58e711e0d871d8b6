import Foundation
import MarketCore
import TestTools
import Testing

/// The tickers of Binance, and their requests.
struct BinanceTickersTests {
  private static let pair = Pair(symbol: "BTC-USDT")

  @Test func `a list needs the symbols once; dead pairs have no price, but a volume of 0`()
    async throws
  {
    let market = BinanceMarket.market()
    for _ in 1...2 {
      let answer = try await market.client.tickers(details: .quotes).get()
      #expect(
        answer.value.map(\.line) == [
          "BTC-USDT 27944.7 27944.7 27944.71 26771.62 28140 26652 62285.78422",
          "T-USDT 0.01807 - - - - - 90112", "BCC-USDT - - - - - - 0",
          "币安人生-USDT 0.1523 - - - - - 1",
        ])
      #expect(answer.warnings.isEmpty)
    }
    #expect(market.askedSorted == [BinanceMarket.all, "ticker/24hr", "ticker/24hr"])
  }

  /// As answered in 2026: years after the last trade, with its price and the volume of its day.
  private static let delisted =
    #"{"symbol":"VENBTC","lastPrice":"0.00024002","volume":"1569005.0","closeTime":1532373428321}"#
  private static let delistedSymbol = #""symbol":"VENBTC","baseAsset":"VEN","quoteAsset":"BTC""#

  @Test(arguments: [
    // The exchange's clock, else the arrival on 1970-01-12; statistics that are a day old are alive.
    (1_532_373_428_321, "Mon, 23 Jul 2018 19:17:09 GMT", "TRADING", nil),
    (1_532_373_428_321, "Tue, 24 Jul 2018 19:17:08 GMT", "TRADING", nil),
    (1_532_373_428_321, "Tue, 24 Jul 2018 19:17:09 GMT", "TRADING", "last trade 2018-07-23"),
    (1_532_373_428_321, "yesterday", "TRADING", nil),
    (86_400_000, "", "TRADING", "last trade 1970-01-02"),
    (913_600_000, "", "HALT", nil), (913_599_999, "", "HALT", "last trade 1970-01-11"),
    // Closed for good, whenever that was; also without a time.
    (1_000_000_000, "", "BREAK", "trading closed"), (0, "", "BREAK", "trading closed"),
    (86_400_000, "", "BREAK", "last trade 1970-01-02"), (0, "", "TRADING", nil),
  ])
  func `a pair is dead a day after its last trade, or if it is closed for good`(
    closeTime: Int, date: String, status: String, note: String?
  ) async throws {
    let row = Self.delisted.replacing("1532373428321", with: "\(closeTime)")
    let symbol = #"{\#(Self.delistedSymbol),"status":"\#(status)"}"#
    let market = BinanceMarket.market(
      ["exchangeInfo?symbol=VENBTC": #"{"symbols":[\#(symbol)]}"#],
      responses: [
        "ticker/24hr?symbol=VENBTC&type=MINI": .text(
          row, headers: date.isEmpty ? [:] : ["date": date])
      ])
    let answer = try await market.client.tickers(of: [Pair(symbol: "VEN-BTC")], details: .none)
      .get()
    let ticker = try #require(answer.value.first)
    #expect(ticker.last?.plain == "0.00024002")
    let time = Date(timeIntervalSince1970: Double(closeTime) / 1000)
    #expect(ticker.tradedAt == (closeTime == 0 ? nil : time))
    #expect(ticker.isDead == (note != nil))
    #expect(ticker.volume == (note == nil ? 1_569_005 : 0))
    #expect(answer.warnings.map(\.description) == (note.map { ["VEN-BTC: \($0)"] } ?? []))
  }

  @Test func `whether pairs are closed is asked again hourly`() async throws {
    func list(_ status: String) -> String {
      #"{"symbols":[{\#(Self.delistedSymbol),"status":"\#(status)"}]}"#
    }
    let market = BinanceMarket.market([
      "ticker/24hr?type=MINI": "[\(Self.delisted.replacing("1532373428321", with: "1000000000"))]",
      BinanceMarket.all: list("TRADING"),
    ])
    func isDead() async throws -> Bool? {
      try await market.client.tickers(details: .none).get().value.first?.isDead
    }
    #expect(try await isDead() == false)
    market.answer(BinanceMarket.all, with: .text(list("BREAK")))
    market.clock.pass(.seconds(3599))
    #expect(try await isDead() == false)
    market.clock.pass(.seconds(1))
    #expect(try await isDead() == true)
    // The list that there is will do.
    market.answer(BinanceMarket.all, with: .text("", status: 503))
    market.clock.pass(.seconds(3600))
    #expect(try await isDead() == true)
  }

  @Test(arguments: [
    ("\"1000000000\"", 1_000_000), ("1000000000.0", 1_000_000), ("null", nil), ("0", nil),
  ])
  func `a time may be text or missing`(time: String, seconds: Double?) async throws {
    let row = #"[{"symbol":"BTCUSDT","lastPrice":"1","closeTime":\#(time)}]"#
    let market = BinanceMarket.market(["ticker/24hr?type=MINI": row])
    let tickers = try await market.client.tickers(details: .none).get().value
    #expect(tickers.map { $0.tradedAt?.timeIntervalSince1970 } == [seconds])
  }

  @Test(arguments: ["\"x\"", "-1", "253402300800000", "1.5", "{}"])
  func `a row whose time is none is invalid`(time: String) async throws {
    let rows = #"[{"symbol":"TUSDT","closeTime":\#(time)},{"symbol":"BTCUSDT","lastPrice":"1"}]"#
    let market = BinanceMarket.market(["ticker/24hr?type=MINI": rows])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair) == [Self.pair] && answer.warnings.count == 1)
    #expect("\(answer.warnings)".hasPrefix("[TUSDT: closeTime is not a "))
  }

  @Test func `a recording of small rows ends for whole ones too`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "binance/ticker/24hr/type=MINI/1.json")
    try folder.write(
      #"{"symbols":[]}"#, to: "binance/exchangeInfo/showPermissionSets=false/1.json")
    let client = MarketClient.replay(folder.url, of: Binance(), repeats: false)
    _ = await client.tickers(details: .quotes)
    await #expect(throws: MarketError.ended("recording of ticker/24hr ends after 1 response")) {
      try await client.tickers(details: .quotes).get()
    }
  }

  @Test func `without bid and ask the small rows are asked for`() async throws {
    let market = BinanceMarket.market()
    _ = try await market.client.tickers(details: .none).get()
    #expect(market.askedSorted == [BinanceMarket.all, "ticker/24hr?type=MINI"])
  }

  @Test func `one pair and its symbol are asked for alone, the symbol once`() async throws {
    let market = BinanceMarket.market(["ticker/24hr?symbol=BTCUSDT": BinanceMarket.bitcoin])
    for details in [TickerDetails.none, .quotes] {
      let answer = try await market.client.tickers(of: [Self.pair], details: details).get()
      #expect(answer.value.map(\.pair) == [Self.pair])
    }
    #expect(
      market.askedSorted == [
        BinanceMarket.one, "ticker/24hr?symbol=BTCUSDT", "ticker/24hr?symbol=BTCUSDT&type=MINI",
      ])
  }

  @Test func `one pair needs no other request when all symbols are known`() async throws {
    let market = BinanceMarket.market()
    _ = try await market.client.tickers(details: .none).get()
    market.forget()
    _ = try await market.client.tickers(of: [Self.pair], details: .none).get()
    #expect(market.asked == ["ticker/24hr?symbol=BTCUSDT&type=MINI"])
  }

  @Test func `a pair that the known symbols lack is asked for alone: it may be new`() async throws {
    let market = BinanceMarket.market([
      "exchangeInfo?symbol=NEWUSDT": BinanceMarket.information("NEWUSDT"),
      "ticker/24hr?symbol=NEWUSDT&type=MINI": #"{"symbol":"NEWUSDT","lastPrice":"1"}"#,
    ])
    _ = try await market.client.tickers(details: .none).get()
    let new = [Pair(symbol: "NEW-USDT")]
    #expect(try await market.client.tickers(of: new, details: .none).get().value.count == 1)
  }

  @Test func `several pairs are asked for by name, each once, and keep their order`() async throws {
    let names = "%5B%22BTCUSDT%22%2C%22TUSDT%22%5D"
    let market = BinanceMarket.market([
      "ticker/24hr?symbols=\(names)&type=MINI":
        "[\(BinanceMarket.bitcoin),\(BinanceMarket.threshold)]",
      "exchangeInfo?symbols=\(names)": BinanceMarket.information("BTCUSDT", "TUSDT"),
    ])
    let pairs = ["T-USDT", "BTC-USDT", "T-USDT"].map(Pair.init(symbol:))
    let answer = try await market.client.tickers(of: pairs, details: .none).get()
    #expect(answer.value.map(\.pair) == pairs)
    #expect(
      market.askedSorted == [
        "exchangeInfo?symbols=\(names)", "ticker/24hr?symbols=\(names)&type=MINI",
      ])
  }

  @Test func `an unknown one among several is named, and not the others`() async throws {
    let pairs = ["BTC-USDT", "T-USDT", "BTC-USDD"].map(Pair.init(symbol:))
    let answer = try await BinanceMarket.market().client.tickers(of: pairs, details: .none)
      .get()
    #expect(answer.value.map(\.pair) == Array(pairs.prefix(2)))
    #expect(answer.failures == [.unknownSymbol("BTC-USDD", near: ["BTC-USDT"])])
  }

  @Test func `more than a hundred pairs are taken from the list`() async throws {
    let market = BinanceMarket.market()
    let pairs = [Self.pair] + (1...100).map { Pair(symbol: "P\($0)-USDT") }
    let answer = try await market.client.tickers(of: pairs, details: .none).get()
    #expect(answer.value.map(\.pair) == [Self.pair])
    #expect(answer.failures.count == 100)
    #expect(market.askedSorted == [BinanceMarket.all, "ticker/24hr?type=MINI"])
  }

  @Test(arguments: ["BT-CUSDT", "BTC-USDD", "BTCUSDT", "BTC-", "\"-USDT", "-"])
  func `a pair is known only when base and quote match`(symbol: String) async throws {
    let near = await expectUnknown(symbol) {
      try await BinanceMarket.market().client.tickers(of: [Pair(symbol: symbol)]).get()
    }
    if symbol.hasPrefix("BT") { #expect(near.contains("BTC-USDT")) }
  }

  @Test func `symbols that are not ASCII are asked for as they are`() async throws {
    let name = "%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9FUSDT"
    let market = BinanceMarket.market([
      "ticker/24hr?symbol=\(name)&type=MINI": BinanceMarket.life,
      "exchangeInfo?symbol=\(name)": BinanceMarket.information("币安人生USDT"),
    ])
    let answer = try await market.client.tickers(
      of: [Pair("币安人生/usdt")], details: .none
    ).get()
    #expect(answer.value.map { $0.last?.plain } == ["0.1523"])
  }

  @Test func `a symbol that the list lacks is counted`() async throws {
    let market = BinanceMarket.market([
      "ticker/24hr?type=MINI":
        #"[{"symbol":"NEWUSDT","lastPrice":"1"},\#(BinanceMarket.bitcoin),{"symbol":"TUSDT","lastPrice":"?"}]"#
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(
      answer.warnings.map(\.description) == [
        "TUSDT: lastPrice is not a number",
        "NEWUSDT: not in the list of symbols",
      ])
    #expect(market.asked.count == 2)
  }

  @Test func `without the symbols there is no poll, and the next asks again`() async throws {
    let market = BinanceMarket.market(responses: [BinanceMarket.all: .text("", status: 503)])
    await #expect(throws: MarketError.httpStatus(503, retryAfter: nil)) {
      try await market.client.tickers(details: .none).get()
    }
    market.answer(BinanceMarket.all, with: .text(BinanceMarket.symbols))
    #expect(try await market.client.tickers(details: .none).get().value.count == 4)
  }
}
