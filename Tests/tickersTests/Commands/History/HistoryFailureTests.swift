import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

/// Histories of several pairs, of which some fail.
@Suite(.timeLimit(.minutes(20)))
struct HistoryFailureTests {
  private static let pairs = (0..<10).map { "P\($0)-USD" }

  /// An exchange with the last candles of the pairs, of which some fail.
  private static func exchange(
    _ failures: [String: MarketError], id: String = "one"
  ) -> TestExchange {
    // The client asks the list whether an exchange has a pair that it does not know.
    let listed = pairs.filter { failures[$0]?.unlisted == nil }
    return HistoryMarket.exchange(id, listed) { pair throws(MarketError) in
      if let failure = failures[pair.symbol] { throw failure }
      return [1, 2]
    }
  }

  private static func run(
    _ exchanges: TestExchange..., arguments: [String] = pairs
  ) async -> TestWorld.Outcome {
    var market = HistoryMarket()
    market.exchanges = exchanges
    return await market.run(
      arguments + [
        "-e", exchanges.map(\.info.id.rawValue).joined(separator: ","), "-n", "1", "-o", "tsv",
        "-c", "exchange,symbol", "--no-header",
      ])
  }

  private static func rows(_ exchange: String = "one", without symbol: String = "") -> String {
    pairs.filter { $0 != symbol }.map { "\(exchange)\t\($0)\n" }.joined()
  }

  @Test(
    arguments: [
      (.httpStatus(500, retryAfter: nil), 69, "P5-USD: HTTP 500 Internal Server Error"),
      (.timedOut(seconds: 10), 69, "P5-USD: timed out after 10 s"),
      (.malformed("no candles"), 65, "P5-USD: invalid response: no candles"),
      (
        .exchangeError(message: "EGeneral:Internal error", isTransient: false), 69,
        "P5-USD: EGeneral:Internal error"
      ),
      (
        .unknownSymbol("P5-USD", near: []), 66,
        "unknown pair P5-USD on One; did you mean P0-USD, P1-USD, P2-USD?"
      ),
      (.missing("no recording of ohlc"), 66, "P5-USD: no recording of ohlc"),
    ] as [(MarketError, Int32, String)])
  func `a pair that fails hides no other, and is named`(
    failure: MarketError, status: Int32, sentence: String
  ) async {
    let outcome = await Self.run(Self.exchange(["P5-USD": failure]))
    #expect(outcome.output == Self.rows(without: "P5-USD"))
    #expect(outcome.errors == "tickers: \(sentence)\n")
    #expect(outcome.status == status)
  }

  @Test func `a rate limit ends the requests of its exchange only`() async {
    let limited = Self.exchange(["P5-USD": .rateLimited(retryAfter: 300)])
    let outcome = await Self.run(limited, Self.exchange([:], id: "two"))
    let first = (0..<10).flatMap { index in
      index < 5 ? ["one\tP\(index)-USD", "two\tP\(index)-USD"] : ["two\tP\(index)-USD"]
    }
    #expect(outcome.output == first.map { "\($0)\n" }.joined())
    #expect(outcome.status == 75)
    #expect(
      outcome.errors
        == "tickers: One: P5-USD, P6-USD, P7-USD, P8-USD, P9-USD: rate limited; retry in 5 min\n")
    // The pairs after it are not requested.
    #expect(limited.questions.count == 6)
  }

  @Test func `the first failure has the status, and each reason is a line with its pairs`() async {
    let outcome = await Self.run(
      Self.exchange([
        "P2-USD": .malformed("no candles"), "P4-USD": .httpStatus(500, retryAfter: nil),
        "P7-USD": .malformed("no candles"),
      ]))
    #expect(outcome.output.split(separator: "\n").count == 7)
    #expect(
      outcome.errors == """
        tickers: P2-USD, P7-USD: invalid response: no candles
        tickers: P4-USD: HTTP 500 Internal Server Error

        """)
    #expect(outcome.status == 65)
  }

  @Test func `where all pairs fail alike there is one line`() async {
    let failure = MarketError.httpStatus(500, retryAfter: nil)
    let outcome = await Self.run(
      Self.exchange(Dictionary(uniqueKeysWithValues: Self.pairs.map { ($0, failure) })))
    #expect((outcome.output, outcome.status) == ("", 69))
    #expect(outcome.errors == "tickers: HTTP 500 Internal Server Error\n")
  }

  @Test func `where all pairs fail differently there are only failures`() async {
    let outcome = await Self.run(
      Self.exchange(["P0-USD": .malformed("no candles"), "P1-USD": .timedOut(seconds: 10)]),
      arguments: ["P0-USD", "P1-USD"])
    #expect((outcome.output, outcome.status) == ("", 65))
    #expect(
      outcome.errors == """
        tickers: P0-USD: invalid response: no candles
        tickers: P1-USD: timed out after 10 s

        """)
  }

  @Test func `an exchange that fails hides no rows of another`() async {
    let failing = Self.exchange([:])
    failing.reply = .fail(.unreachable("connection refused"))
    let outcome = await Self.run(failing, Self.exchange([:], id: "two"))
    #expect(outcome.output == Self.rows("two"))
    #expect(outcome.errors == "tickers: One: connection refused\n")
    #expect(outcome.status == 69)
  }

  @Test func `the pair of one of two exchanges fails`() async {
    let outcome = await Self.run(
      Self.exchange(["P0-USD": .malformed("no candles")]), Self.exchange([:], id: "two"),
      arguments: ["P0-USD", "P1-USD"])
    #expect(outcome.output == "two\tP0-USD\none\tP1-USD\ntwo\tP1-USD\n")
    #expect(outcome.errors == "tickers: One: P0-USD: invalid response: no candles\n")
    #expect(outcome.status == 65)
  }

  @Test func `progress names the pair, on a terminal`() async {
    let market = HistoryMarket(Self.exchange([:]))
    let arguments = ["P0-USD", "P1-USD", "-n", "3", "-o", "csv"]
    let outcome = await market.run(arguments, errorsAreTerminal: true)
    let progress = outcome.errors.split(separator: "\r").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(progress.contains("tickers: 2 of 3 candles of P0-USD"))
    #expect(progress.contains("tickers: 2 of 3 candles of P1-USD"))
    #expect(!(await market.run(arguments)).errors.contains("candles of"))
    #expect(!(await market.run(arguments + ["-q"], errorsAreTerminal: true)).errors.contains("\r"))
  }

  @Test(.startsPrograms) func `an interrupt prints no rows`() async throws {
    let fixture = Repository.fixtures.appending(
      path: "kraken/OHLC/interval=1440,pair=BTC%2FUSD/1.json")
    let candles = try String(contentsOf: fixture, encoding: .utf8)
    let exchange = try StubExchange { request in
      request.path.contains("BTC") ? .json(candles) : .hang
    }
    let program = try Program([
      "history", "BTC-USD", "ETH-USD", "-e", "kraken", "--timeout", "600", "--url",
      exchange.url.absoluteString,
    ])
    await until { exchange.requests.contains { $0.path.contains("ETH") } }
    kill(program.processIdentifier, SIGINT)
    #expect(await program.status() == 130)
    #expect(program.output.text == "")
    #expect(program.errors.text == "")
  }
}
