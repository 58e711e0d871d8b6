import Foundation
import TestTools
import Testing

@testable import tickers

/// The server of `tickers mcp`, to which a test sends messages one after another.
final class MCPRun: Sendable {
  private let input = Observed((lines: [[UInt8]](), hasEnded: false))
  private let output = Observed("")
  private let outcome = Observed<TestWorld.Outcome?>(nil)

  init(_ arguments: [String] = [], in world: TestWorld = TestWorld()) {
    var world = world
    world.written = { [output] text, isError in
      if !isError { output.change { $0 += text } }
    }
    world.change = { [change = world.change, input] world in
      change(&world)
      world.readLine = {
        _ = await input.waits(isRequired: false) { !$0.lines.isEmpty || $0.hasEnded }
        return input.change { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
      }
    }
    Task { [world, outcome] in
      let result = await world.run(["mcp"] + arguments)
      outcome.change { $0 = result }
    }
  }

  func send(_ messages: String...) { send(messages.map { Array($0.utf8) }) }

  func send(_ lines: [[UInt8]]) { input.change { $0.lines += lines } }

  /// Ends the input; returns the output and the exit status of the server, which ends by itself.
  func end() async throws -> TestWorld.Outcome {
    input.change { $0.hasEnded = true }
    return try await ended()
  }

  /// The output and the exit status, after the server has ended.
  func ended() async throws -> TestWorld.Outcome {
    _ = await outcome.waits(for: "the end of the server") { $0 != nil }
    return try #require(outcome.value)
  }

  /// The answer to a request, after waiting for it.
  func answer(to id: Int) async throws -> JSONText {
    let mark = #""id":\#(id),"#
    _ = await output.waits(for: "the answer to \(id)") { $0.contains(mark) }
    let answers = try MCP.answers(output.value).filter { $0["id"] == .number("\(id)") }
    #expect(answers.count == 1)
    return try #require(answers.first)
  }
}

/// Messages of the Model Context Protocol.
enum MCP {
  static func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  static func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
    request(id, "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
  }

  static func cancel(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
  }

  /// The answers of an output, each on a line of its own.
  static func answers(_ output: String) throws -> [JSONText] {
    #expect(output.isEmpty || output.hasSuffix("\n"))
    return try output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSONText(String($0))
    }
  }

  static let fixtures = ["--replay", Repository.fixtures.path]
}

/// The result of a call.
struct MCPResult {
  /// The structured content.
  let content: [String: JSONText]
  let isError: Bool

  init(_ answer: JSONText) throws {
    #expect(answer["jsonrpc"] == .string("2.0"))
    let result = try #require(answer["result"], "\(answer)")
    content = try #require(result["structuredContent"]?.members)
    isError = result["isError"] == .flag(true)
    #expect(isError || result["isError"] == .flag(false))
    let texts = try #require(result["content"]).elements
    #expect(texts.count == 1 && texts.first?["type"] == .string("text"))
    #expect(try JSONText(texts.first?["text"]?.text ?? "") == .object(content))
    #expect(Set(result.members?.keys ?? [:].keys) == ["content", "structuredContent", "isError"])
  }

  var notices: [String] { content["notices"]?.elements.compactMap(\.text) ?? [] }
  var status: String? { content["status"]?.text }

  /// The content without what the server adds to the document of the command.
  var document: [String: JSONText] {
    content.filter { !["age_seconds", "notices", "status"].contains($0.key) }
  }
}

extension TestWorld {
  /// Sends the server these messages, and ends its input.
  func mcp(
    _ messages: [String], _ arguments: [String] = []
  ) async throws -> (answers: [JSONText], outcome: Outcome) {
    let run = MCPRun(arguments, in: self)
    run.send(messages.map { Array($0.utf8) })
    let outcome = try await run.end()
    return (try MCP.answers(outcome.output), outcome)
  }

  /// The result of one call.
  func call(
    _ tool: String, _ arguments: String = "{}", server: [String] = MCP.fixtures
  ) async throws -> MCPResult {
    let (answers, outcome) = try await mcp([MCP.call(1, tool, arguments)], server)
    #expect((answers.count, outcome.status) == (1, 0))
    return try MCPResult(try #require(answers.first))
  }
}
