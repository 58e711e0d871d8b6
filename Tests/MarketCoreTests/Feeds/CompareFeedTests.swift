import Foundation
import Testing

@testable import MarketCore

/// Fills of one order on several exchanges: their order, their pairs, and exchanges without a fill.
struct CompareFeedTests {
  private static let exchanges: [ExchangeID] = ["kraken", "coinbase", "bitstamp", "binance"]

  /// - Parameter books: exchange, pair and asks, as in `kraken BTC-USD 100×2 101×5`; the bids are equal.
  private static func markets(_ books: [String]) -> [StubMarket] {
    exchanges.compactMap(Exchanges.named).map { exchange in
      let lines = books.map { $0.split(separator: " ") }.filter { $0[0] == exchange.id.rawValue }
      let books = lines.map { words in
        let entries = words.dropFirst(2).map { word in
          let parts = word.split(separator: "×").map(String.init)
          return OrderBook.Entry(parts[0], parts[1])
        }
        return OrderBook(pair: Pair(symbol: String(words[1])), bids: entries, asks: entries)
      }
      return StubMarket(exchange, books: books)
    }
  }

  private static func compare(
    _ direction: MarketOrder.Direction, _ amount: String, of symbol: String = "BTC-USD",
    _ markets: [StubMarket], fees: TakerFees? = nil
  ) async throws -> PollState<CompareFeed> {
    let pool = ClientPool(of: Exchanges.all) { exchange in
      markets.first { $0.client.exchange.id == exchange.id }?.client ?? .stub(exchange)
    }
    let pair = Pair(symbol: symbol)
    let order = try #require(MarketOrder(direction, amount, of: pair))
    let market = Market(exchanges, requesting: [PairRequest(pair, on: exchanges)], in: pool)
    let feed = CompareFeed(market, of: pair, in: "USD", order, fees: fees)
    var state = PollState(feed, at: Pace(every: .seconds(1), count: 1))
    for _ in 0..<2 {
      var polls: [CompareFeed.AnsweredPoll] = []
      for client in market.clients {
        polls.append(Poll(exchange: client.exchange.id, result: await feed.fetch(client)))
      }
      state.apply(polls)
    }
    return state
  }

  private static func text(_ state: PollState<CompareFeed>) -> [String] {
    state.model.rows.map { row in
      let fill = row.fill
      return "\(row.exchange?.rawValue ?? "–") \(fill.filled) \(fill.unfilled) \(row.depthLeft)"
    }
  }

  private static let books = [
    "kraken BTC-USD 102×1 104×9", "coinbase BTC-USD 101×1 102×1", "bitstamp BTC-USD 100×0.5",
    "binance BTC-USD 101×1 102×3",
  ]

  @Test func `the lowest cost is first, equal ones in order, and incomplete fills are last`()
    async throws
  {
    let state = try await Self.compare(.buy, "2", Self.markets(Self.books))
    #expect(
      Self.text(state) == [
        "coinbase 2 0 0", "binance 2 0 2", "kraken 2 0 8", "bitstamp 0.5 1.5 0",
      ])
    #expect(state.sentences(isQuiet: false) == [])
  }

  @Test func `the highest proceeds are first`() async throws {
    let state = try await Self.compare(.sell, "2", Self.markets(Self.books))
    #expect(state.model.rows.map(\.exchange) == ["kraken", "binance", "coinbase", "bitstamp"])
  }

  @Test func `fees decide, and also with an amount of money`() async throws {
    let fees = TakerFees([("coinbase", 5), (nil, 0.5), ("kraken", 0)])
    let state = try await Self.compare(.buy, "100USD", Self.markets(Self.books), fees: fees)
    #expect(state.model.rows.map(\.exchange) == ["binance", "kraken", "coinbase", "bitstamp"])
    let (fee, total) = (Fill.Columns.fee, Fill.Columns.feeTotal)
    let first = state.model.rows[0]
    #expect(fee.cell(of: first.fill, asOf: .now).value == .number(0.5))
    #expect(ComparedFill.column(of: total).cell(of: first, asOf: .now).value == .number(100.5))
  }

  @Test func `an exchange without the pair takes part with a pair in another dollar`() async throws
  {
    let markets = Self.markets([
      "kraken BTC-USD 102×1", "coinbase BTC-DAI 101×1", "coinbase BTC-USDC 101×1",
      "bitstamp BTC-EUR 90×1", "binance BTC-USDT 100×1",
    ])
    let state = try await Self.compare(.buy, "1", markets)
    #expect(
      state.model.rows.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == [
        "binance BTC-USDT", "coinbase BTC-USDC", "kraken BTC-USD",
      ])
    #expect(
      state.sentences(isQuiet: false) == [
        "Coinbase: BTC-USDC, USDC counted as 1 USD", "Binance: BTC-USDT, USDT counted as 1 USD",
        "not listed on Bitstamp: BTC-USD",
      ])
    let others = try await Self.compare(.buy, "1", of: "BTC-USDT", markets)
    #expect(others.model.rows.map(\.exchange) == ["binance", "coinbase", "kraken"])
    #expect(
      others.sentences(isQuiet: false) == [
        "Kraken: BTC-USD, USDT counted as 1 USD", "Coinbase: BTC-USDC, USDC counted as 1 USDT",
        "not listed on Bitstamp: BTC-USDT",
      ])
    // Other quotes are not replaced.
    let euros = try await Self.compare(.buy, "1", of: "BTC-EUR", markets)
    #expect(euros.model.rows.map(\.exchange) == ["bitstamp"])
  }

  @Test func `an exchange that fails to say which pairs it lists can take part later`() async throws
  {
    let kraken = try #require(Exchanges.named("kraken"))
    let pool = ClientPool(of: [kraken]) { exchange in
      .stub(exchange) { target in
        target.contains("Depth")
          ? .success(KrakenMarket.unknown) : .failure(.timedOut(seconds: 1))
      }
    }
    let pair = Pair(symbol: "BTC-USD")
    let order = try #require(MarketOrder(.buy, "1", of: pair))
    let market = Market(["kraken"], requesting: [PairRequest(pair, on: ["kraken"])], in: pool)
    let feed = CompareFeed(market, of: pair, in: "USD", order, fees: nil)
    guard case .failure(.timedOut) = await feed.fetch(market.clients[0]) else {
      Issue.record("the exchange counts as one without the pair")
      return
    }
  }

  @Test func `a failed exchange has no row, and a pair that no exchange lists ends polling`()
    async throws
  {
    let markets = Self.markets(Self.books)
    markets[1].failure = .timedOut(seconds: 1)
    let state = try await Self.compare(.buy, "0.1", markets)
    #expect(state.model.rows.map(\.exchange) == ["bitstamp", "binance", "kraken"])
    guard case .failure(.timedOut) = state.outcome else {
      Issue.record("\(state.outcome)")
      return
    }
    let unknown = try await Self.compare(.buy, "1", of: "BTC-CHF", Self.markets(Self.books))
    #expect(unknown.hasEnded)
  }

  @Test func `a fill that passes the last level of a limited book is told`() async throws {
    let limit = try #require(Exchanges.named("kraken")?.info.bookLimit)
    let levels = (1...limit).map { "\($0)×1" }.joined(separator: " ")
    let markets = Self.markets(["kraken BTC-USD \(levels)"])
    let state = try await Self.compare(.buy, "100000", markets)
    #expect(
      state.sentences(isQuiet: false).first
        == "Kraken book is limited to \(limit) levels per side")
  }
}
