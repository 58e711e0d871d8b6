import Foundation
import Testing

@testable import MarketCore

/// Pairs without trades, on every exchange whose rows have the time of the last trade.
extension CommonTests {
  @Test func `some exchanges send the time of the last trade`() async throws {
    var found: [ExchangeID] = []
    for market in Self.markets {
      let tickers = try await market.client.tickers(details: .none).get().value
      if tickers.contains(where: { $0.tradedAt != nil }) { found.append(market.exchange.id) }
    }
    #expect(!found.isEmpty)
  }

  /// Of some rows the last trade was 25 hours ago, at absurd prices; or they are missing.
  @Test(arguments: markets)
  func `dead pairs at absurd prices change nothing but their own rows`(market: Market) async throws
  {
    let recorded = try await market.client.tickers(details: .none).get().value
    guard let rows = TickerRows(recorded) else { return }
    let dead = try await market.client { rows.changing($0, by: rows.dying) }
      .tickers(details: .none).get().value
    let missing = try await market.client { rows.changing($0) { _ in nil } }
      .tickers(details: .none).get().value
    #expect(rows.dead.count > 3)
    #expect(dead.map(\.pair) == rows.kept.map { recorded[$0].pair })
    for ticker in dead where ticker.isDead {
      #expect(ticker.volume == 0 && ticker.notional == 0, "\(ticker.pair)")
    }
    #expect(dead.filter { !$0.isDead } == missing && !missing.contains(where: \.isDead))
    #expect(dead.count == missing.count + rows.dead.count)

    var others: [Ticker] = []
    // The next two exchanges of the list, or the first ones.
    let index = try #require(Self.markets.firstIndex { $0.exchange.id == market.exchange.id })
    for other in (Self.markets + Self.markets)[(index + 1)...].prefix(2) {
      others += try await other.client.tickers(details: .none).get().value
    }
    let gone = Set(dead.filter(\.isDead).map(\.listing))
    for currency in ["USD", "EUR"] {
      for others in [[], others] {
        let ids = [market.exchange.id] + others.map { $0.exchange ?? "" }
        let exchanges = ids.enumerated().filter { ids.firstIndex(of: $1) == $0 }.map(\.element)
        let with = Outcome(dead + others, missing + others, of: exchanges, in: currency)
        let without = Outcome(missing + others, missing + others, of: exchanges, in: currency)
        #expect(with.coins == without.coins)
        #expect(with.rates == without.rates)
        #expect(with.list.filter { !gone.contains($0.listing) } == without.list)
        #expect(with.list.allSatisfy { !gone.contains($0.listing) || $0.turnover == 0 })
        #expect(with.holdings == without.holdings)
      }
    }
  }

  @Test(arguments: markets)
  func `a requested pair that is dead is told, with the day of its last trade`(
    market: Market
  ) async throws {
    guard let rows = TickerRows(try await market.client.tickers(details: .none).get().value) else {
      return
    }
    // The recorded rows of later polls are of other times.
    var client: MarketClient { market.client { rows.changing($0, by: rows.dying) } }
    let all = try await client.tickers(details: .none).get()
    let pairs = all.value.filter { $0.isDead && $0.last != nil }.prefix(2).map(\.pair)
    let expected = pairs.map { Warning.note("\($0): last trade 2026-11-19") }
    #expect(pairs.count == 2 && all.warnings.isEmpty)
    #expect(try await client.tickers(of: pairs, details: .none).get().warnings == expected)
    #expect(try await client.tickers(including: pairs, details: .none).get().warnings == expected)
  }

  /// What is computed of tickers.
  private struct Outcome {
    let coins: Set<Coin>
    let list: [Ticker]
    let rates: [ConversionRate]
    let holdings: [HoldingRow]

    /// - Parameter held: the pairs of which one is held each.
    init(_ tickers: [Ticker], _ held: [Ticker], of exchanges: [ExchangeID], in currency: String) {
      coins = Set(
        CoinSummary(of: tickers, in: currency, exchanges: exchanges) { _ in .distantPast }.coins)
      var model = ListViewModel<Ticker>(of: exchanges, in: currency)
      model.apply(
        exchanges.map { id in
          Poll(
            exchange: id,
            result: .success(
              Answer(tickers.filter { $0.exchange == id }, asOf: Date(timeIntervalSince1970: 0))),
            at: .now, next: nil)
        })
      (list, rates) = (model.rows, model.rates)
      let pairs = held.compactMap { ticker in
        ticker.exchange.map { Trade(Holding(ticker.pair, on: $0), 1) }
      }
      let codes = Set(held.compactMap(\.pair.base)).sorted()
      let coins = codes.map { Trade(1, of: $0, on: exchanges[0]) }
      holdings =
        Portfolio(pairs + coins, in: currency, defaultExchange: exchanges[0]).valuation(of: tickers)
        .rows
    }
  }
}

/// The rows of tickers in a body. Those of pairs without a trade are left out; of the others some die: only
/// pairs without which each currency still has a rate, for a dead pair is a rate where there is no other.
private struct TickerRows: Sendable {
  /// The times of the rows, in milliseconds.
  private let times: Set<Double>
  /// The places of the rows that are not left out, and of those that die.
  let kept: [Int]
  private(set) var dead: Set<Int> = []

  /// `nil` if the rows have no times of last trades.
  init?(_ tickers: [Ticker]) {
    times = Set(tickers.compactMap(\.tradedAt).map { $0.timeIntervalSince1970 * 1000 })
    kept = tickers.indices.filter { tickers[$0].isTraded }
    guard !times.isEmpty else { return nil }
    let all = Self.routes(kept.map { tickers[$0] })
    for index in kept.reversed() where dead.count < kept.count / 2 {
      let rest = kept.filter { $0 != index && !dead.contains($0) }.map { tickers[$0] }
      if Self.routes(rest) == all { dead.insert(index) }
    }
  }

  /// The currencies that lead to dollars, and those that lead to euros.
  private static func routes(_ tickers: [Ticker]) -> [Set<String>] {
    ["USD", "EUR"].map { target in
      let quotes = Set(tickers.flatMap { [$0.pair.base, $0.pair.quote].compactMap(\.self) })
      var converter = CurrencyConverter(from: quotes, to: target, at: tickers, exchanges: [])
      return quotes.filter { converter.route(from: $0, at: tickers.first?.exchange) != nil }
    }
  }

  private func unit(_ value: Any) -> Double? {
    guard let number = Double("\(value)") else { return nil }
    return [1, 1000].first { times.contains(number * $0) }
  }

  /// The row with a last trade 25 hours before, and with other numbers as absurd as a 9 before their digits
  /// makes them.
  func dying(_ row: [String: Any]) -> [String: Any]? {
    row.mapValues { value in
      guard let number = Double("\(value)") else { return value }
      guard let unit = unit(value) else { return value is String ? "9\(value)" : value }
      let time = Int64(number - 25 * 3_600_000 / unit)
      return value is String ? "\(time)" : time
    }
  }

  /// The body in which the rows that die are changed, or missing, too.
  func changing(_ body: Data, by change: ([String: Any]) -> [String: Any]?) -> Data {
    func changed(_ value: Any) -> Any {
      if let object = value as? [String: Any] { return object.mapValues(changed) }
      guard let array = value as? [Any] else { return value }
      let rows = array.compactMap { $0 as? [String: Any] }
      guard rows.count == array.count, rows.count > 2,
        rows.contains(where: { $0.values.contains { unit($0) != nil } })
      else { return array.map(changed) }
      return rows.enumerated().compactMap { index, row in
        dead.contains(index) ? change(row) : kept.contains(index) ? row : nil
      }
    }
    let json = try? JSONSerialization.jsonObject(with: body)
    return json.flatMap { try? JSONSerialization.data(withJSONObject: changed($0)) } ?? body
  }
}

extension CommonTests.Market {
  /// A client whose recorded bodies are changed on the way.
  fileprivate func client(_ change: @escaping @Sendable (Data) -> Data) -> MarketClient {
    let replay = MarketClient.replay(fixtures, of: exchange)
    return replay.with(
      Transport { request in
        await replay.transport.send(request).map { response in
          var response = response
          response.body = change(response.body)
          return response
        }
      })
  }
}
