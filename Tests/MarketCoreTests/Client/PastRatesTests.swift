import Foundation
import TestTools
import Testing

@testable import MarketCore

/// Conversion rates of the past: their routes, their requests, and the converted amounts.
struct PastRatesTests {
  private static let hour = 3600.0

  /// Exchanges with candles of hours since 1970.
  struct Market {
    let exchanges: [PastExchange]
    let closes: [String: [Decimal?]]
    /// The pairs without a trade.
    let untraded: Set<String>
    let failures: [String: MarketError]
    let requested = Observed<[String]>([])

    /// - Parameters:
    ///   - lines: exchange, pair and closes of hours, as in `a BTC-USD 1 2 - 4`; without any, the pair is
    ///     listed but has no candles. With `untraded` behind them, none of them has volume.
    ///   - failures: by exchange and pair; of the list of an exchange, by its id.
    init(
      _ lines: [String], failing failures: [String: MarketError] = [:],
      names: [String: String] = [:]
    ) {
      var words = lines.map { $0.split(separator: " ").map(String.init) }
      untraded = Set(words.filter { $0.last == "untraded" }.map { "\($0[0]) \($0[1])" })
      words = words.map { $0.filter { $0 != "untraded" } }
      exchanges = ["a", "b", "c"].map { [words] id in
        var exchange = PastExchange(ExchangeID(rawValue: id))
        exchange.names = names
        let listed = words.filter { $0[0] == id }.map { $0[1] }
        exchange.pairs = failures[id].map { .failure($0) } ?? .success(listed)
        return exchange
      }
      let pairs = words.map { words in
        ("\(words[0]) \(words[1])", words.dropFirst(2).map { Decimal(exact: $0) })
      }
      closes = Dictionary(uniqueKeysWithValues: pairs)
      self.failures = failures
    }

    func client(_ id: ExchangeID) -> MarketClient {
      (exchanges.first { $0.id == id } ?? exchanges[0]).client
    }

    /// How often each exchange was requested to list its pairs.
    var lists: [Int] { exchanges.map(\.requested.value.count) }

    func rates(
      to currency: String, from ids: [ExchangeID] = ["a", "b", "c"], isExchangeFixed: Bool = false,
      isEnough: @escaping ([CandleRow]) -> Bool = { _ in true }
    ) -> PastRates {
      PastRates(
        to: currency, from: ids.map(client), isExchangeFixed: isExchangeFixed, isEnough: isEnough
      ) { client, pair in
        let key = "\(client.exchange.id) \(pair)"
        requested.change { $0.append(key) }
        if let failure = failures[key] { return .failure(failure) }
        let rows = (closes[key] ?? []).enumerated().map { hour, close in
          PastRatesTests.row(
            client.exchange.id, pair.symbol, hour, close, volume: untraded.contains(key) ? 0 : 1)
        }
        return .success(Answer(rows, asOf: .seconds(0)))
      }
    }
  }

  static func row(
    _ exchange: ExchangeID, _ symbol: String, _ hour: Int, _ close: Decimal?,
    _ period: Period = .oneHour, volume: Decimal = 1
  ) -> CandleRow {
    CandleRow(
      exchange: exchange, pair: Pair(symbol: symbol), period: period,
      candle: Candle(
        time: .seconds(Double(hour) * Self.hour), open: nil, high: nil, low: nil, close: close,
        volume: volume), asOf: .distantFuture)
  }

  /// The steps as in `a BTC-USD`, with `1/` before a rate that divides, and `*` for no exchange.
  private static func steps(_ route: PastRates.Route?) -> [String]? {
    route?.route.steps.map { step in
      "\(step.isInverse ? "1/" : "")\(step.rate.exchange?.rawValue ?? "*") \(step.rate.pair)"
    }
  }

  private static let unlisted = MarketError.unknownSymbol("X-Y", near: [])

  @Test(
    arguments: [
      // The pair, its inverse, two pairs over USD, USDT, USDC, EUR, BTC.
      (["a X-Y 1", "a Y-X 1", "a X-USD 1", "a USD-Y 1"], ["a X-Y"]),
      (["a Y-X 1", "a X-USD 1", "a USD-Y 1"], ["1/a Y-X"]),
      (["a X-USDT 1", "a Y-USDT 1", "a X-USD 1", "a Y-USD 1"], ["a X-USD", "1/a Y-USD"]),
      (["a X-USDC 1", "a Y-USDC 1", "a USDT-X 1", "a USDT-Y 1"], ["1/a USDT-X", "a USDT-Y"]),
      (["a X-EUR 1", "a EUR-Y 1", "a X-USDC 1", "a USDC-Y 1"], ["a X-USDC", "a USDC-Y"]),
      (["a X-BTC 1", "a BTC-Y 1", "a X-EUR 1", "a EUR-Y 1"], ["a X-EUR", "a EUR-Y"]),
      (["a X-BTC 1", "a BTC-Y 1"], ["a X-BTC", "a BTC-Y"]),
      // Not over others, not over three, not over two exchanges.
      (["a X-GBP 1", "a GBP-Y 1"], nil),
      (["a X-USD 1", "a USD-EUR 1", "a EUR-Y 1"], nil),
      (["a X-USD 1", "b USD-Y 1"], nil), ([], nil),
      // A pair without candles is not part of a route.
      (["a X-Y", "a Y-X 1"], ["1/a Y-X"]),
      (["a X-USD 1", "a USD-Y", "a Y-USD 1"], ["a X-USD", "1/a Y-USD"]),
      (["a X-USD 1", "a USD-Y", "a X-EUR 1", "a EUR-Y 1"], ["a X-EUR", "a EUR-Y"]),
      // The amount's own exchange, then the others in order, each with all of its routes.
      (["b X-Y 1", "c X-Y 1", "a Y-X 1"], ["b X-Y"]),
      (["a X-Y 1", "c X-Y 1", "b X-BTC 1", "b BTC-Y 1"], ["b X-BTC", "b BTC-Y"]),
      (["a X-BTC 1", "a BTC-Y 1", "c X-Y 1"], ["a X-BTC", "a BTC-Y"]),
      (["b X-Y", "a Y-X", "c Y-X 1"], ["1/c Y-X"]),
    ] as [([String], [String]?)])
  func `the first route is taken whose pairs all have candles`(
    lines: [String], steps: [String]?
  ) async {
    let market = Market(lines)
    var rates = market.rates(to: "Y")
    let route = await rates.route(from: "X", at: "b")
    #expect(Self.steps(route) == steps)
    let titles = "no exchange rate X→Y on B, A, C"
    let listings = (route?.route.steps ?? []).map {
      Listing(exchange: $0.rate.exchange, pair: $0.rate.pair)
    }
    #expect(
      rates.warnings == [steps == nil ? .note(titles) : .converted(to: "Y", by: listings)])
  }

  @Test func `with rates of the own exchange only, others are not requested`() async {
    let market = Market(["a X-Y 1", "c X-Y 1"])
    var rates = market.rates(to: "Y", isExchangeFixed: true)
    #expect(await rates.route(from: "X", at: "b") == nil)
    #expect(rates.warnings == [.note("no exchange rate X→Y on B")])
    #expect(market.lists == [0, 1, 0])
    #expect(Self.steps(await rates.route(from: "X", at: "c")) == ["c X-Y"])
  }

  @Test func `without an exchange, or with another one, the order is that of the clients`() async {
    let market = Market(["a X-Y 1", "b X-Y 1", "c X-Y 1"])
    var rates = market.rates(to: "Y", from: ["c", "b"])
    #expect(Self.steps(await rates.route(from: "X", at: nil)) == ["c X-Y"])
    #expect(Self.steps(await rates.route(from: "X", at: "a")) == ["c X-Y"])
    #expect(Self.steps(await rates.route(from: "X", at: "b")) == ["b X-Y"])
  }

  @Test func `the currency itself needs no rate`() async {
    let market = Market(["a X-Y 1"])
    var rates = market.rates(to: "Y")
    let route = await rates.route(from: "Y", at: "a")
    #expect(Self.steps(route) == [])
    #expect(route?.converted(3, at: .seconds(0)) == 3 && route?.price == 1)
    #expect(market.requested.value == [] && rates.warnings == [])
  }

  @Test(
    arguments: [
      // A stablecoin is a dollar only where no exchange has a rate.
      (["a EUR-USD 2"], "USDT", "EUR", ["* USDT-USD", "1/a EUR-USD"]),
      (["a EUR-USD 2", "c USDT-EUR 2"], "USDT", "EUR", ["c USDT-EUR"]),
      (["a X-USDC 2"], "X", "USD", ["a X-USDC", "* USDC-USD"]),
      (["a X-USDC", "b X-USDT 2"], "X", "USD", ["b X-USDT", "* USDT-USD"]),
      ([], "USDT", "USD", ["* USDT-USD"]), ([], "USD", "USDT", ["* USDT-USD"]),
      ([], "EURT", "EUR", nil),
    ] as [([String], String, String, [String]?)])
  func `a stablecoin counts as a dollar where no exchange has a route`(
    lines: [String], from: String, to: String, steps: [String]?
  ) async {
    var rates = Market(lines).rates(to: to)
    #expect(Self.steps(await rates.route(from: from, at: "a")) == steps)
  }

  @Test(
    arguments: [
      (["a EUR-USD 2 untraded", "b EUR-USD 3"], "EUR", ["b EUR-USD"]),
      (["a EUR-USD 2 untraded", "a EUR-BTC 1", "a BTC-USD 1"], "EUR", ["a EUR-BTC", "a BTC-USD"]),
      (["a USDT-USD 2 untraded"], "USDT", ["* USDT-USD"]),
      (["a USD-TRY 9 untraded", "b USDT-TRY 8"], "TRY", ["1/b USDT-TRY", "* USDT-USD"]),
      (["a USDT-TRY 8 untraded", "b USD-TRY 9 untraded"], "TRY", ["1/b USD-TRY"]),
      (["a USDT-TRY 8 untraded", "b USD-TRY"], "TRY", ["1/a USDT-TRY", "* USDT-USD"]),
    ])
  func `pairs without a trade are part of a route only where there is no other`(
    lines: [String], from: String, steps: [String]
  ) async {
    let market = Market(lines)
    var rates = market.rates(to: "USD")
    #expect(Self.steps(await rates.route(from: from, at: "a")) == steps)
    #expect(Set(market.requested.value).count == market.requested.value.count)
  }

  @Test func `a stablecoin that counts as a dollar converts at 1`() async {
    var rates = Market(["a EUR-USD 2 4"]).rates(to: "EUR")
    let route = await rates.route(from: "USDT", at: "a")
    #expect(route?.candles.map(\.count) == [0, 2])
    #expect(route?.converted(6, at: .seconds(Self.hour)) == 1.5)
    #expect(
      rates.warnings.map(\.description) == ["converted to EUR by USDT-USD (as 1 USD), EUR-USD (a)"])
  }

  @Test func `candles that are not enough are requested, but not part of a route`() async {
    let market = Market(["a X-Y 1", "a X-USD 1 2", "a USD-Y 1 2", "b X-Y 1 2 3"])
    var rates = market.rates(to: "Y") { $0.count > 1 }
    #expect(Self.steps(await rates.route(from: "X", at: "a")) == ["a X-USD", "a USD-Y"])
    #expect(market.requested.value == ["a X-Y", "a X-USD", "a USD-Y"])
    // They are fetched all the same.
    #expect(rates.fetched.count == 5)
    #expect(
      rates.rates == ["X-USD", "USD-Y"].map { Listing(exchange: "a", pair: Pair(symbol: $0)) })
  }

  @Test func `each pair and each list is requested once`() async {
    let market = Market(["a X-USD", "b X-USD 1", "b USD-Y 1", "b Z-USD 1"])
    var rates = market.rates(to: "Y", from: ["a", "b"])
    for (currency, exchange) in [("X", "a"), ("Z", "a"), ("X", "b"), ("Q", "b"), ("Q", "a")] {
      _ = await rates.route(from: currency, at: ExchangeID(rawValue: exchange))
      _ = await rates.route(from: currency, at: ExchangeID(rawValue: exchange))
    }
    #expect(market.requested.value == ["b X-USD", "b USD-Y", "b Z-USD"])
    #expect(market.lists == [1, 1, 0])
    #expect(
      rates.rates
        == ["X-USD", "USD-Y", "Z-USD"].map { Listing(exchange: "b", pair: Pair(symbol: $0)) })
    #expect(
      rates.warnings.dropFirst().map(\.description)
        == ["no exchange rate Q→Y on B, A", "no exchange rate Q→Y on A, B"])
  }

  @Test(arguments: ["a USD-EUR", "a"])
  func `a route that was found after a failure is marked, each time`(failing: String) async {
    let market = Market(
      ["a USD-EUR 2", "b USD-EUR 3", "b GBP-EUR 4"], failing: [failing: .timedOut(seconds: 1)])
    var rates = market.rates(to: "EUR", from: ["a", "b"])
    for exchange in ["a", "b", "c"] as [ExchangeID] {
      rates.hasMetFailure = false
      #expect(await rates.route(from: "USD", at: exchange) != nil)
      // The exchange `b` has the rate itself; for `c`, which has no client, `a` is tried first.
      #expect(rates.hasMetFailure == (exchange != "b"))
    }
  }

  @Test func `a request that fails is a failure, and no rate is known to be missing`() async {
    let down = MarketError.timedOut(seconds: 1)
    let market = Market(
      ["a X-Y 1", "a Z-Y 1"], failing: ["a X-Y": down, "a Z-Y": down, "b": down])
    var rates = market.rates(to: "Y")
    #expect(await rates.route(from: "X", at: "a") == nil)
    #expect(await rates.route(from: "Z", at: "a") == nil)
    // The exchange of a failure is told: others could be asked for the rate.
    #expect(rates.failures == ["A", "B"].map(down.attributed) && rates.warnings == [])
    // Another route may do.
    let other = Market(["a X-Y 1", "a Y-X 4"], failing: ["a X-Y": down])
    var second = other.rates(to: "Y")
    #expect(Self.steps(await second.route(from: "X", at: "a")) == ["1/a Y-X"])
    #expect(second.failures == [down.attributed(to: "A")])
    #expect(second.warnings.map(\.description) == ["converted to Y by Y-X (a)"])
  }

  @Test func `a pair that is listed no longer is not a failure`() async {
    let market = Market(["a X-Y 1", "b X-Y 1"], failing: ["a X-Y": Self.unlisted])
    var rates = market.rates(to: "Y")
    #expect(Self.steps(await rates.route(from: "X", at: "a")) == ["b X-Y"])
    #expect(rates.failures == [])
  }

  @Test(
    arguments: [
      // A product is exact, whatever its digits.
      (["a X-Y 1.000000000000000003"], "1.5", "1.5000000000000000045"),
      (["a X-USD 0.00000123456789", "a USD-Y 1.1"], "12345.6789", "0.0167657366252095731"),
      // A quotient has 12 digits, and is rounded once.
      (["a Y-X 3"], "1", "0.333333333333"), (["a Y-X 3"], "200000", "66666.6666667"),
      (["a X-USD 2", "a Y-USD 3"], "1", "0.666666666667"),
      (["a USD-X 7", "a Y-USD 3"], "1", "0.047619047619"),
      (["a Y-X 1"], "1234567890123.5", "1234567890120"), (["a Y-X 4"], "-1", "-0.25"),
      // Without a rate of the period, or with an unknown one, there is no amount.
      (["a X-Y -"], "1", nil), (["a X-USD 1", "a USD-Y - 2"], "1", nil),
    ] as [([String], String, String?)])
  func `an amount is converted at the closes of its period`(
    lines: [String], amount: String, converted: String?
  ) async throws {
    var rates = Market(lines).rates(to: "Y")
    let route = try #require(await rates.route(from: "X", at: "a"))
    #expect(route.converted(Decimal(amount), at: .seconds(0))?.plain == converted)
    #expect(route.converted(Decimal(amount), at: .seconds(9 * Self.hour)) == nil)
  }

  @Test func `prices are converted, volumes and other rows are not`() async {
    let market = Market(["a USD-EUR 0.5 - 0.25", "b EUR-USD 4 4 4"])
    var rates = market.rates(to: "EUR", isExchangeFixed: true)
    func candle(_ hour: Int, _ pair: String, on exchange: ExchangeID) -> CandleRow {
      CandleRow(
        exchange: exchange, pair: Pair(symbol: pair), period: .oneHour,
        candle: Candle(
          time: .seconds(Double(hour) * Self.hour), open: 1, high: 4, low: 0.5, close: 2,
          volume: 9, isFilled: hour == 2),
        asOf: .distantFuture)
    }
    var answer = Answer(
      [
        candle(0, "X-USD", on: "a"), candle(1, "X-USD", on: "a"), candle(2, "X-USD", on: "a"),
        candle(0, "X-USD", on: "b"), candle(0, "X-EUR", on: "a"), candle(0, "XEUR", on: "a"),
        candle(0, "X-USD", on: "c"),
      ], asOf: .seconds(5), source: "s", warnings: [.note("first")])
    answer.names = [Pair(symbol: "own"): Pair(symbol: "X-USD")]
    let converted = await rates.converted(answer)
    #expect(
      converted.value.map { "\($0.currency ?? "-") \($0.candle.line)" } == [
        "EUR 0 0.5 2 0.25 1 9", "EUR 3600 - - - - 9", "EUR 7200 0.25 1 0.125 0.5 9",
        "EUR 0 0.25 1 0.125 0.5 9", "EUR 0 1 4 0.5 2 9", "- 0 1 4 0.5 2 9", "EUR 0 - - - - 9",
      ])
    #expect(
      converted.value.map(\.candle.isFilled) == [false, false, true]
        + Array(repeating: false, count: 4))
    #expect(converted.value.map(\.pair) == answer.value.map(\.pair))
    #expect(
      converted.warnings.map(\.description) == [
        "first", "converted to EUR by USD-EUR (a), EUR-USD (b)", "no exchange rate USD→EUR on C",
      ])
    #expect((converted.asOf, converted.source) == (.seconds(5), "s"))
    #expect(converted.names == answer.names && converted.failures == [])
  }
}

extension PastRates.Route {
  fileprivate func converted(_ amount: Decimal, at time: Date) -> Decimal? {
    var isRounded = false
    return convert(amount, at: time, isRounded: &isRounded)
  }
}
