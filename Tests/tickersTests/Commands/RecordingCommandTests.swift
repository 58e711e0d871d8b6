import Foundation
import Terminal
import TestTools
import Testing

/// The output of `recording` about a directory.
struct RecordingCommandTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (number, time) in [(1, "00.500"), (2, "10.750"), (10, "12.000")] {
      try folder.write("[]", to: "kraken/Ticker/pair=BTC%2FUSD,x=1/\(number).json")
      try folder.write(
        #"{"status":\#(number == 2 ? 503 : 200),"received_at":"2026-11-20T14:00:\#(time)Z"}"#,
        to: "kraken/Ticker/pair=BTC%2FUSD,x=1/\(number).meta")
    }
    try folder.write("12345", to: "bitstamp/ticker/1.json")
    try folder.write("2026-11-20T14:00:00.000Z\n", to: "started")
    return folder
  }

  private static let format = ["-o", "csv"]

  @Test func `there is a row per exchange and request`() async throws {
    let folder = try Self.folder()
    let outcome = await TestWorld().run(["recording", folder.path] + Self.format)
    #expect(
      outcome.output == """
        exchange,request,answers,first,last,longest_gap,bytes,errors
        bitstamp,ticker,1,,,,5,0
        kraken,Ticker?pair=BTC%2FUSD&x=1,3,2026-11-20T14:00:00.500Z,2026-11-20T14:00:12.000Z,10.25,6,1

        """)
    #expect((outcome.errors, outcome.status) == ("", 0))
    let json = await TestWorld().run(["recording", folder.path, "-o", "json", "-c", "request"])
    #expect(
      json.output
        == #"{"requests":[{"request":"ticker"},{"request":"Ticker?pair=BTC%2FUSD&x=1"}]}"# + "\n")
  }

  @Test func `a narrow terminal keeps requests and their number`() async throws {
    let folder = try Self.folder()
    var world = TestWorld()
    world.terminal = TerminalSize(columns: 70, rows: 24)
    let outcome = await world.run(["recording", folder.path, "--color", "never"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].split(separator: " ") == ["EXCHANGE", "REQUEST", "ANSWERS", "ERRORS"])
    #expect(lines.allSatisfy { $0.count <= 70 })
  }

  @Test func `names that were cut are joined`() async throws {
    let folder = try TemporaryFolder()
    let name = "symbols=" + String(repeating: "A", count: 250)
    try folder.write("[]", to: "binance/ticker/\(name.prefix(200))/\(name.dropFirst(200))/1.json")
    let outcome = await TestWorld().run(
      ["recording", folder.path, "--no-header", "-c", "request"] + Self.format)
    #expect(outcome.output == "ticker?\(name)\n")
  }

  @Test func `a response that cannot be read is an error beside the rows`() async throws {
    let folder = try Self.folder()
    try folder.write("no JSON", to: "bitstamp/ticker/1.meta")
    let outcome = await TestWorld().run(["recording", folder.path] + Self.format)
    #expect(outcome.output.split(separator: "\n").count == 3)
    #expect(
      outcome.errors
        == "tickers: invalid response: invalid metadata: \(folder.path)/bitstamp/ticker/1.meta\n")
    #expect(outcome.status == 65)
  }

  @Test func `a directory without a recording is missing`() async throws {
    let folder = try TemporaryFolder()
    let none = await TestWorld().run(["recording", folder.path + "/none"])
    #expect(none.errors == "tickers: recording not found: \(folder.path)/none\n")
    #expect((none.output, none.status) == ("", 66))
    let empty = await TestWorld().run(["recording", folder.path])
    #expect(empty.errors == "tickers: no recording in \(folder.path)\n")
    #expect((empty.output, empty.status) == ("", 66))
    let below = await TestWorld().run(["recording", try Self.folder().path + "/kraken"])
    #expect((below.output, below.status) == ("", 66))
  }
}
