import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Past closes: which candles are requested, for which rows and for how long, and which close counts.
struct PastClosesTests {
  private static let pool = ClientPool(of: Exchanges.all) {
    .stub($0) { _ in .failure(.cancelled) }
  }
  private static let clients = Exchanges.all.map { pool.client(of: $0) }
  private static let start = Date(timeIntervalSince1970: 1_795_258_800)
  private static let now = ContinuousClock.now

  private static func key(_ listing: String, _ span: PastSpan) -> PastCloses.Key {
    let parts = listing.split(separator: " ")
    let exchange = ExchangeID(rawValue: String(parts[0]))
    return PastCloses.Key(
      listing: Listing(exchange: exchange, pair: Pair(symbol: String(parts[1]))), span: span)
  }

  private static func requests(
    _ closes: PastCloses, _ keys: [PastCloses.Key], after seconds: Double = 0,
    at now: ContinuousClock.Instant = now
  ) -> [String] {
    let requests = keys.compactMap {
      closes.request(
        for: $0, from: clients, arrivals: { _ in start }, on: start + seconds, at: now)
    }
    return requests.map {
      "\($0.listing.exchange?.rawValue ?? "-") \($0.listing.pair) \($0.count) × \($0.period.rawValue)"
    }
  }

  /// Closes after the answer, or the failure, of a request.
  private static func closes(
    _ key: PastCloses.Key, _ result: CandleRequest.Result, pause: Duration = .zero
  ) -> PastCloses {
    var closes = PastCloses()
    let request = CandleRequest(of: key.listing, .oneMinute, count: 71, for: key.span)
    closes.apply(result, of: request, at: now, pause: pause)
    return closes
  }

  @Test(
    arguments: [
      ("kraken", ["1m", "1h", "4h"]), ("coinbase", ["1m", "1h", "6h"]),
      ("bitfinex", ["1m", "1h", "6h"]), ("bitstamp", ["1m", "1h", "4h"]),
      ("binance", ["1m", "1h", "4h"]), ("okx", ["1m", "1h", "4h"]), ("blockchain", ["", "", ""]),
    ] as [(ExchangeID, [String])])
  func `the candles are the shortest of the exchange that fit`(
    id: ExchangeID, periods: [String]
  ) throws {
    let info = try #require(Exchanges.named(id)).info
    let found = PastSpan.allCases.map { $0.period(among: info.periods)?.rawValue ?? "" }
    #expect(found == periods)
  }

  @Test func `longer candles are used where an exchange lacks the right ones, shorter ones not`() {
    func periods(_ offered: Period...) -> [Period?] {
      PastSpan.allCases.map { $0.period(among: offered) }
    }
    #expect(periods(.thirtyMinutes, .oneDay) == [.thirtyMinutes, .oneDay, .oneDay])
    #expect(periods(.oneMinute, .oneHour) == [.oneMinute, .oneHour, nil])
    #expect(
      periods(.fifteenMinutes, .twelveHours) == [.fifteenMinutes, .twelveHours, .twelveHours])
  }

  @Test func `each close is requested by as many candles as it needs`() {
    let keys = [
      Self.key("kraken BTC-USD", .week), Self.key("kraken BTC-USD", .month),
      Self.key("blockchain BTC-USD", .week),
      Self.key("coinbase ETH-USD", .hour), Self.key("coinbase ETH-USD", .month),
      Self.key("unknown ETH-USD", .hour),
    ]
    #expect(
      Self.requests(PastCloses(), keys) == [
        "kraken BTC-USD 179 × 1h", "kraken BTC-USD 191 × 4h", "coinbase ETH-USD 71 × 1m",
        "coinbase ETH-USD 131 × 6h",
      ])
  }

  @Test(arguments: [(PastSpan.hour, 3_600.0), (.week, 86_400), (.month, 86_400)])
  func `candles are kept for an hour or a day, also without any close`(
    span: PastSpan, lifetime: Double
  ) {
    let key = Self.key("kraken BTC-USD", span)
    let closes = Self.closes(key, .success(Answer([], asOf: Self.start)))
    for (seconds, isDue) in [
      (0, false), (lifetime - 1, false), (lifetime, true), (9 * lifetime, true),
      // A replay that restarts goes back.
      (-lifetime, true), (1 - lifetime, false),
    ] {
      #expect(Self.requests(closes, [key], after: seconds).isEmpty == !isDue, "\(seconds)")
    }
    #expect(closes.closes(of: key.listing, [span], at: Self.start) == [:])
  }

  @Test func `after a temporary failure the exchange pauses, and no other`() {
    let key = Self.key("kraken BTC-USD", .week)
    let others = [Self.key("kraken ETH-USD", .week), Self.key("coinbase ETH-USD", .week)]
    func due(_ error: MarketError, pause: Duration, after seconds: Int) -> Int {
      let closes = Self.closes(key, .failure(error), pause: pause)
      return Self.requests(closes, [key] + others, at: Self.now + .seconds(seconds)).count
    }
    #expect(due(.timedOut(seconds: 10), pause: .seconds(10), after: 9) == 1)
    #expect(due(.timedOut(seconds: 10), pause: .seconds(10), after: 10) == 3)
    #expect(due(.timedOut(seconds: 10), pause: .zero, after: 0) == 3)
    #expect(due(.rateLimited(retryAfter: 30), pause: .seconds(10), after: 29) == 1)
    #expect(due(.rateLimited(retryAfter: 30), pause: .seconds(10), after: 30) == 3)
    // A permanent failure concerns only the pair.
    #expect(due(.unknownSymbol("BTC-USD", near: []), pause: .seconds(10), after: 0) == 2)
    #expect(due(.unknownSymbol("BTC-USD", near: []), pause: .zero, after: 99_999) == 2)
  }

  @Test func `failures have sentences until a request succeeds`() {
    let key = Self.key("kraken BTC-USD", .week)
    func sentences(_ error: MarketError, _ exchanges: ExchangeID...) -> [String] {
      Self.closes(key, .failure(error))
        .sentences(on: [key], in: Market(exchanges, in: Self.pool))
    }
    let failure = MarketError.httpStatus(503, retryAfter: 7)
    #expect(
      sentences(failure, "kraken") == ["percent_7d is incomplete: HTTP 503 Service Unavailable"])
    #expect(
      sentences(failure, "coinbase", "kraken")
        == ["Kraken: percent_7d is incomplete: HTTP 503 Service Unavailable"])
    #expect(
      sentences(.missing("x"), "kraken") == ["percent_7d is incomplete: candles are not recorded"])
    #expect(
      sentences(.unknownSymbol("BTC-USD", near: []), "kraken")
        == ["percent_7d is incomplete: unknown pair BTC-USD on Kraken"])
    #expect(sentences(.cancelled, "kraken") == [])
    var closes = Self.closes(key, .failure(failure))
    let market = Market(["kraken"], in: Self.pool)
    // Rows that need the close are no longer shown.
    #expect(closes.sentences(on: [], in: market) == [])
    let request = CandleRequest(of: key.listing, .oneHour, count: 179, for: .week)
    closes.apply(.success(Answer([])), of: request, at: Self.now, pause: .zero)
    #expect(closes.sentences(on: [key], in: market) == [])
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `the close is that of the newest candle that had ended, in the ten periods before`(
    seed: UInt64
  ) {
    var random = Seeded(state: seed)
    let key = Self.key("coinbase BTC-USD", .hour)
    let gaps = Int.random(in: 1...20, using: &random)
    let candles = (0..<75).compactMap { minute -> Candle? in
      guard Int.random(in: 1...20, using: &random) >= gaps else { return nil }
      let close = Int.random(in: 1...9, using: &random) == 1 ? nil : Decimal(minute + 1)
      return Candle(
        time: Self.start + Double(minute - 73) * 60, open: 1, high: 1, low: 1, close: close,
        volume: 1, isUnconfirmed: Int.random(in: 1...9, using: &random) == 1)
    }
    let asOf = Self.start + Double.random(in: 0..<60, using: &random)
    let closes = Self.closes(key, .success(Answer(candles, asOf: asOf)))
    for _ in 0..<40 {
      let moment = asOf + Double(Int.random(in: 0...4_000, using: &random))
      let reference = moment - 3_600
      var expected: Decimal?
      for candle in candles where candle.close != nil && !candle.isUnconfirmed {
        let end = candle.time + 60
        if end <= asOf, end <= reference, end >= reference - 600 { expected = candle.close }
      }
      let found = closes.closes(of: key.listing, [.hour, .week], at: moment)
      #expect(found == (expected.map { [.hour: $0] } ?? [:]), "\(moment)")
    }
  }

  @Test func `closes after the lifetime are not kept longer than another one`() {
    let key = Self.key("coinbase BTC-USD", .week)
    let count = 8 * 1_440
    let candles = (0..<count).map { (minute: Int) -> Candle in
      let time = Self.start + Double(minute - count) * 60
      return Candle(
        time: time, open: 1, high: 1, low: 1,
        close: Decimal(minute), volume: 1)
    }
    let closes = Self.closes(key, .success(Answer(candles, asOf: Self.start)))
    func close(after days: Double) -> Decimal? {
      closes.closes(of: key.listing, [.week], at: Self.start + days * 86_400)[.week]
    }
    #expect([0, 1, 2].map(close) == [1_439, 2_879, 4_319])
    #expect(close(after: 3) == nil)
  }

  @Test func `many requests, or slow ones, have a notice`() throws {
    func notice(_ id: ExchangeID, _ count: Int) throws -> String? {
      let exchange = try #require(Exchanges.named(id))
      let transport = Transport { _ in .failure(.cancelled) }
      return MarketClient(transport, exchange: exchange).notice(onRequests: count)
    }
    #expect(try notice("kraken", 1_400) == "1,400 requests to Kraken, about 23 min")
    #expect(try notice("kraken", 8) == "8 requests to Kraken, about 7 s")
    #expect(try notice("kraken", 6) == nil)
    #expect(try notice("coinbase", 10) == nil)
    #expect(try notice("coinbase", 11) == "11 requests to Coinbase, about 2.2 s")
    // 30 requests per minute.
    #expect(try notice("bitfinex", 301) == "301 requests to Bitfinex, about 10 min")
    #expect(try notice("kraken", 0) == nil)
  }
}

// MARK: - Rows

extension PastClosesTests {
  private typealias C = Ticker.Columns

  /// The closes that rows A-USD to E-USD of Kraken need. E-USD has no price.
  private static func needed(
    of rows: Range<Int>? = nil, _ change: (inout ListFeed) throws -> Void
  ) rethrows -> [String] {
    var feed = ListFeed(Market(["kraken"], in: pool), ListQuery(), in: "USD")
    try change(&feed)
    var model = feed.model
    let tickers = zip(["A", "B", "C", "D", "E"], 1...).map { base, number in
      Ticker(
        pair: Pair(base: base, quote: "USD"), open: 1, volume: Decimal(number),
        last: number == 5 ? nil : 2
      ).on("kraken")
    }
    model.apply(Poll(exchange: "kraken", result: .success(Answer(tickers))))
    let keys =
      rows.map { feed.closes(of: Array(model.rows[$0])) } ?? feed.closes(for: model, asIn: model)
    return keys.map {
      "\($0.listing.pair.base ?? "") \($0.span.rawValue.dropFirst(8))"
    }
  }

  @Test func `nothing is needed unless a column is named`() throws {
    #expect(Self.needed { _ in } == [])
    #expect(Self.needed { $0.columns = [C.last, C.percent] } == [])
    #expect(
      Self.needed {
        $0.columns = Ticker.columns
        $0.namesColumns = false
      } == [])
    // The variables of a command do not name a column.
    #expect(Self.needed { $0.watch.command = "x" } == [])
  }

  @Test func `shown columns need the rows that are shown and have a price`() throws {
    #expect(
      Self.needed { $0.columns = [C.percentMonth, C.percentHour] } == [
        "A 1h", "A 30d", "B 1h", "B 30d", "C 1h", "C 30d", "D 1h", "D 30d",
      ])
    #expect(
      try Self.needed {
        $0.columns = [C.percentWeek]
        $0.query.filters = [SymbolFilter("A,B,C")]
        $0.query.conditions = [try Condition("volume > 1")]
        ($0.query.sort, $0.query.limit) = (RowOrder(C.volume, descending: true), 1)
      } == ["C 7d"])
    #expect(Self.needed(of: 1..<3) { $0.columns = [C.percentWeek] } == ["B 7d", "C 7d"])
  }

  @Test func `an order or a condition needs all rows that the rest of the query keeps`() throws {
    #expect(
      Self.needed {
        $0.namesColumns = false
        $0.query.filters = [SymbolFilter("A,B,C")]
        ($0.query.sort, $0.query.limit) = (RowOrder(C.percentWeek), 1)
      } == ["A 7d", "A 7d", "B 7d", "C 7d"])
    #expect(
      try Self.needed {
        $0.query.conditions = [
          try Condition("percent_1h > 1 or percent_7d > 1"), try Condition("volume > 2"),
        ]
      } == ["C 1h", "C 7d", "D 1h", "D 7d"])
  }

  @Test func `until and alerts need the rows that they test`() throws {
    #expect(
      try Self.needed {
        $0.query.limit = 2
        $0.watch.until = try Condition("percent_1h > 1")
      } == ["A 1h", "B 1h", "A 1h", "B 1h"])
    #expect(
      try Self.needed {
        $0.query.limit = 2
        $0.watch.alerts = [
          Alert(name: "a", condition: try Condition("percent_30d > 1"), pause: 0)
        ]
      } == ["A 30d", "B 30d", "A 30d", "B 30d", "C 30d", "D 30d"])
  }
}
