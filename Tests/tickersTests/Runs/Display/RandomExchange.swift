import Foundation
@testable import MarketCore
import RandomInputs
import Synchronization

/// An exchange in the process of a test that answers at random: at once, late, never, or with a failure;
/// with other pairs each time, with numbers that are unknown or huge, and with names that have control
/// characters and wide ones.
final class RandomExchange: Exchange {
  private enum Reply { case answer, wait(Duration), fail(MarketError) }

  private struct State {
    var random: Seeded
    /// How many pairs the list has.
    var listed = 12
  }

  let info: ExchangeInfo
  private let state: Mutex<State>
  private let clock: PollClock
  private let date: @Sendable () -> Date

  init(
    _ id: String, seed: UInt64, periods: [Period], hasOrders: Bool, clock: PollClock,
    date: @escaping @Sendable () -> Date
  ) {
    info = ExchangeInfo(
      id: ExchangeID(rawValue: id), title: id.capitalized, url: "file:///test",
      minimumPollInterval: .milliseconds(1)
    ) {
      ($0.hasOrders, $0.periods) = (hasOrders, periods)
    }
    state = Mutex(State(random: Seeded(state: seed)))
    (self.clock, self.date) = (clock, date)
  }

  static let symbols =
    [
      "BTC-USD", "ETH-USD", "ETH-BTC", "XRP-EUR", "USDT-USD", "EUR-USD", "BTC-EUR", "LTC-BTC",
      "DOGE-USD", "SOL-USDT", "NODASH", "-", "", " ", "币安人生-USDT", "A\u{301}-USD",
      "\u{1B}[2J-USD", "X\u{202E}Y-USD", "👩‍👩‍👧-USD", "A\tB-C", "A\nB-USD", "\u{0}-USD",
      "\u{FE0F}-USD", "🇩🇪-EUR", "›-USD", "\u{200D}-\u{200D}", "%s%n-USD", "btc-usd",
      String(repeating: "LONG", count: 60) + "-USD", "AIR-" + String(repeating: "币", count: 50),
    ] + (0..<60).map { "C\($0)-USD" }

  private static let numbers: [Decimal?] =
    ["1", "0", "0.00000001", "-7", "1e127", "9e127", "1e-127", "1e-128", "3e60", "100000000000"]
    .map { Decimal(string: $0) } + [
      nil, nil, nil, Decimal(string: "99999999999999999999999999999999999999"),
      Decimal(string: "0.00000000000000000000000000000000000003"),
    ]

  private static let failures: [MarketError] = [
    .unreachable("no connection\u{1B}[2J"), .timedOut(seconds: 10), .rateLimited(retryAfter: 7),
    .rateLimited(retryAfter: nil), .httpStatus(503, retryAfter: nil),
    .httpStatus(404, retryAfter: 3),
    .exchangeError(message: "busy\n币\u{202E}", isTransient: true), .notAnswered,
    .malformed(String(repeating: "[0].symbol ", count: 40)), .tooLarge(limit: 1 << 20),
    .dataUnavailable(Pair(symbol: "BTC-USD"), status: 500), .cancelled,
  ]
  private static let lastingFailures: [MarketError] = [
    .exchangeError(message: "no longer offered", isTransient: false),
    .unknownSymbol("BTC-USD", near: ["BTC-\u{1B}USD", "ETH-USD"]), .missing("no recording"),
    .ended("end of recording"), .notRequestable(Pair(symbol: "BTC-USD")), .untrusted("no trust"),
  ]

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await answer { state in
      Self.pairs(pairs, in: &state).map { pair in
        var random = state.random
        defer { state.random = random }
        func number() -> Decimal? { Self.number(using: &random) }
        return Ticker(
          pair: pair, name: Self.name(using: &random), open: number(), volume: number(),
          last: number(), changeReference: Bool.random(using: &random) ? .dayAgo : .utcDay,
          bid: number(), ask: number(), high: number(), low: number(),
          showsMissingLastAsZero: Bool.random(using: &random))
      }
    }
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await answer { state in
      Self.pairs(pairs, in: &state).map { pair in
        var random = state.random
        defer { state.random = random }
        func number() -> Decimal? { Self.number(using: &random) }
        return Instrument(
          pair: pair, status: Self.name(using: &random), state: .open, tickSize: number(),
          lotSize: number(), minimumOrder: number(), maximumOrder: number(),
          minimumNotional: number(), name: Self.name(using: &random))
      }
    }
  }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    try await answer { state in
      var random = state.random
      defer { state.random = random }
      func entries() -> [OrderBook.Entry] {
        let count = Int.random(in: 0...5, using: &random) * Int.random(in: 0...12, using: &random)
        return (0..<count).map { _ in
          let price = Self.number(using: &random) ?? 7
          let quantity = Self.number(using: &random)?.magnitude ?? 1
          return detail == .orders
            ? .init(price: price, quantity: quantity, orderID: .number(.max))
            : .init(price: price, quantity: quantity, orders: Bool.random(using: &random) ? nil : 3)
        }
      }
      return OrderBook(pair: pair, bids: entries(), asks: entries())
    }
  }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let newest = end ?? date()
    return try await answer { state in
      var random = state.random
      defer { state.random = random }
      func number() -> Decimal? { Self.number(using: &random) }
      let count = Int.random(in: 0...5, using: &random) * Int.random(in: 0...60, using: &random)
      // Some are missing, some come twice, some are in the future.
      return (0..<count).map { _ in
        let age = Int.random(in: -2...count, using: &random)
        return Candle(
          time: period.start(-age, after: newest), open: number(), high: number(), low: number(),
          close: number(), volume: number())
      }
    }
  }

  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? { nil }

  func error(in response: Transport.Response) -> MarketError? { response.statusError }

  /// The pairs of an answer: nearly all of those that were requested, or a list whose length changes
  /// now and then.
  private static func pairs(_ requested: [Pair]?, in state: inout State) -> [Pair] {
    if let requested {
      return requested.filter { _ in Int.random(in: 0..<20, using: &state.random) > 0 }
    }
    if Int.random(in: 0..<4, using: &state.random) == 0 {
      state.listed = .random(in: 0...symbols.count, using: &state.random)
    }
    return symbols.shuffled(using: &state.random).prefix(state.listed).map { Pair(symbol: $0) }
  }

  private static func number(using random: inout Seeded) -> Decimal? {
    if Int.random(in: 0..<5, using: &random) == 0 {
      return numbers.randomElement(using: &random) ?? nil
    }
    return Decimal(Int.random(in: 1...99_999_999, using: &random)) / 1000
  }

  private static func name(using random: inout Seeded) -> String? {
    [nil, "Bitcoin", "币安人生", "a\u{1B}[31m\nb", "", "é\u{301}👩‍👩‍👧 \u{202E}x"]
      .randomElement(using: &random) ?? nil
  }

  private func answer<Value>(
    _ make: (inout State) -> Value
  ) async throws(MarketError) -> Answer<Value> {
    let reply: Reply = state.withLock { state in
      switch Int.random(in: 0..<200, using: &state.random) {
      case 0..<30: return .wait(.seconds(.random(in: 1...30, using: &state.random)))
      // It hangs until the request is cancelled.
      case 30..<35: return .wait(.seconds(1_000_000_000))
      case 35..<60: return .fail(Self.failures.randomElement(using: &state.random) ?? .cancelled)
      case 60:
        return .fail(Self.lastingFailures.randomElement(using: &state.random) ?? .cancelled)
      default: return .answer
      }
    }
    switch reply {
    case .answer: break
    case .wait(let duration): await clock.sleep(clock.now() + duration)
    case .fail(let error): throw error
    }
    if Task.isCancelled { throw .cancelled }
    return state.withLock { state in
      let value = make(&state)
      let warnings: [Warning] =
        Bool.random(using: &state.random)
        ? [] : [.note("a notice\u{1B}[2J of the exchange"), .rowSkipped("[1] is \n wrong")]
      return Answer(value, asOf: date(), source: "test", warnings: warnings)
    }
  }
}
