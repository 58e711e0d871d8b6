import Foundation
import RandomInputs
import Synchronization
import TestTools
@testable import MarketCore

@testable import tickers

/// Blockchain.com and Bitstamp with prices that change from request to request, pairs that come and go,
/// and failures of which some have a response. Which rows alerts fire for is known.
final class ChangingMarket: Sendable {
  fileprivate struct State {
    var random: Seeded
    /// Whether alerts are armed, by alert, exchange and symbol.
    var isArmed: [String: Bool] = [:]
    var lastFirings: [String: Date] = [:]
    var firings: [(exchange: String, row: String)] = []
    var requests = 0
    var responses = 0
  }

  static let columns = "time,alert,exchange,symbol,last"
  /// The alerts whose firings are known.
  static let alerts = ["--alert", "high: last > 50", "--alert", "odd: volume == 3 every 1m"]
  private static let start = Date(timeIntervalSince1970: 1_795_258_800)

  private let state: Mutex<State>
  private let failing: Set<String>
  private let startOfClock = ContinuousClock.now
  private let time = Mutex(Duration.zero)
  /// The number of polls that were printed.
  private let printed = Observed(0)

  /// - Parameter failing: the exchanges that fail now and then.
  init(seed: UInt64, failing: Set<String>) {
    state = Mutex(State(random: Seeded(state: seed)))
    self.failing = failing
  }

  /// The world with this market. Its clock goes on by itself; with several exchanges, from beat to beat, as
  /// soon as each has been printed.
  func world(waitsForPrints: Bool) -> TestWorld {
    var world = TestWorld()
    world.clock = PollClock(
      now: { self.startOfClock + self.time.withLock { $0 } },
      sleep: { end in
        let end = end - self.startOfClock
        if waitsForPrints { _ = await self.printed.waits { $0 >= Int(end / .seconds(10)) } }
        self.time.withLock { $0 = max($0, end) }
      }, random: { 0.5 })
    world.written = { _, isError in if !isError { self.printed.change { $0 += 1 } } }
    world.change = { world in
      world.date = { self.now }
      world.client = { exchange, _ in
        MarketClient.stub(exchange) { self.reply(to: $0, of: exchange.id.rawValue) }
      }
    }
    return world
  }

  private var now: Date { Self.start + time.withLock { $0 } / .seconds(1) }
  /// The rows of the firings so far, in order of time.
  var firings: [String] { state.withLock { $0.firings.map(\.row) }.sorted() }
  /// The number of requests, and of those that had a response of some kind.
  var counts: (requests: Int, responses: Int) { state.withLock { ($0.requests, $0.responses) } }

  private func reply(to path: String, of exchange: String) -> Result<
    Transport.Response, MarketError
  > {
    let isBitstamp = exchange == "bitstamp"
    let arrival = now + (isBitstamp ? 0.25 : 0.01)
    return state.withLock { state in
      state.requests += 1
      func response(
        _ text: String, status: Int = 200, headers: [String: String] = [:]
      ) -> Transport.Response {
        state.responses += 1
        return Transport.Response(
          status: status, headers: headers, body: Data(text.utf8), receivedAt: arrival)
      }
      guard path.contains("ticker") else {
        return .success(
          response(
            #"[{"market_symbol":"btcusd","name":"BTC/USD","description":"Bitcoin / U.S. dollar"}]"#)
        )
      }
      // A replay of several exchanges ends with the first that has no more responses.
      if failing.contains(exchange), now < Self.start + 450 {
        switch Int.random(in: 0..<20, using: &state.random) {
        case 0, 1: return .failure(.unreachable("connection refused"))
        case 2: return .failure(.timedOut(seconds: 10))
        case 3, 4: return .success(response("", status: 503))
        case 5: return .success(response("", status: 429, headers: ["retry-after": "7"]))
        case 6: return .success(response("["))
        default: break
        }
      }
      // A list is never empty.
      var rows = [isBitstamp ? #"{"pair":"XRP/USD"}"# : #"{"symbol":"XRP-USD"}"#]
      for symbol in ["BTC-USD", "ETH-USD", "LTC-USD"] where Bool.random(using: &state.random) {
        let price = Decimal(Int.random(in: 4_000...6_000, using: &state.random)) / 100
        let volume = Int.random(in: 1...3, using: &state.random)
        rows.append(
          isBitstamp
            ? #"{"pair":"\#(symbol.replacing("-", with: "/"))","last":"\#(price)","volume":"\#(volume)"}"#
            : #"{"symbol":"\#(symbol)","last_trade_price":\#(price),"volume_24h":\#(volume)}"#)
        state.test("high", price > 50, of: symbol, on: exchange, price, at: arrival)
        state.test("odd", volume == 3, of: symbol, on: exchange, price, at: arrival, pause: 60)
      }
      return .success(response("[\(rows.joined(separator: ","))]"))
    }
  }
}

extension ChangingMarket.State {
  fileprivate mutating func test(
    _ alert: String, _ isTrue: Bool, of symbol: String, on exchange: String, _ price: Decimal,
    at time: Date, pause: TimeInterval = 0
  ) {
    let key = "\(alert) \(exchange) \(symbol)"
    if !isTrue { isArmed[key] = true }
    guard isTrue, isArmed[key] ?? true,
      lastFirings[key].map({ time.timeIntervalSince($0) >= pause }) ?? true
    else { return }
    (isArmed[key], lastFirings[key]) = (false, time)
    firings.append((exchange, "\(time.rfc3339)\t\(alert)\t\(exchange)\t\(symbol)\t\(price)"))
  }
}
