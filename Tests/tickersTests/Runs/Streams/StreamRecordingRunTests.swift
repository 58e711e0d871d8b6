import Foundation
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
}
