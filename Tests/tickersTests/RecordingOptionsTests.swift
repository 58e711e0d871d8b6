import Foundation
import TestTools
import Testing

/// Making recordings, and replaying them from their beginning or from a time.
struct RecordingOptionsTests {
  /// Polls of two exchanges; the second one answered only every other time.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    func write(_ path: String, _ body: String, _ second: Int) throws {
      try folder.write(body, to: path + ".json")
      try folder.write(
        #"{"received_at":"2026-11-20T14:00:\#(second).000Z"}"#, to: path + ".meta")
    }
    for number in 1...4 {
      try write(
        "blockchain/tickers/\(number)", #"[{"symbol":"BTC-USD","last_trade_price":\#(number)}]"#,
        number * 10)
    }
    for number in 1...2 {
      try write(
        "bitstamp/ticker/\(number)", #"[{"pair":"BTC/USD","last":"\#(number)"}]"#, number * 20 - 9)
    }
    try folder.write("2026-11-20T14:00:05.000Z\n", to: "started")
    return folder
  }

  @Test(arguments: [
    ("2026-11-20T14:00:25Z", "2 3 4"), ("2026-11-20", "1 2 3"), ("2026-11-21", "4"),
  ])
  func `a replay from a time begins with what had arrived by then`(
    start: String, prices: String
  ) async throws {
    let folder = try Self.folder()
    let outcome = await TestWorld().run([
      "price", "BTC-USD", "--replay", folder.path, "--start", start, "--count", "3", "-i", "1",
    ])
    #expect(outcome.output == prices.replacing(" ", with: "\n") + "\n")
  }

  @Test func `a time needs a replay, and continuing needs a recording`() async {
    for (option, reason) in [
      ("--start=today", "--start requires --replay"), ("--append", "--append requires --record"),
    ] {
      let outcome = await TestWorld().run(["list", option])
      #expect(outcome.errors == "tickers: \(reason)\n")
      #expect(outcome.status == 64)
    }
  }

  @Test func `a recording is continued behind what it has`() async throws {
    let (source, folder) = (try Self.folder(), try TemporaryFolder())
    func record(_ options: String...) async -> TestWorld.Outcome {
      await TestWorld().run(
        ["price", "BTC-USD", "--count", "2", "-i", "1", "--replay", source.path, "--record"]
          + [folder.path] + options)
    }
    #expect(await record("--append").status == 0)
    let started = try folder.data(of: "started")
    #expect(await record().status == 73)
    #expect(await record("--append", "--start", "2026-11-20T14:00:31Z").output == "3\n4\n")
    #expect(try folder.data(of: "started") == started)
    let replay = await TestWorld().run([
      "price", "BTC-USD", "--count", "4", "-i", "1", "--replay", folder.path,
    ])
    #expect(replay.output == "1\n2\n3\n4\n")
  }

  @Test func `what is no recording is not continued`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "notes.txt")
    let outcome = await TestWorld().run([
      "price", "BTC-USD", "--replay", Repository.fixtures.path, "--record", folder.path, "--append",
    ])
    #expect(outcome.errors == "tickers: --record: not a recording: \(folder.path)/\n")
    #expect((outcome.output, outcome.status) == ("", 73))
    #expect(folder.files == ["notes.txt"])
  }

  @Test func `keys go through the recorded polls`() async throws {
    let folder = try Self.folder()
    let screen = ScreenRun([
      "list", "-e", "blockchain,bitstamp", "--replay", folder.path, "--interval", "3600",
    ])
    #expect(await screen.shows("14:00:10"))
    for (keys, time) in [
      ("\u{1B}[C", "14:00:20"), ("\u{1B}[C", "14:00:30"), ("\u{1B}[D", "14:00:20"),
      ("\u{1B}[F", "14:00:30"), ("\u{1B}[H", "14:00:10"), ("\u{1B}[D", "14:00:10"),
    ] {
      screen.type(keys)
      #expect(await screen.shows(time), "\(screen.lines)")
    }
    #expect(await screen.shows("paused"))
    #expect(await screen.quit() == 0)
  }

  @Test func `keys of a replay are offered only there`() async {
    let live = ScreenRun(["list"], exchange: TestExchange())
    #expect(await live.shows("Space pause"))
    #expect(!live.lines.joined().contains("← →"))
    #expect(await live.quit() == 0)
    let replay = ScreenRun.replay("list", columns: 120)
    #expect(await replay.shows("← → step"))
    #expect(await replay.quit() == 0)
  }
}
