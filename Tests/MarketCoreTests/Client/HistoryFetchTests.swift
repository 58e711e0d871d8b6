import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The requests for the histories of several pairs: their order, and the result if some of them
/// fail.
struct HistoryFetchTests {
  private typealias Fetched = Result<Answer<[Ticker]>, MarketError>
  private typealias Failures = [String: MarketError]

  private static let down = MarketError.httpStatus(500, retryAfter: nil)
  private static let now = Date.seconds(100)

  private static func unlisted(_ symbol: String, near: String...) -> MarketError {
    .unknownSymbol(symbol, near: near)
  }

  /// Exchanges whose answers have a row of each pair, or fail.
  private struct Setup {
    let fetch: HistoryFetch<Ticker>
    let exchanges: [PastExchange]
    /// What was requested, as in `a X-Y`.
    let requested = Observed<[String]>([])

    /// - Parameters:
    ///   - pairs: as in `a X-Y`; `a>b,c X-Y` is polled with `a`, and requested from `b`, then `c`.
    ///   - withoutHistory: the exchanges among `a` to `e` without history.
    init(_ pairs: String..., withoutHistory: Set<ExchangeID> = []) {
      let exchanges = (["a", "b", "c", "d", "e"] as [ExchangeID]).map {
        PastExchange($0, periods: withoutHistory.contains($0) ? [] : [.oneHour])
      }
      let requests = pairs.map { pair -> HistoryFetch<Ticker>.Request in
        let words = pair.split { " >".contains($0) }.map(String.init)
        let candidates = words.count == 3 ? words[1].split(separator: ",").map(String.init) : []
        return (
          Pair(symbol: words.last ?? ""), ExchangeID(rawValue: words[0]),
          candidates.compactMap { id in
            exchanges.first { $0.id.rawValue == id }?.client
          }
        )
      }
      self.exchanges = exchanges
      fetch = HistoryFetch(requests, among: exchanges) { HistoryFetchTests.now }
    }

    /// A poll of an exchange.
    ///
    /// - Parameters:
    ///   - price: the price of each row.
    ///   - failures: by exchange and pair, as in `a X-Y`.
    ///   - lacking: the exchanges that lack the feature.
    func poll(
      _ id: ExchangeID = "a", price: Decimal = 1, failing failures: Failures = [:],
      warnings: [String: [Warning]] = [:], lacking: Set<ExchangeID> = []
    ) async -> Fetched {
      let client = exchanges.first { $0.id == id }?.client ?? exchanges[0].client
      return await fetch(client, "1h") {
        !$0.info.periods.isEmpty && !lacking.contains($0.id)
      } _: { client, pair in
        let key = "\(client.exchange.id) \(pair)"
        requested.change { $0.append(key) }
        await Task.yield()
        if let failure = failures[key] { return .failure(failure) }
        let row = Ticker(pair: pair, open: nil, volume: nil, last: price).on(client.exchange.id)
        // The later a pair is requested, the older is its answer.
        return .success(
          Answer(
            [row], asOf: HistoryFetchTests.now - Double(requested.value.count), source: key,
            warnings: warnings[key] ?? [], names: [Pair(symbol: "own \(pair)"): pair]))
      }
    }
  }

  /// Exchange, pair and price.
  private static func lines(_ answer: Answer<[Ticker]>) -> [String] {
    answer.value.map { "\($0.exchange?.rawValue ?? "") \($0.pair) \($0.last?.plain ?? "")" }
  }

  @Test func `the pairs of an exchange are requested in sequence, and are one answer`()
    async throws
  {
    let setup = Setup("a B-X", "b A-X", "a A-X")
    let answer = try await setup.poll().get()
    #expect(setup.requested.value == ["a B-X", "a A-X"])
    #expect(Self.lines(answer) == ["a B-X 1", "a A-X 1"])
    // The oldest time, the first source, and all names.
    #expect((answer.asOf, answer.source) == (Self.now - 2, "a B-X"))
    #expect(answer.names.map { "\($0)=\($1)" }.sorted() == ["own A-X=A-X", "own B-X=B-X"])
    #expect((answer.failures, answer.hasOnlyFailures, answer.warnings) == ([], false, []))
    #expect(try await Self.lines(setup.poll("b").get()) == ["b A-X 1"])
    let none = try await setup.poll("c").get()
    #expect((none.value.count, none.asOf, none.hasOnlyFailures) == (0, Self.now, false))
    #expect(setup.requested.value.count == 3)
  }

  @Test func `a pair that fails hides no other, and keeps the rows of its last answer`()
    async throws
  {
    let setup = Setup("a A-X", "a B-X", "a C-X")
    let first = try await setup.poll(price: 1, failing: ["a A-X": Self.down]).get()
    #expect(Self.lines(first) == ["a B-X 1", "a C-X 1"])
    #expect(first.failures == [Self.down] && !first.hasOnlyFailures)
    let second = try await setup.poll(price: 2, failing: ["a B-X": Self.down]).get()
    #expect(Self.lines(second) == ["a A-X 2", "a B-X 1", "a C-X 2"])
    let other = MarketError.timedOut(seconds: 1)
    // Without any answer, all rows are stale.
    await #expect(throws: Self.down) {
      try await setup.poll(
        price: 3, failing: ["a A-X": Self.down, "a B-X": other, "a C-X": Self.down]
      ).get()
    }
    let fresh = try await Setup("a A-X", "a B-X").poll(
      failing: ["a A-X": Self.down, "a B-X": other]
    ).get()
    #expect(fresh.failures == [Self.down, other] && fresh.hasOnlyFailures)
    #expect((fresh.asOf, fresh.source) == (Self.now, "file:///a"))
    let all = ["a A-X": other, "a B-X": other, "a C-X": other]
    await #expect(throws: other) { try await setup.poll(failing: all).get() }
    let last = try await setup.poll(price: 4).get()
    #expect(Self.lines(last) == ["a A-X 4", "a B-X 4", "a C-X 4"])
    #expect(last.failures == [])
  }

  @Test(
    arguments: [
      // The poll fails if the only pair does, or all pairs alike.
      ([down], down, []), ([down, down, down], down, []),
      ([unlisted("A-X")], unlisted("A-X"), []),
      // Other failures are part of an answer.
      ([down, .cancelled], nil, [down, .cancelled]),
      ([unlisted("A-X"), unlisted("B-X")], nil, [unlisted("A-X"), unlisted("B-X")]),
      ([unlisted("A-X"), down, down], nil, [unlisted("A-X"), down]),
      ([down, nil, down], nil, [down]), ([nil, unlisted("B-X")], nil, [unlisted("B-X")]),
    ] as [([MarketError?], MarketError?, [MarketError])])
  func `a poll fails only if all pairs fail alike`(
    failures: [MarketError?], failure: MarketError?, others: [MarketError]
  ) async throws {
    let pairs = ["A-X", "B-X", "C-X"].prefix(failures.count)
    let setup =
      switch failures.count {
      case 1: Setup("a A-X", "b B-X")
      case 2: Setup("a A-X", "a B-X")
      default: Setup("a A-X", "a B-X", "a C-X")
      }
    let failing = zip(pairs, failures).reduce(into: Failures()) { $0["a \($1.0)"] = $1.1 }
    let result = await setup.poll(failing: failing)
    if let failure {
      #expect(throws: failure) { try result.get() }
    } else {
      let answer = try result.get()
      #expect(answer.failures == others)
      #expect(answer.hasOnlyFailures == !failures.contains(nil))
    }
  }

  @Test(
    arguments: [
      .unreachable("gone"), .untrusted("no certificate"), .rateLimited(retryAfter: 9),
      .notKept("disk full"), .ended("end"), .notAnswered, .cancelled,
    ] as [MarketError])
  func `a failure of the exchange ends the requests of the other pairs`(
    failure: MarketError
  ) async throws {
    let setup = Setup("a A-X", "a B-X", "a C-X")
    await #expect(throws: failure) { try await setup.poll(failing: ["a A-X": failure]).get() }
    #expect(setup.requested.value == ["a A-X"])
    setup.requested.change { $0 = [] }
    let answer = try await setup.poll(failing: ["a B-X": failure]).get()
    #expect(setup.requested.value == ["a A-X", "a B-X"])
    #expect(Self.lines(answer) == ["a A-X 1"] && answer.failures == [failure])
    #expect(setup.fetch.sentence(on: failure, of: "a") == "B-X, C-X: \(failure)")
    // The next poll requests all.
    #expect(try await Self.lines(setup.poll().get()).count == 3)
  }

  @Test(
    arguments: [
      .timedOut(seconds: 1), down, .httpStatus(404, retryAfter: nil), unlisted("A-X"),
      .exchangeError(message: "no", isTransient: true), .malformed("no"), .tooLarge(limit: 1),
      .dataUnavailable(Pair(symbol: "A-X"), status: 500), .missing("no file"),
      .notRequestable(Pair(symbol: "A-X")),
    ] as [MarketError])
  func `a failure of one pair does not end the requests of the others`(
    failure: MarketError
  ) async throws {
    let setup = Setup("a A-X", "a B-X", "a C-X")
    let answer = try await setup.poll(failing: ["a A-X": failure]).get()
    #expect(setup.requested.value == ["a A-X", "a B-X", "a C-X"])
    #expect(Self.lines(answer) == ["a B-X 1", "a C-X 1"] && answer.failures == [failure])
  }

  @Test func `the first candidate that lists a pair is used from poll to poll`() async throws {
    let setup = Setup("a>a,b,c,d,e A-X", withoutHistory: ["a"])
    let failing = ["b A-X": Self.unlisted("A-X"), "d A-X": MarketError.missing("no file")]
    let answer = try await setup.poll(failing: failing, lacking: ["c"]).get()
    #expect(setup.requested.value == ["b A-X", "d A-X", "e A-X"])
    #expect(Self.lines(answer) == ["e A-X 1"])
    #expect(setup.fetch.chosenExchanges.map(\.id) == ["e"])
    let note = Warning.note(
      "price history from E (A has none, B does not list it, C has no 1h, D has no data)")
    #expect(answer.warnings == [note])
    #expect(try await setup.poll(lacking: ["c"]).get().warnings == [note])
    #expect(setup.requested.value.suffix(1) == ["e A-X"] && setup.requested.value.count == 4)
    // Not even when it fails.
    await #expect(throws: Self.down.attributed(to: "E")) {
      try await setup.poll(failing: ["e A-X": Self.down]).get()
    }
    #expect(setup.requested.value.suffix(1) == ["e A-X"] && setup.requested.value.count == 5)
  }

  @Test func `the first exchange of all needs no reason`() async throws {
    let setup = Setup("a>a,b A-X", "a>a,b B-X")
    let answer = try await setup.poll(failing: ["a B-X": Self.unlisted("B-X")]).get()
    #expect(
      answer.warnings == [
        .note("A-X: price history from A"),
        .note("B-X: price history from B (A does not list it)"),
      ])
    #expect(setup.fetch.chosenExchanges.map(\.id) == ["a", "b"])
  }

  @Test func `a candidate that fails otherwise is not skipped`() async throws {
    let setup = Setup("a>a,b,c A-X")
    let failing = ["a A-X": Self.unlisted("A-X"), "b A-X": Self.down]
    await #expect(throws: Self.down.attributed(to: "B")) {
      try await setup.poll(failing: failing).get()
    }
    #expect(setup.requested.value == ["a A-X", "b A-X"])
    #expect(setup.fetch.chosenExchanges.isEmpty)
    setup.requested.change { $0 = [] }
    let answer = try await setup.poll(failing: ["a A-X": Self.unlisted("A-X")]).get()
    #expect(setup.requested.value == ["a A-X", "b A-X"] && Self.lines(answer) == ["b A-X 1"])
  }

  @Test func `a pair that no candidate lists is unknown on these`() async throws {
    let setup = Setup("a>a,b,c A-X", withoutHistory: ["b"])
    let failing = [
      "a A-X": Self.unlisted("A-X", near: "A-Y", "A-Z"),
      "c A-X": Self.unlisted("A-X", near: "A-Z", "B-X", "C-X"),
    ]
    let failure = Self.unlisted("A-X", near: "A-Y", "A-Z", "B-X")
    await #expect(throws: failure) { try await setup.poll(failing: failing).get() }
    #expect(
      setup.fetch.sentence(on: failure, of: "a")
        == "unknown pair A-X on A, C; did you mean A-Y, A-Z, B-X?")
  }

  @Test func `missing data explains more than an unlisted pair`() async throws {
    let setup = Setup("a>a,b A-X")
    let missing = MarketError.missing("no file")
    let failing = ["a A-X": missing, "b A-X": Self.unlisted("A-X")]
    await #expect(throws: missing) { try await setup.poll(failing: failing).get() }
    #expect(setup.requested.value == ["a A-X", "b A-X"])
  }

  @Test func `a sentence names the pairs unless it holds for all of the exchange`() async {
    let setup = Setup("a A-X", "a B-X", "a C-X", "b A-X")
    let limited = MarketError.rateLimited(retryAfter: 9)
    _ = await setup.poll(failing: ["a A-X": Self.down, "a B-X": Self.down, "a C-X": limited])
    _ = await setup.poll("b", failing: ["b A-X": limited])
    let fetch = setup.fetch
    #expect(
      fetch.sentence(on: Self.down, of: "a") == "A-X, B-X: HTTP 500 Internal Server Error")
    #expect(fetch.sentence(on: .rateLimited(retryAfter: nil), of: "a") == "C-X: rate limited")
    #expect(fetch.sentence(on: limited, of: "b") == nil)
    #expect(fetch.sentence(on: Self.down, of: "b") == nil)
    #expect(fetch.sentence(on: Self.down, of: nil) == "A-X, B-X: HTTP 500 Internal Server Error")
    // Only the last poll counts.
    _ = await setup.poll()
    #expect(fetch.sentence(on: Self.down, of: "a") == nil)
  }

  @Test func `an unlisted pair of one exchange has its own sentence`() async {
    let setup = Setup("a A-X", "a B-X")
    let failure = Self.unlisted("A-X")
    _ = await setup.poll(failing: ["a A-X": failure])
    #expect(setup.fetch.sentence(on: failure, of: "a") == nil)
  }

  private static func gaps(_ symbol: String) -> CandleGaps {
    let range = HistoryRange(
      .oneHour, count: nil, from: .seconds(0), to: .seconds(7200), now: .seconds(9999))
    return CandleGaps(
      in: [Candle(.seconds(0), 1)], of: range,
      on: Listing(exchange: "a", pair: Pair(symbol: symbol)), keeping: nil, now: .seconds(9999))
  }

  private static let common = Warning.note("a keeps 720")
  private static let gapText =
    "1 of 2 periods has no candle (1970-01-01T01:00:00Z): no trades, or not sent"

  @Test(
    arguments: [
      // One that all pairs have is stated once; others name their pairs.
      ([[common], [common], [common]], ["a keeps 720"]),
      ([[common], [], [common]], ["A-X, C-X: a keeps 720"]),
      ([[common], [.note("other")], []], ["A-X: a keeps 720", "B-X: other"]),
      // One with the pair does not name it twice.
      ([[.note("no price for A-X")], [], []], ["no price for A-X"]),
      (
        [[.rowSkipped("[1] is odd")], [.rowSkipped("[1] is odd")], [.rowSkipped("[2] is odd")]],
        ["skipped 2 invalid rows: A-X, B-X: [1] is odd; C-X: [2] is odd"]
      ),
      (
        [[.gaps(gaps("A-X"))], [common], [.gaps(gaps("C-X"))]],
        ["A-X: \(gapText)", "B-X: a keeps 720", "C-X: \(gapText)"]
      ),
      (
        [[.converted(to: "USD", by: [])], [], []],
        [Warning.converted(to: "USD", by: []).description]
      ),
    ] as [([[Warning]], [String])])
  func `the warnings of several pairs name theirs`(
    warnings: [[Warning]], sentences: [String]
  ) async throws {
    let setup = Setup("a A-X", "a B-X", "a C-X")
    let keys = ["a A-X", "a B-X", "a C-X"]
    let answer = try await setup.poll(
      warnings: Dictionary(uniqueKeysWithValues: zip(keys, warnings))
    ).get()
    #expect(Warning.sentences(for: answer.warnings) == sentences)
  }

  @Test func `a pair that fails does not keep a warning from being that of all others`()
    async throws
  {
    let setup = Setup("a A-X", "a B-X", "a C-X")
    let answer = try await setup.poll(
      failing: ["a B-X": Self.down], warnings: ["a A-X": [Self.common], "a C-X": [Self.common]]
    ).get()
    #expect(answer.warnings == [Self.common])
  }

  @Test func `the warnings of a single pair do not name it`() async throws {
    let warnings: [Warning] = [Self.common, .rowSkipped("[1] is odd"), .gaps(Self.gaps("A-X"))]
    let answer = try await Setup("a A-X").poll(warnings: ["a A-X": warnings]).get()
    #expect(answer.warnings == warnings)
    // One per exchange is one of several pairs.
    let several = try await Setup("a A-X", "b A-X").poll(warnings: ["a A-X": warnings]).get()
    #expect(
      Warning.sentences(for: several.warnings) == [
        "skipped 1 invalid row: A-X: [1] is odd", "a keeps 720", "A-X: \(Self.gapText)",
      ])
  }
}
