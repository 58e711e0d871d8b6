import Foundation
import MarketCore
import Testing

/// Recordings.
extension CommonTests {
  @Test(arguments: markets)
  func `what is recorded is replayed`(market: Market) async throws {
    let directory = try Directory()
    let pair = try await market.bitcoin()
    let first = try await Run(market.client.recording(to: directory.url), pair)
    let second = try await Run(.replay(directory.url, of: market.exchange), pair)
    #expect(first == second)
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
      ticker = try await client.ticker(pair).get().value
      book = try await client.book(pair).get().value
      instruments = try await client.instruments().get().value
      if client.exchange.offers.periods.contains(.oneDay) {
        candles = try await client.candles(pair, period: .oneDay).get().value
      }
    }
  }
}
