import Foundation
import MarketCore
import RandomInputs
import TestTools
import Testing

@testable import tickers

/// Rehearsals of alerts over a recording.
@Suite(.timeLimit(.minutes(20)))
struct RehearsalTests {
  /// A clock on which a rehearsal must not wait.
  private static let clock = PollClock(
    now: { .now }, sleep: { _ in Issue.record("a rehearsal waits") }, random: { 0.5 })

  private static func replay(_ folder: TemporaryFolder, _ arguments: [String]) async
    -> TestWorld.Outcome
  {
    await TestWorld(clock: clock).run(["alerts", "--replay", folder.path] + arguments)
  }

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  /// The counts of the summary, by alert.
  private static func counts(_ errors: String) -> [String: Int] {
    errors.matches(of: /tickers: (\w+): (\d+|no) firing/).reduce(into: [:]) { counts, match in
      counts[String(match.1)] = Int(match.2) ?? 0
    }
  }

  @Test(arguments: (1...UInt64(rounds(2))))
  func `a rehearsal has the rows of the polls that were recorded`(seed: UInt64) async throws {
    let several = seed.isMultiple(of: 2)
    let exchanges = several ? "blockchain,bitstamp" : "blockchain"
    let options = ChangingMarket.alerts + ["-e", exchanges]
    for format in [["-o", "tsv", "-c", ChangingMarket.columns], ["-o", "ndjson"]] {
      let folder = try TemporaryFolder()
      let market = ChangingMarket(seed: seed, failing: [several ? "bitstamp" : "blockchain"])
      let live = await market.world(waitsForPrints: several).run(
        ["alerts", "-i", "10", "--count", "60", "--record", folder.path] + options + format)
      if !several { #expect(market.counts.responses < market.counts.requests) }
      let rehearsed = await Self.replay(folder, options + format)
      #expect(rehearsed.output == live.output)
      #expect(rehearsed.status == 0)
      let rows = Self.lines(live.output).dropFirst(format[1] == "tsv" ? 1 : 0)
      #expect(rows.count > 15)
      let counts = Self.counts(rehearsed.errors)
      #expect(counts.values.reduce(0, +) == rows.count)
      if format[1] == "tsv" {
        // Rows are in order of time but for those of one beat.
        #expect(rows.sorted() == market.firings)
        for (alert, count) in counts {
          let times = rows.filter { $0.contains("\t\(alert)\t") }
            .compactMap { $0.split(separator: "\t").first }.sorted()
          #expect(times.count == count)
          let range = "first \(times.first ?? ""), last \(times.last ?? "")"
          #expect(rehearsed.errors.contains("tickers: \(alert): \(count) firings, \(range)\n"))
        }
      } else {
        #expect(rows.allSatisfy { $0.hasPrefix("{") && $0.contains(#""as_of":"#) })
      }
    }
  }

  /// A recording of one price per response; of a negative one, the status is that instead.
  static func recording(_ prices: [Int]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, price) in prices.enumerated() {
      let place = "blockchain/tickers/\(index + 1)"
      let body = price < 0 ? "" : #"[{"symbol":"BTC-USD","last_trade_price":\#(price)}]"#
      let status = price < 0 ? #""status":\#(-price),"# : ""
      try folder.write(body, to: "\(place).json")
      try folder.write(
        #"{\#(status)"received_at":"2026-11-20T14:00:\#(index + 10).000Z"}"#, to: "\(place).meta")
    }
    try folder.write("2026-11-20T14:00:05.000Z\n", to: "started")
    return folder
  }

  private static let high = ["--alert", "high: last > 5", "-o", "tsv", "-c", "last", "--no-header"]

  @Test(arguments: [
    (
      [1, 6, 1, 7], [], "6\n7\n",
      "2 firings, first 2026-11-20T14:00:11.000Z, last 2026-11-20T14:00:13.000Z"
    ),
    (
      [6, 1, 7, -503], [], "6\n7\n",
      "2 firings, first 2026-11-20T14:00:10.000Z, last 2026-11-20T14:00:12.000Z"
    ),
    (
      [6, -429, 7, 1, -503, 8, -404], [], "6\n8\n",
      "2 firings, first 2026-11-20T14:00:10.000Z, last 2026-11-20T14:00:15.000Z"
    ),
    (
      [1, 6, 1, 7], ["--count", "3"], "6\n",
      "1 firing, first 2026-11-20T14:00:11.000Z, last 2026-11-20T14:00:11.000Z"
    ),
    (
      [1, 6, 1, 7], ["--count", "40"], "6\n7\n",
      "2 firings, first 2026-11-20T14:00:11.000Z, last 2026-11-20T14:00:13.000Z"
    ),
    (
      [6, 1, 1, 7], ["--start", "2026-11-20T14:00:12Z"], "7\n",
      "1 firing, first 2026-11-20T14:00:13.000Z, last 2026-11-20T14:00:13.000Z"
    ),
    (
      [6, 7, 8, 9], ["-i", "3600"], "6\n",
      "1 firing, first 2026-11-20T14:00:10.000Z, last 2026-11-20T14:00:10.000Z"
    ),
    ([1, 2], [], "", "no firings"),
  ])
  func `it is one pass, without waits, and ends with 0 and a summary`(
    prices: [Int], options: [String], output: String, summary: String
  ) async throws {
    let outcome = await Self.replay(try Self.recording(prices), Self.high + options)
    #expect((outcome.output, outcome.status) == (output, 0))
    // Failures are reported before it.
    let notices = Self.lines(outcome.errors)
    #expect(notices.last == "tickers: high: \(summary)")
    // Each failed poll is reported once.
    if options.isEmpty { #expect(notices.count == 1 + prices.count { $0 < 0 }, "\(notices)") }
    #expect(!outcome.errors.contains("recording"))
    #expect(!outcome.errors.contains("next try"))
  }

  @Test func `a summary is a notice`() async throws {
    let outcome = await Self.replay(try Self.recording([6]), Self.high + ["-q"])
    #expect(outcome == .init(output: "6\n", errors: "", status: 0))
  }

  @Test func `a missing recording is an error`() async throws {
    let folder = try TemporaryFolder()
    let missing = await TestWorld(clock: Self.clock).run(
      ["alerts", "--replay", folder.path + "/none"] + Self.high)
    #expect((missing.output, missing.status) == ("", 66))
    let empty = await Self.replay(folder, Self.high)
    #expect((empty.output, empty.status) == ("", 66))
    let one = try Self.recording([6])
    let partly = await Self.replay(one, Self.high + ["-e", "blockchain,kraken"])
    #expect((partly.output, partly.status) == ("6\n", 66))
    #expect(partly.errors.contains("no recording of kraken"))
  }

  @Test func `a rehearsal can be recorded`() async throws {
    let (source, folder) = (try Self.recording([6, 1, -503, 7]), try TemporaryFolder())
    let first = await Self.replay(source, Self.high + ["--record", folder.path])
    #expect((first.output, first.status) == ("6\n7\n", 0))
    #expect(folder.answers.filter { $0.hasSuffix(".json") }.count == 4)
    #expect(await Self.replay(folder, Self.high) == first)
    let again = await Self.replay(source, Self.high + ["--record", folder.path])
    #expect((again.output, again.status) == ("", 73))
  }

  @Test func `a rehearsal of single pairs has the rows of the list`() async throws {
    let folder = try Self.recording([6, 1, 7])
    let outcome = await Self.replay(folder, ["BTC-USD"] + Self.high)
    #expect((outcome.output, outcome.status) == ("6\n7\n", 0))
    let unknown = await Self.replay(folder, ["BTC-USD", "ETH-USD"] + Self.high)
    #expect(unknown.status == 66)
    #expect(unknown.errors.contains("unknown pair ETH-USD on Blockchain.com"))
  }

  @Test(arguments: [
    ("last > ago(last, 2s) * 2", [1, 2, 3, 6, 6, 9], "3\n"),
    ("last < max(last, 2s) / 2", [9, 8, 4, 3, 9, 9], "4\n"),
    ("last == min(last, 3s)", [5, 2, 3, 1, -503, 4, 1], "1\n1\n"),
    ("avg(last, 2s) > 5", [9, 9, 1, 1, 9, 9, 9], "1\n9\n"),
    ("ago(last, 1m) > 0", [1, 2, 3], ""),
  ])
  func `windows are over the polls of the recording`(
    expression: String, prices: [Int], output: String
  ) async throws {
    let folder = try Self.recording(prices)
    let options = ["-o", "tsv", "-c", "last", "--no-header", "--alert"]
    for symbols in [[], ["BTC-USD"]] {
      let outcome = await Self.replay(folder, symbols + options + ["a: \(expression)"])
      #expect((outcome.output, outcome.status) == (output, 0))
      // The polls in which --where drops the row count, too. They do not arm the alert again.
      let hidden = await Self.replay(
        folder, symbols + options + ["a: \(expression)", "--where", "last == 1"])
      let kept = Self.lines(output).filter { $0 == "1" }.prefix(1)
      #expect(Self.lines(hidden.output) == Array(kept))
    }
  }

  @Test func `a condition of rows has windows, too, also one that ends polling`() async throws {
    let folder = try Self.recording([1, 2, 3, 9, 5, 5])
    let arguments = [
      "list", "--replay", folder.path, "-i", "0.001", "-o", "tsv", "-c", "last", "--no-header",
    ]
    let rows = await TestWorld().run(
      arguments + ["--count", "6", "-w", "last > ago(last, 2s) * 2", "-q"])
    #expect(rows.output == "3\n9\n")
    let until = await TestWorld().run(arguments + ["-u", "last > ago(last, 2s) * 3"])
    #expect((until.output, until.status) == ("1\n2\n3\n9\n", 0))
  }
}
