import Foundation
import TestTools
import Testing

/// The options that make and replay recordings.
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
    ("2026-11-20T14:00:25Z", "2 3 4"), ("2026-11-20", "1 2"), ("2026-11-21", "4"),
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

  @Test func `with several exchanges, no order of requests changes the first poll`() async throws {
    let folder = try TemporaryFolder()
    for second in 0...3 {
      try folder.write(
        #"[{"symbol":"BTC-USD","last_trade_price":\#(second)}]"#,
        to: "blockchain/tickers/\(second + 1).json")
      try folder.write(
        #"{"received_at":"2026-11-20T14:00:0\#(second).000Z"}"#,
        to: "blockchain/tickers/\(second + 1).meta")
    }
    try folder.write(#"[{"pair":"BTC/USD","last":"9"}]"#, to: "bitstamp/ticker/1.json")
    try folder.write(
      #"{"received_at":"2026-11-20T14:00:02.500Z"}"#, to: "bitstamp/ticker/1.meta")
    for exchanges in ["blockchain,bitstamp", "bitstamp,blockchain"] {
      let replay = ["list", "-e", exchanges, "--replay", folder.path, "-o", "csv", "--no-header"]
      let first = await TestWorld().run(replay + ["-c", "exchange,last", "--once"])
      #expect(first.output == "blockchain,0\n")
      #expect((first.errors, first.status) == ("tickers: Bitstamp: no data yet\n", 69))
      let start = await TestWorld().run(
        replay + ["-c", "last", "--start", "2026-11-20T14:00:02Z", "--once"])
      #expect((start.output, start.status) == ("2\n", 69))
    }
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

  @Test func `a directory without a recording is not continued`() async throws {
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
    #expect(await screen.shows("blockchain  BTC-USD  $1.00"))
    for (keys, price) in [
      ("\u{1B}[C", 2), ("\u{1B}[C", 3), ("\u{1B}[D", 2), ("\u{1B}[F", 3), ("\u{1B}[H", 1),
      ("\u{1B}[D", 1), ("\u{1B}[C\u{1B}[C", 3),
    ] {
      screen.type(keys)
      #expect(await screen.shows("blockchain  BTC-USD  $\(price).00"), "\(screen.lines)")
    }
    #expect(await screen.shows("paused"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a step back leaves no later prices in the trend`() async throws {
    let folder = try Self.folder()
    let screen = ScreenRun([
      "list", "-e", "blockchain", "--replay", folder.path, "--interval", "3600",
    ])
    #expect(await screen.shows("BTC-USD  $1.00"))
    for (keys, price) in [("\u{1B}[C", 2), ("\u{1B}[C", 3)] {
      #expect(await screen.type(keys, shows: "BTC-USD  $\(price).00"))
    }
    #expect(await screen.shows("▁▅█"))
    #expect(await screen.type("\u{1B}[D", shows: "BTC-USD  $2.00"))
    #expect(await screen.hides("█"))
    #expect(await screen.type("\u{1B}[C", shows: "BTC-USD  $3.00"))
    #expect(await screen.shows("▁█"))
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
