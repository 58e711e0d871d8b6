import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The prices of coins in the past.
struct PastCoinTests {
  private typealias Market = PastRatesTests.Market

  private static func price(
    of coin: String, isPrefixed: Bool = false, _ rates: inout PastRates, in market: Market
  ) async -> Result<Answer<[PastPrice]>, MarketError> {
    await rates.price(
      of: Pair(symbol: coin), on: market.client("a"), isPrefixed: isPrefixed,
      at: Date("2028-02-29T12:00:00Z"), now: .seconds(5))
  }

  @Test func `a coin has the price of its route`() async throws {
    let market = Market(["a BTC-USD 4", "a EUR-USD 3"], names: ["XBT": "BTC"])
    var rates = market.rates(to: "EUR")
    let answer = try await Self.price(of: "XBT", &rates, in: market).get()
    let price = try #require(answer.value.first)
    #expect(answer.value.count == 1)
    #expect((price.pair.symbol, price.currency, price.exchange) == ("BTC", "EUR", nil))
    #expect(price.last?.plain == "1.33333333333")
    #expect((price.at, price.period) == (.seconds(3600), .oneHour))
    #expect(answer.names == [Pair(symbol: "XBT"): Pair(symbol: "BTC")])
    #expect((answer.asOf, answer.source) == (.seconds(5), "file:///a"))
    let prefixed = try await Self.price(of: "BTC", isPrefixed: true, &rates, in: market).get()
    #expect(prefixed.value.map(\.exchange) == ["a"] && prefixed.names == [:])
    // Its only candle may have no price.
    let unknown = Market(["a BTC-EUR -"])
    var others = unknown.rates(to: "EUR")
    let none = try await Self.price(of: "BTC", &others, in: unknown).get()
    #expect(none.value.isEmpty)
  }

  @Test func `a price over several candles ended with the oldest, and is of the longest`()
    async throws
  {
    var rates = PastRates(to: "EUR", from: [Market(["a X-USD", "a USD-EUR"]).client("a")]) {
      _, pair in
      let row =
        pair.symbol == "X-USD"
        ? PastRatesTests.row("a", "X-USD", 5, 2)
        : PastRatesTests.row("a", "USD-EUR", 0, 3, .fourHours)
      return .success(Answer([row], asOf: .seconds(0)))
    }
    let route = try #require(await rates.route(from: "X", at: "a"))
    let price = try #require(PastPrice(of: "X", in: "EUR", by: route, on: nil))
    #expect((price.last, price.at, price.period) == (6, .seconds(4 * 3600), .fourHours))
  }

  @Test func `a coin without a route is a warning, an unlisted one or a failure an error`()
    async throws
  {
    let market = Market(["a BTC-GBP 4", "b BTCX-USD 1"])
    var rates = market.rates(to: "EUR", from: ["a", "b"])
    let answer = try await Self.price(of: "BTC", &rates, in: market).get()
    #expect(answer.value.isEmpty)
    #expect(
      answer.warnings == [
        .note("no price for BTC at 2028-02-29T12:00:00Z: no exchange rate BTC→EUR on A, B")
      ])
    await #expect(throws: MarketError.unknownCoin("BTD", near: ["BTC"])) {
      try await Self.price(of: "BTD", &rates, in: market).get()
    }
    let down = MarketError.timedOut(seconds: 1)
    let failing = Market(["a BTC-EUR 4"], failing: ["a BTC-EUR": down])
    var others = failing.rates(to: "EUR")
    await #expect(throws: down.attributed(to: "A")) {
      try await Self.price(of: "BTC", &others, in: failing).get()
    }
  }
}
