import Foundation
import StubExchange
import TestTools
import Testing

@testable import tickers

/// Recordings that `tickers mcp` makes and replays.
@Suite(.fewAtATime)
struct MCPRecordingTests {
  private func prices(_ answers: [JSONText]) throws -> [String?] {
    try answers.map { answer in
      let result = try MCPResult(answer)
      #expect(result.status == "0")
      return result.content["tickers"]?.elements.first?["last"]?.text
    }
  }

  private func price(_ id: Int) -> String { MCP.call(id, "price", #"{"symbols":"BTC-USD"}"#) }

  @Test func `each call is answered as at the beginning of the recording, or at the start`()
    async throws
  {
    let folder = try RecordingOptionsTests.folder()
    let calls = [price(1), MCP.call(2, "list"), price(3), price(4)]
    let arguments = ["--replay", folder.path]
    #expect(
      try prices(try await TestWorld().mcp(calls, arguments).answers) == ["1", "1", "1", "1"])
    let start = arguments + ["--start", "2026-11-20T14:00:35Z"]
    #expect(try prices(try await TestWorld().mcp(calls, start).answers) == ["3", "3", "3", "3"])
    withExtendedLifetime(folder) {}
  }

  @Test func `responses of all calls are recorded, and replayed`() async throws {
    let exchange = try StubExchange { request in
      .json(#"[{"symbol":"BTC-USD","last_trade_price":\#(request.number + 1)}]"#)
    }
    let folder = try TemporaryFolder()
    let server = MCPRun(["--url", exchange.url.absoluteString, "--record", folder.path])
    for id in 1...3 {
      server.send(MCP.call(id, "list"))
      #expect(try prices([try await server.answer(to: id)]) == ["\(id)"])
    }
    server.send((4...8).map { Array(MCP.call($0, "list").utf8) })
    #expect(try await server.end().status == 0)
    let bodies = try (1...8).map { number in
      String(decoding: try folder.answer("tickers/\(number).json"), as: UTF8.self)
    }
    #expect(folder.answers.filter { $0.hasSuffix(".json") }.count == 8)
    #expect(Set(bodies).count == 8)
    #expect(folder.files.contains("started"))
    let again = try await TestWorld().mcp(
      [MCP.call(1, "list"), MCP.call(2, "list")], ["--replay", folder.path])
    #expect(try prices(again.answers) == ["1", "1"])
    let polls = await TestWorld().run([
      "list", "--count", "3", "-i", "1", "-o", "tsv", "-c", "last", "--no-header", "--replay",
      folder.path,
    ])
    #expect(polls.output == "1\n2\n3\n")
  }

  @Test func `a recording that cannot begin ends the server before any message`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "notes.txt")
    let (answers, outcome) = try await TestWorld().mcp(
      [MCP.call(1, "exchanges")], MCP.fixtures + ["--record", folder.path])
    #expect(answers.isEmpty)
    #expect(outcome.errors == "tickers: --record: directory not empty: \(folder.path)/\n")
    #expect(outcome.status == 73)
    #expect(folder.files == ["notes.txt"])
  }

  @Test func `a recording is continued`() async throws {
    let (source, folder) = (try RecordingOptionsTests.folder(), try TemporaryFolder())
    for options in [[], ["--append"]] {
      let (answers, outcome) = try await TestWorld().mcp(
        [price(1)], ["--replay", source.path, "--record", folder.path] + options)
      #expect(try prices(answers) == ["1"])
      #expect(outcome.status == 0)
    }
    #expect(
      folder.answers.filter { $0.hasSuffix(".json") } == [
        "tickers/BTC-USD/1.json", "tickers/BTC-USD/2.json",
      ])
  }
}
