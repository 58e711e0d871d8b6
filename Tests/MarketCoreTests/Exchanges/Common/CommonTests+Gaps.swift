import Foundation
import Testing

@testable import MarketCore

/// Responses of every exchange that lack the rows of earlier responses.
extension CommonTests {
  @Test(arguments: markets)
  func `a list without rows is a failure that may pass, and is not kept`(
    market: Market
  ) async throws {
    let faults = FaultyMarket(market.exchange)
    let pairs = try await market.twoPairs()
    let whole = try await market.client.tickers().get().value
    faults.fault = .empty
    for _ in 1...2 {
      await #expect(throws: MarketError.emptyResponse) { try await faults.client.tickers().get() }
      await #expect(throws: MarketError.emptyResponse) {
        try await faults.client.tickers(including: pairs).get()
      }
      await #expect(throws: MarketError.emptyResponse) {
        try await faults.client.instruments().get()
      }
    }
    faults.fault = nil
    let answer = try await faults.client.tickers().get()
    #expect(answer.value.map(\.pair) == whole.map(\.pair))
    #expect(answer.value.map(\.name) == whole.map(\.name))
    #expect(try await faults.client.instruments().get().value.count >= whole.count)
    #expect(try await faults.client.tickers(of: pairs).get().value.map(\.pair) == pairs)
    faults.fault = .empty
    await #expect(throws: MarketError.emptyResponse) {
      try await faults.client.tickers(of: pairs).get()
    }
  }

  @Test(arguments: markets)
  func `no pair is unknown by a first answer without rows`(market: Market) async throws {
    let pairs = try await market.twoPairs()
    for question in ["tickers", "price", "pairs", "candles"] where market.has(question) {
      let faults = FaultyMarket(market.exchange)
      faults.fault = .empty
      do throws(MarketError) {
        if question == "pairs" {
          _ = try await faults.client.tickers(of: pairs).get()
        } else {
          try await faults.client.ask(question, pairs[0])
        }
      } catch {
        #expect(error.unlisted == nil && !error.isPermanent, "\(question): \(error)")
      }
    }
  }

  @Test(arguments: markets)
  func `a pair that is gone after a good answer is a failure that may pass, and hides no other`(
    market: Market
  ) async throws {
    let faults = FaultyMarket(market.exchange)
    let client = faults.client
    let pairs = try await market.twoPairs()
    let (gone, other) = (pairs[0], pairs[1])
    #expect(try await client.tickers(of: pairs).get().value.map(\.pair) == pairs)
    let noData = MarketError.exchangeError(message: "no data for \(gone)", isTransient: true)
    for _ in 1...2 {
      faults.fault = .gone(gone)
      for _ in 1...2 {
        let some = try await client.tickers(of: pairs).get()
        #expect(some.value.map(\.pair) == [other])
        #expect((some.failures, some.missing) == ([noData], [gone]))
        let all = try await client.tickers(including: pairs).get()
        #expect((all.failures, all.missing) == ([noData], [gone]))
        #expect(!all.value.contains { $0.pair == gone })
      }
      faults.fault = nil
      let back = try await client.tickers(of: pairs).get()
      #expect((back.value.map(\.pair), back.failures, back.missing) == (pairs, [], []))
    }
    faults.fault = .gone(gone)
    for question in ["price", "book", "orders", "candles", "instrument"]
    where market.has(question) {
      let error = await #expect(throws: MarketError.self, "\(question)") {
        try await client.ask(question, gone)
      }
      #expect(error?.unlisted == nil && error?.isPermanent == false, "\(question): \(error)")
    }
  }

  @Test(arguments: markets)
  func `both of two pairs that are gone are requested until each is back`(
    market: Market
  ) async throws {
    let faults = FaultyMarket(market.exchange)
    let pairs = try await market.twoPairs()
    _ = try await faults.client.tickers(of: pairs).get()
    for _ in 1...2 {
      faults.fault = .gone(pairs[0], pairs[1])
      let error = await #expect(throws: MarketError.self) {
        try await faults.client.tickers(of: pairs).get()
      }
      #expect(error?.isTransient == true)
    }
    faults.fault = .gone(pairs[1])
    #expect(try await faults.client.tickers(of: pairs).get().value.map(\.pair) == [pairs[0]])
    faults.fault = nil
    #expect(try await faults.client.tickers(of: pairs).get().value.map(\.pair) == pairs)
  }

  @Test(arguments: markets)
  func `orders and candles that are gone after a good answer are a failure that may pass`(
    market: Market
  ) async throws {
    let faults = FaultyMarket(market.exchange)
    let pair = try await market.bitcoin()
    let book = BookFetch()
    #expect(try await !book(faults.client, pair, .levels).get().value.isEmpty)
    let now = try await faults.client.tickers(of: [pair]).get().asOf
    let period = market.exchange.info.periods.last { $0 <= .oneDay }
    func history() async throws(MarketError) -> Int? {
      guard let period else { return nil }
      let range = HistoryRange(period, count: 5, from: nil, to: nil, now: now)
      return try await faults.client.history(of: pair, range).get().value.count
    }
    if period != nil { #expect(try await history() ?? 0 > 0) }
    faults.fault = .empty
    await #expect(throws: MarketError.emptyResponse) {
      try await book(faults.client, pair, .levels).get()
    }
    if period != nil {
      await #expect(throws: MarketError.emptyResponse) { try await history() }
    }
    faults.fault = nil
    #expect(try await !book(faults.client, pair, .levels).get().value.isEmpty)
  }

  @Test(arguments: markets)
  func `a pair that the first answer lacks beside others is unknown`(market: Market) async throws {
    let faults = FaultyMarket(market.exchange)
    let pairs = try await market.twoPairs()
    faults.fault = .gone(pairs[0])
    for _ in 1...2 {
      let answer = try await faults.client.tickers(of: pairs).get()
      #expect(answer.value.map(\.pair) == [pairs[1]])
      #expect(answer.failures.map { $0.unlisted?.symbol } == [pairs[0].symbol])
    }
    let single = FaultyMarket(market.exchange)
    single.fault = .gone(pairs[0])
    let error = await #expect(throws: MarketError.self) {
      try await single.client.ticker(of: pairs[0]).get()
    }
    // Bitstamp sends another error for other requests than for its tickers.
    let isNamed = error?.unlisted?.symbol == pairs[0].symbol
    #expect(isNamed || error == .httpStatus(404, retryAfter: nil))
  }

  @Test(arguments: markets)
  func `the error for an unknown pair means no pair where none was named`(
    market: Market
  ) async throws {
    let faults = FaultyMarket(market.exchange)
    faults.fault = .unknown
    let pairs = try await market.twoPairs()
    let coin = Pair(symbol: try #require(pairs[0].base))
    for request in [[], pairs, [coin]] {
      let error = await #expect(throws: MarketError.self) {
        try await faults.client.tickers(including: request).get()
      }
      #expect(error?.unlisted == nil && error?.isPermanent == false, "\(error)")
    }
    let error = await #expect(throws: MarketError.self) {
      try await faults.client.instruments().get()
    }
    #expect(error?.unlisted == nil && error?.isPermanent == false, "\(error)")
  }
}

extension CommonTests.Market {
  func has(_ question: String) -> Bool {
    switch question {
    case "orders": exchange.info.hasOrders
    case "candles": exchange.info.periods.contains(.oneHour)
    default: true
    }
  }
}
