import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import tickers

/// Runs with `--alert-state`, one after the other, as from cron.
@Suite(.timeLimit(.minutes(20)))
struct AlertStateTests {
  private static let expression = "high: last > 5"

  /// Runs `price BTC-USD --once` for each price, at a second; returns the numbers of firings.
  private static func firings(
    _ prices: [(second: Int, last: Int)], of alerts: [String] = [expression],
    in folder: TemporaryFolder
  ) async throws -> [Int] {
    var firings: [Int] = []
    for (second, last) in prices {
      let outcome = try await run(last, at: second, alerts, in: folder)
      #expect(outcome.status == 0)
      firings.append(outcome.errors.components(separatedBy: ": BTC-USD ").count - 1)
    }
    return firings
  }

  private static func run(
    _ last: Int, at second: Int = 0, _ alerts: [String] = [expression],
    _ options: [String] = ["price", "BTC-USD", "--once"], isFull: Bool = false,
    in folder: TemporaryFolder
  ) async throws -> TestWorld.Outcome {
    let place = "recording-\(UUID().uuidString)"
    try folder.write(
      #"[{"symbol":"BTC-USD","last_trade_price":\#(last)}]"#,
      to: "\(place)/blockchain/tickers/1.json")
    let time = ScreenRun.date.addingTimeInterval(Double(second)).rfc3339
    let meta = #"{"received_at":"\#(time)"}"#
    try folder.write(meta, to: "\(place)/blockchain/tickers/1.meta")
    let state = ["--alert-state", "\(folder.path)/state", "--replay", "\(folder.path)/\(place)"]
    var world = TestWorld()
    if isFull { world.failure = { _ in .failed("No space left on device") } }
    return await world.run(options + state + alerts.flatMap { ["--alert", $0] })
  }

  @Test func `an alert fires once over all runs, and again after its condition was false`()
    async throws
  {
    let folder = try TemporaryFolder()
    let prices = [(0, 6), (1, 7), (2, 1), (3, 8), (4, 9)]
    #expect(try await Self.firings(prices, in: folder) == [1, 0, 0, 1, 0])
    // A changed expression starts armed, and other alerts keep their states.
    #expect(try await Self.firings([(5, 9)], of: ["high: last > 4"], in: folder) == [1])
    #expect(try await Self.firings([(6, 9)], of: ["low: last < 5"], in: folder) == [0])
    #expect(try await Self.firings([(7, 9)], of: ["high: last > 4"], in: folder) == [0])
  }

  @Test func `every counts over all runs`() async throws {
    let alerts = ["high: last > 5 every 1m"]
    let prices = [(0, 6), (10, 1), (20, 6), (59, 6), (60, 6), (61, 6)]
    let found = try await Self.firings(prices, of: alerts, in: TemporaryFolder())
    #expect(found == [1, 0, 0, 0, 1, 0])
  }

  @Test func `a firing after a failed write is left to the next run`() async throws {
    let folder = try TemporaryFolder()
    let full = try await Self.run(6, isFull: true, in: folder)
    #expect(full.status == 74)
    #expect(try folder.data(of: "state").isEmpty)
    #expect(try await Self.firings([(1, 6), (2, 6)], in: folder) == [1, 0])
  }

  @Test(arguments: [
    "x", "{}", #"{"alerts":[],"version":2}"#, #"{"alerts":[{}],"version":1}"#, "[]",
  ])
  func `a file that cannot be read is an error, and stays as it is`(content: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(content, to: "state")
    let outcome = try await Self.run(6, in: folder)
    #expect((outcome.output, outcome.status) == ("", 65))
    #expect(outcome.errors.hasPrefix("tickers: --alert-state: cannot read \(folder.path)/state: "))
    #expect(try folder.data(of: "state") == Data(content.utf8))
  }

  @Test func `only one run at a time has the file`() async throws {
    let folder = try TemporaryFolder()
    _ = try await Self.run(6, in: folder)
    let old = try folder.data(of: "state")
    let descriptor = open("\(folder.path)/state", O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let second = try await Self.run(1, in: folder)
    #expect((second.output, second.status) == ("", 73))
    #expect(second.errors.contains("/state: in use by another run\n"))
    close(descriptor)
    #expect(try folder.data(of: "state") == old)
    #expect(try await Self.run(1, in: folder).status == 0)
    #expect(folder.files.filter { $0.hasPrefix("state") } == ["state"])
  }

  @Test(arguments: ["none/state", "/dev/full", "."])
  func `a file that cannot be made is an error`(place: String) async throws {
    let folder = try TemporaryFolder()
    let path = place.hasPrefix("/") ? place : "\(folder.path)/\(place)"
    let outcome = await TestWorld().run(
      ["price", "BTC-USD", "--once", "--alert", Self.expression, "--alert-state", path])
    #expect((outcome.output, outcome.status) == ("", 73))
    #expect(outcome.errors.contains("--alert-state: cannot create \(path): "))
  }

  @Test func `it requires an alert, and is nothing for a rehearsal`() async throws {
    let folder = try TemporaryFolder()
    let rehearsal = try await Self.run(6, [Self.expression], ["alerts"], in: folder)
    #expect((rehearsal.output, rehearsal.status) == ("", 64))
    #expect(try await Self.run(6, [], in: folder).status == 64)
    #expect(!folder.files.contains("state"))
  }
}
