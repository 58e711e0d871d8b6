import Foundation
@testable import MarketCore
import RandomInputs
import Synchronization
import Testing

/// Unknown pairs, and malformed responses, on every exchange.
extension CommonTests {
  /// The questions that have an answer of one pair.
  enum Question: CaseIterable {
    case ticker, book, instrument, candles

    /// What came of it; `nil` where the exchange does not offer it.
    func ask(_ client: MarketClient, _ pair: Pair) async -> MarketError?? {
      func error<Value>(_ result: Result<Answer<Value>, MarketError>) -> MarketError? {
        if case .failure(let error) = result { error } else { nil }
      }
      switch self {
      case .ticker: return .some(error(await client.ticker(of: pair)))
      case .book: return .some(error(await client.book(of: pair)))
      case .instrument: return .some(error(await client.instrument(of: pair)))
      case .candles:
        guard client.exchange.info.periods.contains(.oneDay) else { return nil }
        return .some(error(await client.candles(of: pair, period: .oneDay)))
      }
    }
  }

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

  /// The last one opens 50,000 arrays.
  private static let malformed = [
    "", " ", "<!DOCTYPE html>", "Internal server error", "[", #"{"a":"#, "[] []", "\u{0}",
    #"{"error":["#, String(repeating: "[", count: 50_000),
  ]

  @Test(arguments: markets, malformed.indices)
  func `what is not JSON is malformed, whatever is asked`(
    market: Market, number: Int
  ) async throws {
    let pair = try await market.bitcoin()
    let client = market.client(answering: Data(Self.malformed[number].utf8))
    expectMalformed(await client.tickers())
    expectMalformed(await client.instruments())
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
    if case .success(let answer) = await client.book(of: pair) { #expect(answer.value.isEmpty) }
    for question in Question.allCases { _ = await question.ask(client, pair) }
  }

  @Test(arguments: markets)
  func `an answer that is cut short is malformed`(market: Market) async throws {
    let pair = try await market.bitcoin()
    let client = market.client { response in
      Transport.Response(body: response.body.prefix(response.body.count * 2 / 3))
    }
    expectMalformed(await client.tickers())
    expectMalformed(await client.instruments())
    expectMalformed(await client.book(of: pair))
    if market.exchange.info.periods.contains(.oneDay) {
      expectMalformed(await client.candles(of: pair, period: .oneDay))
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
    for _ in 1...rounds(5) {
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
      await #expect(throws: MarketError.httpStatus(status, retryAfter: nil)) {
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

  private func expectMalformed<Value>(_ result: Result<Answer<Value>, MarketError>) {
    if case .failure(.malformed) = result { return }
    Issue.record("\(result)")
  }
}

extension CommonTests.Market {
  /// A client whose recorded answers are changed on the way.
  fileprivate func client(
    _ change: @escaping @Sendable (Transport.Response) -> Transport.Response
  ) -> MarketClient {
    let replay = MarketClient.replay(fixtures, of: exchange)
    return replay.with(Transport { await replay.transport.send($0).map(change) })
  }

  /// A client to whom every answer is this one.
  fileprivate func client(answering body: Data, status: Int = 200) -> MarketClient {
    let response = Transport.Response(status: status, body: body)
    return MarketClient(
      Transport { _ in .success(response) }, exchange: exchange, keepsLimits: false)
  }
}
