import Foundation
@testable import MarketCore
import Synchronization
import Testing

/// The order books and the candles of every exchange.
extension CommonTests {
  @Test(arguments: markets)
  func `a book is sorted and uncrossed, and every entry offers something`(
    market: Market
  ) async throws {
    let pair = try await market.bitcoin()
    let answer = try await market.client.book(of: pair).get()
    let book = answer.value
    #expect(answer.warnings.isEmpty)
    #expect(book.pair == pair && !book.isEmpty && !book.isCrossed)
    #expect(book.bids.map(\.price) == book.bids.map(\.price).sorted(by: >))
    #expect(book.asks.map(\.price) == book.asks.map(\.price).sorted())
    #expect((book.bids + book.asks).allSatisfy { $0.quantity > 0 && $0.price > 0 })
    #expect((book.bids + book.asks).allSatisfy { $0.orderID == nil })
  }

  /// The best bid and the best ask of a recorded book are replaced, wherever they stand in the body.
  @Test(arguments: markets, ["0", "-1", "0.000", "-0.0", "-1e-9"])
  func `a level at a price of 0 or less is skipped and counted`(
    market: Market, price: String
  ) async throws {
    let pair = try await market.bitcoin()
    let book = try await market.client.book(of: pair).get().value
    let best = try [#require(book.bids.first), #require(book.asks.first)].map(\.price)
    let replay = MarketClient.replay(fixtures, of: market.exchange)
    let client = replay.with(
      Transport { request in
        await replay.transport.send(request).map { response in
          let number = /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/
          let body = String(decoding: response.body, as: UTF8.self).replacing(number) {
            Decimal(exact: String($0.output.0)).map(best.contains) == true
              ? price : "\($0.output.0)"
          }
          return Transport.Response(body: Data(body.utf8), receivedAt: response.receivedAt)
        }
      })
    let answer = try await client.book(of: pair).get()
    #expect(answer.value.bids == Array(book.bids.dropFirst()))
    #expect(answer.value.asks == Array(book.asks.dropFirst()))
    let sentences = Warning.sentences(for: answer.warnings)
    #expect(sentences.count == 1 && sentences[0].hasPrefix("skipped 2 invalid rows: "))
    #expect(answer.warnings.allSatisfy { $0.description.hasSuffix("is not above 0") })
  }

  @Test(arguments: [
    "kraken:BTC-USD", "okx:BTC-USDT", "okx:BTC-USD", "bybit:BTC-USDT", "gate:BTC-USDT",
    "kucoin:BTC-USDT",
    "bitget:BTC-USDT", "cryptocom:BTC-USD", "cryptocom:BTC-USDT",
  ])
  func `the newest recorded candle ends with the last price`(listing: String) async throws {
    let parts = listing.split(separator: ":").map(String.init)
    let exchange = try #require(Exchanges.named(ExchangeID(rawValue: parts[0])))
    let (client, pair) = (MarketClient.recorded(exchange), Pair(symbol: parts[1]))
    for _ in 1...3 {
      let ticker = try await client.ticker(of: pair).get().value
      for period in [Period.oneHour, .oneDay] {
        let candles = try await client.candles(of: pair, period: period).get().value
        #expect(candles.count == 60)
        #expect(candles.last?.close == ticker.last)
      }
    }
  }

  @Test(arguments: markets)
  func `a period that is not offered is refused without a request`(market: Market) async {
    let count = Mutex(0)
    let client = market.client.observed { _, _, _ in count.withLock { $0 += 1 } }
    let offered = market.exchange.info.periods
    for period in Period.allCases where !offered.contains(period) {
      let subject = offered.isEmpty ? "price history" : "candles of \(period.rawValue)"
      let refusal = MarketError.exchangeError(
        message: "\(market.exchange.title) does not offer \(subject)", isTransient: false)
      await #expect(throws: refusal) {
        try await client.candles(of: Pair(symbol: "BTC-USD"), period: period).get()
      }
    }
    #expect(count.withLock(\.self) == 0)
  }

  @Test(arguments: markets)
  func `single orders have ids, or are not asked for`(market: Market) async throws {
    let count = Mutex(0)
    let client = market.client.observed { _, _, _ in count.withLock { $0 += 1 } }
    let pair = try await market.bitcoin()
    switch await client.book(of: pair, detail: .orders) {
    case .success(let answer):
      #expect(market.exchange.info.hasOrders)
      let entries = answer.value.bids + answer.value.asks
      #expect(entries.allSatisfy { $0.orderID != nil && $0.orders == 1 })
    case .failure(.exchangeError(let sentence, isTransient: false)):
      guard !market.exchange.info.hasOrders else { return }
      #expect(sentence == "\(market.exchange.title) does not offer single orders")
      #expect(count.withLock(\.self) == 0)
    case .failure(let error):
      // A recording need not have them.
      guard case .missing = error, market.exchange.info.hasOrders else { throw error }
    }
  }

  @Test(arguments: markets, [Period.oneHour, .oneDay])
  func `candles are whole, oldest first, and begin where they should`(
    market: Market, period: Period
  ) async throws {
    let pair = try await market.bitcoin()
    guard market.exchange.info.periods.contains(period) else {
      let error = await #expect(throws: MarketError.self) {
        try await market.client.candles(of: pair, period: period).get()
      }
      guard case .exchangeError(_, isTransient: false) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      return
    }
    let answer = try await market.client.candles(of: pair, period: period).get()
    #expect(answer.warnings.isEmpty)
    #expect(answer.value.count >= 24)
    for (candle, next) in zip(answer.value, answer.value.dropFirst()) {
      #expect(candle.time < next.time)
    }
    for candle in answer.value {
      let inner = [candle.open, candle.close].compactMap(\.self)
      let (low, high) = (try #require(candle.low), try #require(candle.high))
      #expect(inner.allSatisfy { low <= $0 && $0 <= high }, "\(candle.time)")
      #expect(candle.volume ?? 0 >= 0)
    }
    let middle = answer.value[answer.value.count / 2].time
    let rest = try await market.client.candles(of: pair, period: period, from: middle).get().value
    #expect(rest == answer.value.filter { $0.time >= middle })
  }
}
