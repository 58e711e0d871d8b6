import Foundation
@testable import MarketCore
import Testing

/// The order books of Kraken.
struct KrakenBookTests {
  private static let pair = Pair(symbol: "BTC-USD")

  private func book(_ result: String) async throws -> Answer<OrderBook> {
    let market = KrakenMarket.market(["Depth?pair=BTC%2FUSD&count=500": result])
    return try await market.client.book(of: Self.pair).get()
  }

  @Test(arguments: ["XXBTZUSD", "BTC/USD", "XBT/USD", "XBTUSD"])
  func `a book is that of its only key, whatever it is called`(key: String) async throws {
    let answer = try await book(
      """
      {"\(key)":{"asks":[["30384.10000","2.059",1688671659],["30387.90000","1.500",1]],\
      "bids":[["30297.00000","1.115",1688671636,null,7.5,"new"],["30296.70000","2.002"]],"new":{}}}
      """)
    #expect(answer.value.pair == Self.pair)
    #expect(answer.value.bids.map(\.price.plain) == ["30297", "30296.7"])
    #expect(answer.value.asks.map(\.quantity.plain) == ["2.059", "1.5"])
    #expect(answer.value.asks.allSatisfy { $0.orders == nil && $0.orderID == nil })
    #expect(answer.warnings.isEmpty)
  }

  @Test(arguments: [
    (#"["1","0.000",1]"#, "[1] is not above 0"), (#"["1","-2",1]"#, "[1] is not above 0"),
    (#"[null,"2",1]"#, "[1] is missing"), (#"["1"]"#, "[1] is missing"), ("7", "is not a list"),
    (#"["1","x"]"#, "[1] is not a number"),
  ])
  func `a level that offers nothing is left out and counted`(
    level: String, reason: String
  ) async throws {
    let answer = try await book(
      #"{"XXBTZUSD":{"asks":[],"bids":[["30297.0","1.1",1],\#(level)]}}"#)
    #expect(answer.value.bids.count == 1)
    let space = reason.hasPrefix("[") ? "" : " "
    #expect(answer.warnings == [.rowSkipped("result.XXBTZUSD.bids[1]\(space)\(reason)")])
  }
}

/// The instruments of Kraken.
struct KrakenInstrumentsTests {
  private func instruments(_ result: String) async throws -> Answer<[Instrument]> {
    try await KrakenMarket.market(["AssetPairs?assetVersion=1": result]).client.instruments().get()
  }

  @Test func `an instrument has steps, least order and status`() async throws {
    let row = #"""
      {"DOGE/USD":{"altname":"XDGUSD","wsname":"XDG/USD","base":"DOGE","quote":"USD","pair_decimals":7,
      "lot_decimals":8,"lot_multiplier":1e400,"ordermin":"50","costmin":"0.5","tick_size":"0.000005",
      "status":"post_only","fees":[[0,0.4]],"new":{}}}
      """#
    let answer = try await instruments(row)
    #expect(
      answer.value == [
        Instrument(
          pair: Pair(symbol: "DOGE-USD"), status: "post_only", state: .limited,
          tickSize: Decimal(string: "0.000005"), lotSize: Decimal(string: "0.00000001"),
          minimumOrder: 50, minimumNotional: Decimal(string: "0.5"), id: .text("XDGUSD")
        ).on("kraken")
      ])
    #expect(answer.warnings.isEmpty)
  }

  @Test func `names and members of 2021 do, too`() async throws {
    let answer = try await instruments(
      """
      {"XXBTZUSD":{"altname":"XBTUSD","wsname":"XBT/USD","pair_decimals":1,"lot_decimals":8},\
      "XXBTZUSD.d":{"altname":"XBTUSD.d","pair_decimals":3,"lot_decimals":8},"X":{"altname":"Y"}}
      """)
    #expect(
      answer.value == [
        Instrument(
          pair: Pair(symbol: "BTC-USD"), tickSize: Decimal(string: "0.1"),
          lotSize: Decimal(string: "0.00000001"), id: .text("XBTUSD")
        ).on("kraken")
      ])
    #expect(answer.warnings == [.rowSkipped("X is not in the form BASE/QUOTE")])
  }

  @Test(arguments: ["-1", "39", "1.5", "1e30", "99999999999999999999"])
  func `a number of decimals that is none hides its row`(decimals: String) async throws {
    let answer = try await instruments(
      #"{"A/B":{},"C/D":{"lot_decimals":\#(decimals)}}"#)
    #expect(answer.value.map(\.pair.symbol) == ["A-B"])
    let reason = "C/D: lot_decimals is not a number of decimals"
    #expect(answer.warnings == [.rowSkipped(reason)])
  }

  @Test func `nulls are unknown, and decimals that are not needed are not read`() async throws {
    let answer = try await instruments(
      """
      {"A/B":{"altname":null,"wsname":null,"status":null,"pair_decimals":null,"lot_decimals":null,\
      "ordermin":null,"costmin":null,"tick_size":null},"C/D":{"tick_size":1,"pair_decimals":99}}
      """)
    #expect(
      answer.value == [
        Instrument(pair: Pair(symbol: "A-B")).on("kraken"),
        Instrument(pair: Pair(symbol: "C-D"), tickSize: 1).on("kraken"),
      ])
    #expect(answer.warnings.isEmpty)
  }
}

/// The candles of Kraken.
struct KrakenCandlesTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let page = """
    {"XXBTZUSD":[[1688671200,"30306.1","30306.2","30305.7","30305.8","30306.0","3.39243896",23],\
    [1688671260,"30304.5","30304.6","30300.0","30300.0",null,"0.00000000",0,null,"new"],\
    ["1688671320",30300.3,"0.0",null,"30291.4"]],"last":1688671260}
    """

  private func client(_ page: String, interval: Int = 1) -> MarketClient {
    KrakenMarket.market(["OHLC?pair=BTC%2FUSD&interval=\(interval)": page]).client
  }

  @Test func `a candle is open, high, low, close and volume, oldest first`() async throws {
    let answer = try await client(Self.page).candles(of: Self.pair, period: .oneMinute).get()
    func candle(_ time: Double, _ numbers: String?...) -> Candle {
      let numbers = numbers.map { $0.flatMap { Decimal(string: $0) } }
      return Candle(
        time: Date(timeIntervalSince1970: time), open: numbers[0], high: numbers[1],
        low: numbers[2], close: numbers[3], volume: numbers[4])
    }
    #expect(
      answer.value == [
        candle(1_688_671_200, "30306.1", "30306.2", "30305.7", "30305.8", "3.39243896"),
        candle(1_688_671_260, "30304.5", "30304.6", "30300", "30300", "0"),
        candle(1_688_671_320, "30300.3", nil, nil, "30291.4", nil),
      ])
    #expect(answer.warnings.isEmpty)
  }

  @Test(
    arguments: [
      (nil, nil, [200, 260, 320]), (260, nil, [260, 320]), (nil, 320, [200, 260]),
      (201, 260, []), (nil, 200, []),
    ] as [(Double?, Double?, [Double])])
  func `a page can begin and end at a time, the end not included`(
    from: Double?, end: Double?, times: [Double]
  ) async throws {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_688_671_000 + seconds) }
    let candles = try await client(Self.page).candles(
      of: Self.pair, period: .oneMinute, from: from.map(date), before: end.map(date)
    ).get().value
    #expect(candles.map(\.time) == times.map(date))
  }

  @Test(arguments: [
    (Period.oneMinute, 1), (.fiveMinutes, 5), (.fifteenMinutes, 15), (.thirtyMinutes, 30),
    (.oneHour, 60), (.fourHours, 240), (.oneDay, 1440), (.oneWeek, 10080),
  ])
  func `a period is an interval in minutes`(period: Period, minutes: Int) async throws {
    let client = client(Self.page, interval: minutes)
    #expect(try await client.candles(of: Self.pair, period: period).get().value.count == 3)
    #expect(Kraken().info.periods.contains(period))
  }

  @Test(arguments: ["[]", "[null]", #"["soon"]"#, "[-1]", "[1e30]", "7"])
  func `a candle without a time is left out and counted`(row: String) async throws {
    let answer = try await client(#"{"XXBTZUSD":[\#(row),[60,"1"]],"last":0}"#)
      .candles(of: Self.pair, period: .oneMinute).get()
    #expect(answer.value.map(\.open) == [1])
    #expect(answer.warnings.count == 1)
  }
}
