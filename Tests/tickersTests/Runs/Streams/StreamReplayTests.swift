import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Live runs that are recorded, and replayed.
struct StreamReplayTests {
  private static let fixtures = Repository.fixtures.path()
  /// A time near the end of the recorded streams.
  private static let end = ["--start", "2026-11-20T14:00:59Z"]

  /// Replays the recorded minute by the real clock.
  private static func replay(_ arguments: [String]) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.clock = .real
    return await world.run(arguments + ["--live", "--replay", fixtures])
  }

  @Test(arguments: [
    ("kraken", "checksum"), ("bitfinex", "checksum"), ("okx", "sequence"), ("coinbase", "sequence"),
    ("binance", "sequence"), ("blockchain", "sequence"), ("bitstamp", "none"),
  ])
  func `the recorded book of each exchange is live, with its proof`(
    exchange: String, proof: String
  ) async {
    let symbol = exchange == "binance" ? "BTC-USDT" : "BTC-USD"
    let outcome = await Self.replay(
      ["book", symbol, "-e", exchange, "-d", "1", "-o", "ndjson", "--count", "2"] + Self.end)
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.hasSuffix(#","live":true,"proof":"\#(proof)"}"#) })
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: ["kraken", "okx", "coinbase", "binance", "bitstamp"])
  func `the recorded prices of each exchange are live`(exchange: String) async {
    let symbol = exchange == "binance" ? "BTC-USDT" : "BTC-USD"
    let outcome = await Self.replay(
      ["price", symbol, "-e", exchange, "-o", "ndjson", "--count", "1"] + Self.end)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix(#","live":true,"proof":"none"}"# + "\n"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `outputs beyond the end of the recording are an error`() async {
    let outcome = await Self.replay(
      ["price", "BTC-USD", "-e", "kraken", "--count", "9"] + Self.end)
    #expect(outcome.status == 66)
    #expect(outcome.errors.hasPrefix("tickers: recording ends after "))
  }

  @Test(arguments: [([], 0), (["--until", "last < 0"], 1)] as [([String], Int32)])
  func `a replay ends at the end of the recording`(options: [String], status: Int32) async {
    let outcome = await Self.replay(["price", "BTC-USD", "-e", "kraken"] + options + Self.end)
    #expect(outcome.status == status)
    #expect(outcome.output.hasPrefix("BTC-USD\t"))
  }

  @Test func `a rehearsal tests each update, as fast as possible`() async {
    let start = ContinuousClock.now
    let outcome = await Self.replay(
      ["alerts", "BTC-USD", "-e", "kraken", "--alert", "any: last > 0", "-o", "tsv"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("any: 1 firing"))
    // The recorded minute.
    #expect(ContinuousClock.now - start < .seconds(50))
  }

  @Test func `a live run is recorded with its streams`() async throws {
    let folder = try TemporaryFolder()
    let directory = folder.url.appending(path: "new").path()
    let run = StreamRun(
      "price", "BTC-USD", "-e", "kraken", "--count", "2", "--record", directory)
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    await run.passes(toMilliseconds: 50)
    #expect(await run.writes("BTC-USD\t101\n"))
    stream.pushKraken(last: 102)
    await run.passes(toMilliseconds: 1_050)
    #expect(await run.ends() == 0)
    let text = String(
      decoding: try folder.data(of: "new/kraken/stream/1.jsonl"), as: UTF8.self)
    let kinds = text.split(separator: "\n").compactMap {
      $0.split(separator: "\"").dropFirst(4).first
    }
    #expect(kinds.prefix(4) == ["open", "sent", "received", "received"])
  }
}
