import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The value of a portfolio over time, requested from several exchanges.
struct PortfolioValuesTests {
  private static let now = Date.seconds(3.5 * 86_400)
  private static let range = HistoryRange(.oneDay, from: .seconds(0), now: now)

  /// A client of an exchange with a daily candle per close; none for `nil`.
  private static func client(
    _ id: ExchangeID, _ closes: [Int?]
  ) -> MarketClient {
    var exchange = PastExchange(id, periods: [.oneDay])
    exchange.pairs = .success(["X-USD"])
    exchange.now = now
    exchange.candles = { _ in
      closes.enumerated().compactMap { day, close in
        close.map { close in
          let (time, close) = (Date.seconds(Double(day) * 86_400), Decimal(close))
          return Candle(time: time, open: nil, high: nil, low: nil, close: close, volume: 1)
        }
      }
    }
    return exchange.client
  }

  private static func held(_ exchange: ExchangeID, since day: Int? = nil) -> Trade {
    Trade("X-USD", 1, on: exchange, time: day.map { .seconds(Double($0) * 86_400) })
  }

  private static func values(
    of portfolio: Portfolio, from clients: [MarketClient]
  ) async -> Result<Answer<[PortfolioValue]>, MarketError> {
    await portfolio.values(
      in: range, from: clients, now: now, clock: FakeClock().pollClock())
  }

  @Test func `the exchanges add up, with the close before where one has none`() async throws {
    let portfolio = Portfolio([Self.held("a"), Self.held("b", since: 2)], defaultExchange: "a")
    let clients = [Self.client("a", [1, nil, 3, 4]), Self.client("b", [10, 20, 30, 40])]
    let answer = try await Self.values(of: portfolio, from: clients).get()
    #expect(answer.value.map { $0.time.timeIntervalSince1970 / 86_400 } == [0, 1, 2, 3])
    #expect(answer.value.map(\.total.value) == [1, 1, 33, 44])
    #expect(answer.value.map(\.total.quote) == ["USD", "USD", "USD", "USD"])
    #expect(answer.failures.isEmpty)
  }

  @Test func `an exchange that fails fails the whole, unless it is not needed`() async throws {
    let (kraken, coinbase) = (Exchanges.kraken, Exchanges.coinbase)
    let now = Date("2026-11-20T14:00:00Z")
    let clients = [
      Articles.client(of: kraken), .stub(coinbase) { _ in .failure(.unreachable("down")) },
    ]
    func values(_ exchanges: [ExchangeID]) async throws -> [Decimal?] {
      let portfolio = Portfolio(
        exchanges.map { Trade("BTC-USD", 1, on: $0) }, defaultExchange: kraken.id)
      return try await portfolio.values(
        in: HistoryRange(.oneDay, count: 1, now: now), from: clients, now: now,
        clock: FakeClock().pollClock()
      ).get().value.map(\.total.value)
    }
    #expect(try await values([kraken.id]) == [Decimal("27424.4")])
    await #expect(throws: MarketError.unreachable("down")) {
      try await values([kraken.id, coinbase.id])
    }
  }

  @Test func `holdings without a client have no price`() async throws {
    let portfolio = Portfolio([Self.held("a"), Self.held("b")], defaultExchange: "a")
    let answer = try await Self.values(of: portfolio, from: [Self.client("a", [1, 2, 3, 4])]).get()
    #expect(answer.value.map(\.total.value) == [1, 2, 3, 4])
    #expect(answer.value.map(\.total.unpriced) == [1, 1, 1, 1])
  }

  @Test func `a coin that no exchange lists is a failure in the answer`() async throws {
    let portfolio = Portfolio(
      [Self.held("b"), Trade(1, of: "X", on: "a"), Trade(1, of: "XY", on: "a")], in: "USD",
      defaultExchange: "a")
    let clients = [Self.client("a", [1, 2, 3, 4]), Self.client("b", [1, 2, 3, 4])]
    let answer = try await Self.values(of: portfolio, from: clients).get()
    #expect(answer.value.map(\.total.unpriced) == [1, 1, 1, 1])
    #expect(answer.failures == [.unknownCoin("XY", near: ["X"])])
  }

  @Test func `cash needs no client`() async throws {
    let portfolio = Portfolio([Trade(5, of: "EUR")], defaultExchange: "a")
    let answer = try await Self.values(of: portfolio, from: []).get()
    #expect(answer.value.map(\.total.value) == [5, 5, 5, 5])
  }

  @Test func `several currencies without a common one are a failure`() async {
    let portfolio = Portfolio([Self.held("a"), Trade(5, of: "EUR")], defaultExchange: "a")
    let failure = MarketError.missing(
      "values over time require one currency: holdings are in USD, EUR")
    await #expect(throws: failure) {
      try await Self.values(of: portfolio, from: [Self.client("a", [1])]).get()
    }
  }
}
