import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Live runs that are recorded.
struct StreamRecordingRunTests {
  @Test func `a live run is recorded with its streams`() async throws {
    let folder = try TemporaryFolder()
    let directory = folder.url.appending(path: "new").path()
    let run = StreamRun(
      "price", "BTC-USD", "-e", "kraken", "--count", "1", "--record", directory)
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    await run.passes(toMilliseconds: 50)
    #expect(await run.writes("101\n"))
    #expect(await run.ends() == 0)
    let text = String(
      decoding: try folder.data(of: "new/kraken/stream/1.jsonl"), as: UTF8.self)
    let kinds = text.split(separator: "\n").map { $0.split(separator: "\"")[5] }
    #expect(kinds.prefix(3) == ["open", "sent", "received"])
  }

  /// A recording of Kraken's streams whose connections are lost at a second of the minute 14:00, and cannot be opened
  /// again at others.
  static func recording(
    losing loss: Double, refusing refusals: Double...
  ) throws -> TemporaryFolder {
    func line(_ second: Double, _ reason: String) -> String {
      let time = String(format: "2026-11-20T14:00:%06.3fZ", second)
      return #"{"time":"\#(time)","close":"\#(reason)"}"# + "\n"
    }
    let folder = try TemporaryFolder()
    let kraken = folder.url.appending(path: "kraken")
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "kraken"), to: kraken)
    let end = line(loss, "lost")
    for number in 1...2 {
      let lines = try String(
        decoding: folder.data(of: "kraken/stream/\(number).jsonl"), as: UTF8.self
      ).split(separator: "\n").filter { $0.prefix(33) < end.prefix(33) }
      try folder.write(
        lines.joined(separator: "\n") + "\n" + end, to: "kraken/stream/\(number).jsonl")
    }
    for (index, second) in refusals.enumerated() {
      try folder.write(line(second, "refused"), to: "kraken/stream/\(index + 3).jsonl")
    }
    return folder
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ["price", "BTC-USD", "--until", "last < 0"], ["book", "BTC-USD", "--until", "mid < 0"],
    ],
    [nil, "9"])
  func `at the end of a recording, the status of --until is 1, also without a connection`(
    arguments: [String], count: String?
  ) async throws {
    let folder = try Self.recording(losing: 1.5)
    var world = TestWorld()
    world.clock = .real
    let outcome = await world.run(
      arguments + (count.map { ["--count", $0] } ?? [])
        + ["-e", "kraken", "--live", "--replay", folder.path, "--start", "2026-11-20T14:00:01Z"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("tickers: recording ends after "))
  }
}
