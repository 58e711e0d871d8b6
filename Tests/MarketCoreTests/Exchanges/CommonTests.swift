import Foundation
@testable import MarketCore
import RandomInputs
import Synchronization
import Testing

/// What every exchange promises, held against its recorded answers. An exchange that joins
/// ``Exchanges/all`` is tested here without a change.
struct CommonTests {
  /// An exchange with its recorded answers.
  struct Market: Sendable, CustomTestStringConvertible {
    let exchange: any Exchange

    var testDescription: String { exchange.id }
    var client: MarketClient { .recorded(exchange) }

    /// A client whose recorded answers are changed on the way.
    func client(
      _ change: @escaping @Sendable (Transport.Response) -> Transport.Response
    ) -> MarketClient {
      let base = fixtures.appending(path: exchange.id)
      let replay = Transport.replay(fixtures, of: exchange, below: base, repeats: true)
      let transport = Transport { await replay.send($0).map(change) }
      return MarketClient(
        transport, exchange: exchange, base: base, timeout: .patient, keepsLimits: false)
    }

    /// A client to whom every answer is this one.
    func client(answering body: Data, status: Int = 200) -> MarketClient {
      let response = Transport.Response(status: status, body: body)
      return MarketClient(
        Transport { _ in .success(response) }, exchange: exchange, timeout: .patient,
        keepsLimits: false)
    }

    /// Bitcoin in dollars, or in dollars of Tether.
    func bitcoin() async throws -> Pair {
      let pairs = try await client.tickers().get().value.map(\.pair)
      return try #require(
        ["BTC-USD", "BTC-USDT"].map(Pair.init(symbol:)).first(where: pairs.contains))
    }
  }

  static let markets = Exchanges.all.map(Market.init(exchange:))

  /// The questions that have an answer of one pair.
  enum Question: CaseIterable {
    case ticker, book, instrument, candles

    /// What came of it; `nil` where the exchange does not offer it.
    func ask(_ client: MarketClient, _ pair: Pair) async -> MarketError?? {
      func error<Value>(_ result: Result<Answer<Value>, MarketError>) -> MarketError? {
        if case .failure(let error) = result { error } else { nil }
      }
      switch self {
      case .ticker: return .some(error(await client.ticker(pair)))
      case .book: return .some(error(await client.book(pair)))
      case .instrument: return .some(error(await client.instrument(pair)))
      case .candles:
        guard client.exchange.offers.periods.contains(.oneDay) else { return nil }
        return .some(error(await client.candles(pair, period: .oneDay)))
      }
    }
  }
}

/// Exchanges and their lists.
extension CommonTests {
  @Test func `names of exchanges are unique`() {
    #expect(Set(Exchanges.all.map(\.id)).count == Exchanges.all.count)
    #expect(Set(Exchanges.all.map(\.title)).count == Exchanges.all.count)
    #expect(Exchanges.all.first?.id == Exchanges.standard.id)
  }

  @Test(arguments: markets)
  func `an exchange has a short name, an address and an interval`(market: Market) {
    let exchange = market.exchange
    #expect(!exchange.id.isEmpty && exchange.id.allSatisfy { $0.isASCII && $0.isLowercase })
    #expect(!exchange.title.isEmpty)
    #expect(exchange.url.scheme == "https" && !exchange.url.absoluteString.hasSuffix("/"))
    #expect(exchange.leastInterval >= .seconds(1))
    #expect(exchange.offers.periods == Set(exchange.offers.periods).sorted())
  }

  @Test(arguments: markets)
  func `each pair is there once, in capitals, as BASE-QUOTE`(market: Market) async throws {
    let answer = try await market.client.tickers().get()
    #expect(!answer.value.isEmpty)
    #expect(answer.warnings.isEmpty)
    #expect(Set(answer.value.map(\.pair)).count == answer.value.count)
    for pair in answer.value.map(\.pair) {
      #expect(pair.symbol == pair.symbol.uppercased())
      #expect(pair.base != nil && pair.symbol == "\(pair.base ?? "")-\(pair.quote ?? "")")
    }
  }

  /// On the standard exchange 0 is a value.
  @Test(arguments: markets.filter { $0.exchange.id != Exchanges.standard.id })
  func `no price is 0, and prices fit together`(market: Market) async throws {
    for ticker in try await market.client.tickers().get().value {
      let prices = [
        ticker.last, ticker.open, ticker.bid, ticker.ask, ticker.high, ticker.low,
      ].compactMap(\.self)
      #expect(prices.allSatisfy { $0 > 0 }, "\(ticker.pair)")
      #expect(ticker.volume ?? 0 >= 0, "\(ticker.pair)")
      if let high = ticker.high, let low = ticker.low { #expect(low <= high, "\(ticker.pair)") }
      if let bid = ticker.bid, let ask = ticker.ask { #expect(bid <= ask, "\(ticker.pair)") }
    }
  }

  @Test(arguments: markets)
  func `polls follow one another, and prices move`(market: Market) async throws {
    let client = market.client
    var polls: [Answer<[Ticker]>] = []
    for _ in 1...3 { polls.append(try await client.tickers().get()) }
    #expect(polls[0].asOf < polls[1].asOf && polls[1].asOf < polls[2].asOf)
    #expect(polls[0].value.map(\.last) != polls[2].value.map(\.last))
    #expect(polls.allSatisfy { Set($0.value.map(\.pair)) == Set(polls[0].value.map(\.pair)) })
  }

  @Test(arguments: markets)
  func `facts are asked for once a run`(market: Market) async throws {
    let count = Mutex(0)
    let client = market.client.observed { _, _, _ in count.withLock { $0 += 1 } }
    var counts: [Int] = []
    for _ in 1...3 {
      _ = try await client.tickers().get()
      counts.append(count.withLock(\.self))
    }
    #expect(counts[1] - counts[0] <= counts[0])
    #expect(counts[2] - counts[1] == counts[1] - counts[0])
  }

  @Test(arguments: markets)
  func `one pair is asked for alone, in fewer bytes`(market: Market) async throws {
    let pair = try await market.bitcoin()
    let bytes = Mutex(0)
    let client = market.client.observed { _, result, _ in
      if case .success(let response) = result { bytes.withLock { $0 += response.body.count } }
    }
    let answer = try await client.tickers(of: [pair], fields: [.symbol, .last]).get()
    #expect(answer.value.map(\.pair) == [pair])
    #expect(answer.value[0].last != nil)
    let one = bytes.withLock(\.self)
    _ = try await client.tickers(fields: [.symbol, .last]).get()
    #expect(one < bytes.withLock(\.self) - one)
  }

  @Test(arguments: markets)
  func `the pairs of the list are those that the exchange lists`(market: Market) async throws {
    let base = fixtures.appending(path: market.exchange.id)
    let session = ExchangeSession(
      market.exchange, .replay(fixtures, of: market.exchange, below: base, repeats: true),
      base: base, source: "", facts: Facts(), timeout: .patient, limiter: nil)
    let listed = try await market.exchange.pairs(over: session)
    #expect(Set(listed).count == listed.count)
    let shown = try await market.client.tickers().get().value.map(\.pair)
    #expect(Set(listed).isSuperset(of: shown))
  }

  @Test(arguments: markets)
  func `instruments cover the list, and steps are above 0`(market: Market) async throws {
    let answer = try await market.client.instruments().get()
    #expect(answer.warnings.isEmpty)
    let pairs = answer.value.map(\.pair)
    #expect(Set(pairs).count == pairs.count)
    #expect(Set(pairs).isSuperset(of: try await market.client.tickers().get().value.map(\.pair)))
    for instrument in answer.value {
      #expect(instrument.status != nil || instrument.tickSize != nil || instrument.lotSize != nil)
      let steps = [instrument.tickSize, instrument.lotSize].compactMap(\.self)
      #expect(steps.allSatisfy { $0 > 0 }, "\(instrument.pair)")
    }
  }
}

/// Books and candles.
extension CommonTests {
  @Test(arguments: markets)
  func `a book is sorted and uncrossed, and every entry offers something`(
    market: Market
  ) async throws {
    let pair = try await market.bitcoin()
    let answer = try await market.client.book(pair).get()
    let book = answer.value
    #expect(answer.warnings.isEmpty)
    #expect(book.pair == pair && !book.isEmpty && !book.isCrossed)
    #expect(book.bids.map(\.price) == book.bids.map(\.price).sorted(by: >))
    #expect(book.asks.map(\.price) == book.asks.map(\.price).sorted())
    #expect((book.bids + book.asks).allSatisfy { $0.quantity > 0 && $0.price > 0 })
    #expect((book.bids + book.asks).allSatisfy { $0.orderID == nil })
  }

  @Test(arguments: markets)
  func `single orders have ids, or are not asked for`(market: Market) async throws {
    let count = Mutex(0)
    let client = market.client.observed { _, _, _ in count.withLock { $0 += 1 } }
    let pair = try await market.bitcoin()
    switch await client.book(pair, detail: .orders) {
    case .success(let answer):
      #expect(market.exchange.offers.hasOrders)
      let entries = answer.value.bids + answer.value.asks
      #expect(entries.allSatisfy { $0.orderID != nil && $0.orders == 1 })
    case .failure(.refused(let sentence, isTransient: false)):
      guard !market.exchange.offers.hasOrders else { return }
      #expect(sentence == "\(market.exchange.title) does not offer single orders")
      #expect(count.withLock(\.self) == 0)
    case .failure(let error):
      // A recording need not have them.
      guard case .recordingMissing = error, market.exchange.offers.hasOrders else { throw error }
    }
  }

  @Test(arguments: markets, [Period.oneHour, .oneDay])
  func `candles are whole, oldest first, and begin where they should`(
    market: Market, period: Period
  ) async throws {
    let pair = try await market.bitcoin()
    guard market.exchange.offers.periods.contains(period) else {
      let error = await #expect(throws: MarketError.self) {
        try await market.client.candles(pair, period: period).get()
      }
      guard case .refused(_, isTransient: false) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      return
    }
    let answer = try await market.client.candles(pair, period: period).get()
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
    let rest = try await market.client.candles(pair, period: period, from: middle).get().value
    #expect(rest == answer.value.filter { $0.time >= middle })
  }
}

/// Pairs that are not there, and answers that are none.
extension CommonTests {
  @Test(arguments: markets, Question.allCases)
  func `an unknown pair is named, with near names`(
    market: Market, question: Question
  ) async throws {
    let near = try await market.bitcoin()
    let pair = Pair(symbol: "\(near.symbol)D")
    guard let error = await question.ask(market.client, pair) else { return }
    guard case .unknownSymbol(pair.symbol, let names) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(names.contains(near.symbol))
  }

  @Test(arguments: markets)
  func `of several pairs the unknown one is named, and the other is given`(
    market: Market
  ) async throws {
    let near = try await market.bitcoin()
    let unknown = Pair(symbol: "\(near.symbol)D")
    let answer = try await market.client.tickers(of: [unknown, near]).get()
    #expect(answer.value.map(\.pair) == [near])
    #expect(answer.failures.count == 1)
    guard case .unknownSymbol(unknown.symbol, let names) = answer.failures.first else {
      Issue.record("\(answer.failures)")
      return
    }
    #expect(names.contains(near.symbol))
  }

  @Test(
    arguments: markets,
    [
      "", " ", "<!DOCTYPE html>", "Internal server error", "[", #"{"a":"#, "[] []", "\u{0}",
      #"{"error":["#, String(repeating: "[", count: 200_000),
    ])
  func `what is not JSON is malformed, whatever is asked`(
    market: Market, body: String
  ) async throws {
    let pair = try await market.bitcoin()
    let client = market.client(answering: Data(body.utf8))
    await expectMalformed(await client.tickers())
    await expectMalformed(await client.instruments())
    for question in Question.allCases {
      guard let error = await question.ask(client, pair) else { continue }
      guard case .malformed = error else {
        Issue.record("\(question): \(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: markets, ["null", "1", "true", #""x""#, "[]", "{}", "[[]]", "[{}]", "[1]"])
  func `JSON of another shape has no rows, and crashes nothing`(
    market: Market, body: String
  ) async throws {
    let pair = try await market.bitcoin()
    let client = market.client(answering: Data(body.utf8))
    if case .success(let answer) = await client.tickers() { #expect(answer.value.isEmpty) }
    if case .success(let answer) = await client.instruments() { #expect(answer.value.isEmpty) }
    if case .success(let answer) = await client.book(pair) { #expect(answer.value.isEmpty) }
    for question in Question.allCases { _ = await question.ask(client, pair) }
  }

  @Test(arguments: markets)
  func `an answer that is cut short is malformed`(market: Market) async throws {
    let pair = try await market.bitcoin()
    let client = market.client { response in
      Transport.Response(body: response.body.prefix(response.body.count * 2 / 3))
    }
    await expectMalformed(await client.tickers())
    await expectMalformed(await client.instruments())
    await expectMalformed(await client.book(pair))
    if market.exchange.offers.periods.contains(.oneDay) {
      await expectMalformed(await client.candles(pair, period: .oneDay))
    }
  }

  @Test(arguments: markets)
  func `no change of an answer crashes what reads it`(market: Market) async throws {
    let pair = try await market.bitcoin()
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "true", "\"\"", "0", "-1", "1e127", "1e-128",
      "1e400", "-0", "NaN", "\\ud800", "\u{202E}", "99999999999999999999999999999999999999",
      "9223372036854775808",
    ]
    let random = Mutex(Seeded(state: 17))
    let client = market.client { response in
      let bytes = random.withLock { $0.mutation(of: Array(response.body), parts: parts) }
      return Transport.Response(body: Data(bytes))
    }
    for _ in 1...20 {
      if case .success(let answer) = await client.tickers() {
        #expect(Set(answer.value.map(\.pair)).count == answer.value.count)
        for ticker in answer.value { _ = (ticker.percent, ticker.notional) }
      }
      _ = await client.instruments()
      for question in Question.allCases { _ = await question.ask(client, pair) }
    }
  }

  @Test(arguments: markets)
  func `a status without words of its own is said as such`(market: Market) async throws {
    let body = Data("<html>upstream connect error</html>".utf8)
    for status in [502, 503, 520] {
      await #expect(throws: MarketError.rejected(status: status, retryAfter: nil)) {
        try await market.client(answering: body, status: status).tickers().get()
      }
    }
    let error = await #expect(throws: MarketError.self) {
      try await market.client(answering: body, status: 429).tickers().get()
    }
    guard case .rateLimited = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private func expectMalformed<Value>(_ result: Result<Answer<Value>, MarketError>) async {
    if case .failure(.malformed) = result { return }
    Issue.record("\(result)")
  }
}

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
