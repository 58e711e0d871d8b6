import MarketCore
import TestTools
import Testing

/// The tickers of Gate, and their requests.
struct GateTickersTests {
  @Test(
    arguments: [
      // The price 24 hours ago follows from the percentage; the volume is in the base currency.
      (
        GateMarket.bitcoin,
        "BTC-USDT 27412.3 27412.2 27412.4 27971.7346939 27500 26900.5 312.5"
      ),
      // A side without orders; a pair without a trade.
      (
        #"{"currency_pair":"A_B","last":"1","lowest_ask":"1.5","highest_bid":"","change_percentage":"","base_volume":"13"}"#,
        "A-B 1 - 1.5 - - - 13"
      ),
      (
        #"{"currency_pair":"A_B","last":"0.5","lowest_ask":"0","change_percentage":"0","base_volume":"0","high_24h":"0","low_24h":"0"}"#,
        "A-B 0.5 - - 0.5 - - 0"
      ),
      (
        #"{"currency_pair":"A_B","last":"0","change_percentage":"-100","base_volume":"nan"}"#,
        "A-B - - - - - - -"
      ),
      // Null, missing, plain numbers, the further members of tokens with leverage.
      (
        #"{"currency_pair":"A3L_B","last":1.5,"highest_bid":null,"lowest_ask":1.7e-7,"change_percentage":50,"base_volume":5E-8,"etf_leverage":"x","etf_pre_timestamp":1787846400}"#,
        "A3L-B 1.5 - 0.00000017 1 - - 0.00000005"
      ),
      // The quote is behind the last separator; a name need not be ASCII.
      (#"{"currency_pair":"A_B_C","last":"2"}"#, "A_B-C 2 - - - - - -"),
      (#"{"currency_pair":"币安人生_usdt","last":"2"}"#, "币安人生-USDT 2 - - - - - -"),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = GateMarket.market([GateMarket.all: "[\(row)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
  }

  @Test(arguments: ["-2.13", "0.01", "17.15", "-99.99", "1234.5"])
  func `the percentage is that of the row`(percentage: String) async throws {
    let row = #"{"currency_pair":"A_B","last":"0.00317","change_percentage":"\#(percentage)"}"#
    let market = GateMarket.market([GateMarket.all: "[\(row)]"])
    let ticker = try #require(try await market.client.tickers(details: .none).get().value.first)
    #expect(ticker.percent?.rounded(toPlaces: 6).plain == percentage)
  }

  @Test func `invalid rows are skipped and counted`() async throws {
    let names = [#""""#, #""AB""#, #""_B""#, #""A_""#, "7"].map { #"{"currency_pair":\#($0)}"# }
    let rows =
      names.joined(separator: ",")
      + #",{},7,{"currency_pair":"C_D","last":"x"},{"currency_pair":"E_F","base_volume":" "}"#
    let market = GateMarket.market([GateMarket.all: "[\(GateMarket.bitcoin),\(rows)]"])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(
      answer.warnings.map(\.description) == [
        "[1].currency_pair is empty", "AB: currency_pair is not in the form BASE_QUOTE",
        "_B: currency_pair is not in the form BASE_QUOTE",
        "A_: currency_pair is not in the form BASE_QUOTE", "[5].currency_pair is not text",
        "[6].currency_pair is missing", "[7] is not an object", "C_D: last is not a number",
        "E_F: base_volume is not a number",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, [GateMarket.all]), (nil, .all, [GateMarket.instruments, GateMarket.all]),
      (["BTC-USDT"], .none, [GateMarket.one]),
      (["BTC-USDT"], .names, ["\(GateMarket.instruments)/BTC_USDT", GateMarket.one]),
      (["ETH-BTC", "BTC-USDT"], .none, [GateMarket.all]),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    #expect(try await GateMarket.market().asked(forTickersOf: symbols, details) == targets)
  }

  @Test func `names are requested once; without them, there are prices and a note`() async throws {
    let market = GateMarket.market()
    for _ in 1...2 {
      let all = try await market.client.tickers(details: .names).get()
      #expect(all.value.map(\.name) == ["Bitcoin", "Ethereum"] && all.warnings.isEmpty)
    }
    #expect(market.asked.filter { $0 == GateMarket.instruments }.count == 1)
    let one = try await GateMarket.market().client.ticker(of: Pair(symbol: "BTC-USDT")).get()
    #expect(one.value.name == "Bitcoin")
    let other = GateMarket.market()
    other.answer(GateMarket.instruments, with: .text("", status: 503))
    let answer = try await other.client.tickers(details: .names).get()
    #expect(answer.value.map(\.name) == [nil, nil])
    #expect(
      answer.warnings == [.note("no currency names: HTTP 503 Service Unavailable")])
  }

  @Test(arguments: ["BTC-USDD", "BTCUSDT", "BTC-", "é-USDT", "BTC-USDT/../x", "A_B-C"])
  func `a pair that is not listed is unknown`(symbol: String) async throws {
    let market = GateMarket.market()
    await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    #expect(market.asked.allSatisfy { $0.hasPrefix(GateMarket.all) })
  }

  @Test func `10 seconds have at most 200 requests`() async throws {
    let market = GateMarket.market()
    let client = market.client
    for _ in 1...200 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = await client.book(of: Pair(symbol: "BTC-USDT"))
    #expect(market.clock.now == .seconds(10))
  }
}
