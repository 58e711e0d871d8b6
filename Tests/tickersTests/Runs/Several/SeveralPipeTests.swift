import Foundation
import MarketCore
import Synchronization
import TestTools
import Testing

/// Polls of several exchanges into a pipe, on a clock that the test moves on.
@Suite(.timeLimit(.minutes(20)))
struct SeveralPipeTests {
  private let one = TestExchange("one")
  private let two = TestExchange("two")
  private static let fault = MarketError.httpStatus(503, retryAfter: nil)

  /// The program, which lists the price of BTC-USD on both exchanges every ten seconds.
  private final class Run: PipeRun {
    let clock = HandClock()
    let texts = Observed((output: "", errors: ""))
    let status = Observed<Int32?>(nil)

    init(
      _ exchanges: [any Exchange], _ arguments: [String],
      format: [String] = ["-o", "tsv", "-c", "exchange,last"]
    ) {
      var world = TestWorld()
      world.exchanges = exchanges
      world.clock = clock.pollClock
      world.written = { [texts] text, isError in
        texts.change { isError ? ($0.errors += text) : ($0.output += text) }
      }
      world.environment = ["TICKERS_EXCHANGE": "all"]
      let options = ["-i", "10", "-f", "BTC"] + format
      Task { [status, world] in
        let outcome = await world.run(["list", "--no-header"] + options + arguments)
        status.change { $0 = outcome.status }
      }
    }

    func prints(last line: String) async -> Bool {
      await texts.waits { $0.output.hasSuffix(line.replacing(" ", with: "\t")) }
    }
  }

  @Test func `rows of one that fails are missing, and it is asked at a later beat`() async {
    let run = Run([one, two], ["--count", "3"])
    #expect(await run.prints("one 100\ntwo 100\n"))
    two.reply = .fail(Self.fault)
    await run.clock.passes(to: 10)
    #expect(await run.prints("one 100\ntwo 100\none 101\n"))
    let refusal = "tickers: Two: HTTP 503 Service Unavailable; next try in 10 s\n"
    #expect(await run.fails(refusal))
    two.reply = .answer
    await run.clock.passes(to: 20)
    #expect(await run.prints("one 100\ntwo 100\none 101\none 102\ntwo 102\n"))
    #expect(await run.fails(refusal + "tickers: Two: reconnected after 10 s\n"))
    #expect(await run.ends() == 0)
  }

  @Test func `the moment that changes are measured from is told once`() async {
    let three = TestExchange("three", reference: .utcDay)
    let run = Run([one, three], ["--count", "3"], format: [])
    let notice = "tickers: * since 00:00 UTC\n"
    #expect(await run.fails(notice))
    three.reply = .fail(Self.fault)
    await run.clock.passes(to: 10)
    let refusal = "tickers: Three: HTTP 503 Service Unavailable; next try in 10 s\n"
    #expect(await run.fails(notice + refusal))
    three.reply = .answer
    await run.clock.passes(to: 20)
    #expect(await run.ends() == 0)
    #expect(run.errors == notice + refusal + "tickers: Three: reconnected after 10 s\n")
  }

  @Test func `one that is late is told, and comes with the next beat`() async {
    let run = Run([one, two], [])
    #expect(await run.prints("one 100\ntwo 100\n"))
    two.reply = .stall
    await run.clock.passes(to: 10)
    #expect(await two.isAsked(2))
    await run.clock.passes(to: 20)
    #expect(await run.prints("one 100\ntwo 100\none 101\n"))
    #expect(await run.fails("tickers: Two: no data yet\n"))
    two.reply = .answer
    two.release(1)
    #expect(await run.prints(last: "two 101\n"))
  }

  @Test func `one that is late again is told again`() async {
    let run = Run([one, two], [])
    #expect(await run.prints("one 100\ntwo 100\n"))
    two.reply = .stall
    await run.clock.passes(to: 10)
    await run.clock.passes(to: 20)
    #expect(await run.prints(last: "one 101\n"))
    let late = "tickers: Two: no data yet\n"
    #expect(await run.fails(late))
    two.release(1)
    #expect(await run.prints(last: "two 101\n"))
    for seconds in [30, 40, 50] { await run.clock.passes(to: seconds) }
    #expect(await run.fails(late + late))
  }

  @Test func `a recovery counts from the first failure, and repeats no notice`() async {
    let noted = TestExchange("two", warnings: [.note("few trades")])
    let run = Run([one, noted], [])
    #expect(await run.prints("one 100\ntwo 100\n"))
    noted.reply = .fail(Self.fault)
    for (seconds, price) in [(10, 101), (20, 102)] {
      await run.clock.passes(to: seconds)
      #expect(await run.prints(last: "one \(price)\n"))
    }
    noted.reply = .answer
    await run.clock.passes(to: 30)
    #expect(await run.prints(last: "two 103\n"))
    let errors = run.errors
    #expect(errors.hasSuffix("after 20 s\n"))
    #expect(errors.components(separatedBy: "few trades").count == 2)
  }

  @Test func `the status is that of the last beat`() async {
    two.reply = .fail(.rateLimited(retryAfter: 600))
    let run = Run([one, two], ["--count", "2"])
    #expect(await run.prints("one 100\n"))
    await run.clock.passes(to: 10)
    #expect(await run.prints("one 100\none 101\n"))
    // In back-off it has not answered at the last beat, either.
    #expect(await run.ends() == 75)
    #expect(two.questions.count == 1)
    #expect(run.errors == "tickers: Two: rate limited; next try in 10 min\n")
  }

  @Test func `the condition is that of the rows that came`() async {
    two.reply = .fail(Self.fault)
    let run = Run([one, two], ["--until", "last > 100"])
    #expect(await run.prints("one 100\n"))
    await run.clock.passes(to: 10)
    #expect(await run.ends() == 0)
    #expect(await run.prints("one 100\none 101\n"))
  }

  @Test func `the end of a recording is told once`() async {
    let run = Run([one, two], ["--until", "last > 1000"])
    #expect(await run.prints("one 100\ntwo 100\n"))
    let end = MarketError.ended("recording ends after 1 poll")
    (one.reply, two.reply) = (.fail(end), .fail(end))
    await run.clock.passes(to: 10)
    #expect(await run.ends() == 1)
    #expect(await run.prints("one 100\ntwo 100\n"))
    #expect(run.errors == "tickers: recording ends after 1 poll\n")
  }

  @Test func `a missing recording ends that of its exchange only`() async {
    two.reply = .fail(.missing("nothing is recorded"))
    let run = Run([one, two], ["--count", "2"])
    #expect(await run.prints("one 100\n"))
    await run.clock.passes(to: 10)
    #expect(await run.prints("one 100\none 101\n"))
    #expect(await run.ends() == 66)
    #expect(two.questions.count == 1)
  }

  @Test func `only changes of each exchange are printed`() async {
    let run = Run([one, two], ["--changes"])
    #expect(await run.prints("one 100\ntwo 100\n"))
    two.reply = .stall
    await run.clock.passes(to: 10)
    await run.clock.passes(to: 20)
    #expect(await run.prints("one 100\ntwo 100\none 101\n"))
  }

  @Test func `recordings of different length begin again together, at the shortest`() async throws {
    let recording = try Recording.ofDifferentLength()
    let run = Run(
      Exchanges.all, ["-e", "blockchain,bitstamp,kraken", "--replay", recording.path])
    var output = "blockchain 1\nbitstamp 1\n"
    #expect(await run.prints(output))
    for (seconds, last) in [(10, 2), (20, 1), (30, 2), (40, 1)] {
      await run.clock.passes(to: seconds)
      output += "blockchain \(last)\nbitstamp \(last)\n"
      #expect(await run.prints(output))
    }
    let again = "end of recording; restarting from the beginning"
    #expect(
      await run.fails(
        """
        tickers: Kraken: no recording of kraken in \(recording.path)
        tickers: \(again)

        """))
  }

  @Test(arguments: [("--count 5", 66), ("--until last>9", 1)])
  func `an exchange that has not answered in a recorded poll is missing from it`(
    options: String, status: Int32
  ) async throws {
    let recording = try RecordingOptionsTests.folder()
    let run = Run(
      Exchanges.all,
      ["-e", "blockchain,bitstamp", "--replay", recording.path]
        + options.split(separator: " ").map(String.init))
    var output = "blockchain 1\nbitstamp 1\n"
    #expect(await run.prints(output))
    for (seconds, rows) in [(10, "blockchain 2\n"), (20, "blockchain 3\nbitstamp 2\n")] {
      await run.clock.passes(to: seconds)
      output += rows
      #expect(await run.prints(output))
    }
    await run.clock.passes(to: 30)
    #expect(await run.ends() == status)
    #expect(await run.prints(output))
    #expect(
      run.errors == "tickers: Bitstamp: no data yet\ntickers: recording ends after 3 polls\n")
  }

  @Test func `Influx lines of each recorded poll have the arrival times of their rows`() async {
    let run = Run(
      Exchanges.all,
      [
        "-e", "blockchain,kraken", "-f", "BTC-USD", "--replay", Repository.fixtures.path,
        "--count", "2",
      ], format: ["-o", "influx"])
    await run.clock.passes(to: 10)
    #expect(await run.ends() == 0)
    #expect(run.errors == "tickers: Kraken: changes are since 00:00 UTC, not over the last 24 h\n")
    let ends = run.texts.value.output.split(separator: "\n").map { line in
      let parts = line.split { $0 == "," || $0 == " " }
      return "\(parts[1]) \(parts.last!)"
    }
    #expect(
      ends == [
        "exchange=blockchain 1795183200166000000", "exchange=kraken 1795183200126000000",
        "exchange=blockchain 1795183210141000000", "exchange=kraken 1795183210147000000",
      ])
  }
}

/// Recorded polls.
enum Recording {
  /// Three polls of Blockchain.com, and two of Bitstamp; the price of BTC-USD is the number of each.
  static func ofDifferentLength() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    func write(_ text: String, _ count: Int, to path: String) throws {
      for number in 1...count {
        try folder.write(text.replacing("N", with: "\(number)"), to: "\(path)/\(number).json")
      }
    }
    try write(#"[{"symbol":"BTC-USD","last_trade_price":N}]"#, 3, to: "blockchain/tickers")
    try write(##"[{"pair":"BTC/USD","last":"N"}]"##, 2, to: "bitstamp/ticker")
    return folder
  }
}
