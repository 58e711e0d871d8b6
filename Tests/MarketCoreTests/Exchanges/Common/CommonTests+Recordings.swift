import Foundation
import Testing

@testable import MarketCore

/// Recordings of every exchange, and their replay.
extension CommonTests {
  @Test(arguments: markets)
  func `what is recorded is replayed`(market: Market) async throws {
    let directory = try Directory()
    let pair = try await market.bitcoin()
    let first = try await Run(market.client.recording(to: directory.url), pair)
    let second = try await Run(.replay(directory.url, of: market.exchange), pair)
    #expect(first == second)
  }

  @Test(arguments: markets)
  func `a recording of a table is replayed with all fields, those it lacks unknown`(
    market: Market
  ) async throws {
    let directory = try Directory()
    let table = market.client.recording(to: directory.url)
    let recorded = try await table.tickers(details: .none).get()
    let replay = MarketClient.replay(directory.url, of: market.exchange)
    let all = try await replay.tickers(
      details: TickerDetails(names: true, quotes: true, quotesPerPair: nil)
    ).get()
    #expect(all.value.map(\.pair) == recorded.value.map(\.pair))
    #expect(all.value.map(\.last) == recorded.value.map(\.last))
    // Upbit has bid and ask only in its books.
    let isUpbit = market.exchange.id == "upbit"
    if market.exchange.info.hasNames { #expect(all.warnings.count == (isUpbit ? 2 : 1)) }
  }

  @Test(arguments: markets)
  func `a recording of all fields is replayed as a table`(market: Market) async throws {
    let directory = try Directory()
    let recorded = try await market.client.recording(to: directory.url).tickers().get()
    let replay = MarketClient.replay(directory.url, of: market.exchange)
    let table = try await replay.tickers(details: .none).get()
    #expect(table.value.map(\.last) == recorded.value.map(\.last))
    #expect(table.warnings.isEmpty)
  }

  @Test(arguments: markets)
  func `one pair that was not recorded alone is taken from the list`(market: Market) async throws {
    let directory = try Directory()
    let pair = try await market.bitcoin()
    let all = try await market.client.recording(to: directory.url).tickers().get().value
    _ = try await market.client.recording(to: directory.url).instruments().get()
    let replay = MarketClient.replay(directory.url, of: market.exchange)
    let ticker = try await replay.ticker(of: pair).get().value
    var listed = try #require(all.first { $0.pair == pair })
    (listed.name, listed.bid, listed.ask) = (ticker.name, ticker.bid, ticker.ask)
    listed.exchange = ticker.exchange
    #expect(ticker == listed)
    let others = all.map(\.pair).filter { $0 != pair }.prefix(2) + [pair]
    #expect(try await replay.tickers(of: Array(others)).get().value.map(\.pair) == Array(others))
    await #expect(throws: MarketError.self) {
      try await replay.ticker(of: Pair(symbol: "BTC-XYZ")).get()
    }
  }

  /// The answers of one run.
  private struct Run: Equatable {
    var tickers: [[Ticker]] = []
    var times: [Date] = []
    let ticker: Ticker
    let book: OrderBook
    let instruments: [Instrument]
    var candles: [Candle] = []

    init(_ client: MarketClient, _ pair: Pair) async throws {
      for _ in 1...2 {
        let answer = try await client.tickers().get()
        tickers.append(answer.value)
        times.append(answer.asOf)
      }
      ticker = try await client.ticker(of: pair).get().value
      book = try await client.book(of: pair).get().value
      instruments = try await client.instruments().get().value
      if client.exchange.info.periods.contains(.oneDay) {
        candles = try await client.candles(of: pair, period: .oneDay).get().value
      }
    }
  }
}
