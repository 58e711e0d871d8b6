import Arguments
import Foundation
import Terminal
import TestTools
import Testing

@testable import tickers

/// The messages of `tickers mcp` that send no requests to an exchange.
struct MCPProtocolTests {
  private static let ping = MCP.request(7, "ping")
  private static let pong = #"{"jsonrpc":"2.0","id":7,"result":{}}"# + "\n"

  /// The output for some lines, each byte by byte as it is sent.
  private func output(_ lines: [String], _ arguments: [String] = []) async throws -> String {
    let (_, outcome) = try await TestWorld().mcp(lines, arguments)
    #expect((outcome.errors, outcome.status) == ("", 0))
    return outcome.output
  }

  private func error(_ code: Int, _ message: String, id: String = "null") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"\#(message)"}}"# + "\n"
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
    ("2024-11-05", "2024-11-05"), ("2024-10-07", "2025-11-25"),
    ("2999-01-01", "2025-11-25"), ("", "2025-11-25"),
  ])
  func `the version is the requested one, else the newest`(
    asked: String, version: String
  ) async throws {
    let message = MCP.request(
      1, "initialize",
      #"{"protocolVersion":"\#(asked)","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#)
    let (answers, _) = try await TestWorld().mcp([message])
    let result = try #require(answers.first?["result"])
    #expect(answers.count == 1)
    #expect(result["protocolVersion"] == .string(version))
    #expect(result["capabilities"] == .object(["tools": .object([:])]))
    #expect(
      result["serverInfo"]
        == .object(["name": .string("tickers"), "version": .string(Tickers.program.version)]))
    #expect(result["instructions"]?.text?.contains("numbers are strings") == true)
    #expect(
      Set(result.members?.keys ?? [:].keys) == [
        "protocolVersion", "capabilities", "serverInfo", "instructions",
      ])
  }

  @Test func `each tool has the arguments of its command`() async throws {
    let (answers, _) = try await TestWorld().mcp([MCP.request(1, "tools/list")])
    let tools = try #require(answers.first?["result"]?["tools"]).elements
    let row = ["columns", "exchange", "filter", "in", "limit", "sort", "where"]
    let arguments = [
      "list": ["symbols"] + row, "coins": ["coins"] + row,
      "price": ["at", "columns", "exchange", "in", "symbols"],
      "convert": ["amount", "at", "columns", "exchange", "from", "to"],
      "book": [
        "buy", "columns", "compare", "depth", "exchange", "fee", "group", "in", "orders", "sell",
        "symbol",
      ],
      "history": [
        "columns", "exchange", "fill", "from", "in", "limit", "period", "sort", "symbols", "to",
        "where", "with",
      ],
      "exchanges": ["columns"],
    ]
    let required = [
      "price": ["symbols"], "book": ["symbol"], "history": ["symbols"],
      "convert": ["amount", "from", "to"],
    ]
    #expect(
      tools.map { $0["name"]?.text } == [
        "list", "coins", "price", "convert", "book", "history", "exchanges",
      ])
    for tool in tools {
      let name = try #require(tool["name"]?.text)
      let schema = try #require(tool["inputSchema"])
      #expect(schema["properties"]?.members?.keys.sorted() == arguments[name]?.sorted(), "\(name)")
      #expect(schema["required"]?.elements.map(\.text) == (required[name] ?? []))
      #expect(schema["additionalProperties"] == .flag(false))
      #expect(tool["description"]?.text?.isEmpty == false)
      #expect(tool["annotations"]?["readOnlyHint"] == .flag(true))
      #expect(tool["annotations"]?["openWorldHint"] == .flag(name != "exchanges"))
    }
  }

  @Test(arguments: [
    ("7", "7"), ("-1", "-1"), ("0", "0"), ("1.5", "1.5"), (#""""#, #""""#), (#""a""#, #""a""#),
    (#""\u00e9\ud83d\ude00\n\"\\""#, #""é😀\u000a\"\\""#),
    ("9007199254740993", "9007199254740993"), (#""7""#, #""7""#),
  ])
  func `the id comes back as it was`(id: String, answered: String) async throws {
    let text = try await output([#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#])
    #expect(text == #"{"jsonrpc":"2.0","id":\#(answered),"result":{}}"# + "\n")
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[7]}"#,
    #"{"jsonrpc":"2.0","method":"ping"}"#, #"{"jsonrpc":"2.0","method":"unknown","params":7}"#,
    #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"exchanges"}}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{}}"#, #"{"jsonrpc":"2.0","id":"a","result":null}"#,
    #"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"a"}}"#,
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a"}}"#,
    "", " ", "\t \r", "\r",
  ])
  func `notifications, responses and blank lines are not answered`(line: String) async throws {
    #expect(try await output([line, Self.ping, line]) == Self.pong)
  }

  @Test(arguments: [
    ("{", -32700, "not valid JSON, or a number out of range", "null"),
    ("ping", -32700, "not valid JSON, or a number out of range", "null"),
    ("\u{FEFF}\u{1}", -32700, "not valid JSON, or a number out of range", "null"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"ping"}{"#, -32700,
      "not valid JSON, or a number out of range", "null"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"ping","x":"\ud800"}"#, -32700,
      "not valid JSON, or a number out of range", "1"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1e300}}"#, -32700,
      "not valid JSON, or a number out of range", "1"
    ),
    (
      #"{"jsonrpc":"2.0","id":1e300,"method":"ping"}"#, -32700,
      "not valid JSON, or a number out of range", "null"
    ),
    ("[]", -32600, "not a JSON object", "null"),
    ("[\(MCP.request(1, "ping"))]", -32600, "not a JSON object", "null"),
    ("7", -32600, "not a JSON object", "null"), ("null", -32600, "not a JSON object", "null"),
    (#""ping""#, -32600, "not a JSON object", "null"),
    ("{}", -32600, #"expected jsonrpc \"2.0\""#, "null"),
    (#"{"id":1,"method":"ping"}"#, -32600, #"expected jsonrpc \"2.0\""#, "1"),
    (#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600, #"expected jsonrpc \"2.0\""#, #""a""#),
    (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600, #"expected jsonrpc \"2.0\""#, "1"),
    (#"{"jsonrpc":2.0,"id":[],"method":"ping"}"#, -32600, #"expected jsonrpc \"2.0\""#, "null"),
    (#"{"jsonrpc":"2.0"}"#, -32600, "method: expected a string", "null"),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600, "method: expected a string", "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, "method: expected a string", "1"),
    (#"{"jsonrpc":"2.0","method":null}"#, -32600, "method: expected a string", "null"),
  ])
  func `an invalid message is an error`(
    line: String, code: Int, message: String, id: String
  ) async throws {
    #expect(
      try await output([line, Self.ping]) == error(code, message, id: id) + Self.pong)
  }

  @Test(arguments: ["null", "{}", "[1]", "true", "1234567890123456789012345678901234567"])
  func `an id is a string or a number`(id: String) async throws {
    #expect(
      try await output([#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#, Self.ping])
        == error(-32600, "id: expected a string or a number of up to 36 digits") + Self.pong)
  }

  @Test(arguments: [
    ("unknown", "{}", -32601, "unknown method unknown"), ("", "{}", -32601, "unknown method "),
    ("Ping", "{}", -32601, "unknown method Ping"),
    ("resources/list", "{}", -32601, "unknown method resources/list"),
    ("ping", "[]", -32602, "params: expected an object"),
    ("tools/list", "7", -32602, "params: expected an object"),
    ("tools/list", #"{"cursor":"a"}"#, -32602, "unknown cursor"),
    ("initialize", "{}", -32602, "protocolVersion: expected a string"),
    ("initialize", #"{"protocolVersion":1}"#, -32602, "protocolVersion: expected a string"),
    ("tools/call", "{}", -32602, "name: expected a string"),
    ("tools/call", #"{"name":["list"]}"#, -32602, "name: expected a string"),
    ("tools/call", #"{"name":"List"}"#, -32602, "unknown tool List"),
    ("tools/call", #"{"name":"holdings"}"#, -32602, "unknown tool holdings"),
    ("tools/call", #"{"name":"mcp"}"#, -32602, "unknown tool mcp"),
    ("tools/call", #"{"name":"list","arguments":[]}"#, -32602, "arguments: expected an object"),
    ("tools/call", #"{"name":"list","arguments":"a"}"#, -32602, "arguments: expected an object"),
  ])
  func `an invalid request is an error`(
    method: String, parameters: String, code: Int, message: String
  ) async throws {
    let text = try await output([MCP.request(3, method, parameters), Self.ping])
    #expect(text == error(code, message, id: "3") + Self.pong)
  }

  @Test func `parameters can be missing`() async throws {
    let methods = ["initialize", "tools/list", "tools/call", "ping"]
    for parameters in ["", #","params":null"#, #","params":{"cursor":null}"#] {
      let (answers, _) = try await TestWorld().mcp(
        methods.enumerated().map {
          #"{"jsonrpc":"2.0","id":\#($0),"method":"\#($1)"\#(parameters)}"#
        })
      #expect(answers.map { $0["error"]?["code"]?.text } == ["-32602", nil, "-32602", nil])
    }
    let call = MCP.request(1, "tools/call", #"{"name":"exchanges","arguments":null}"#)
    let answers = try await TestWorld().mcp([call]).answers
    #expect(try MCPResult(try #require(answers.first)).status == "0")
  }

  @Test func `without input there is no output`() async throws {
    #expect(try await output([]) == "")
  }

  @Test func `bytes that are not UTF-8 are an error, and CRLF ends a line`() async throws {
    let run = MCPRun()
    run.send([[0xFF, 0xFE], Array((Self.ping + "\r").utf8)])
    #expect(
      try await run.end().output == error(-32700, "not valid JSON, or a number out of range")
        + Self.pong)
  }

  @Test func `deep values are an error, brackets in texts are not`() async throws {
    let deep = String(repeating: "[", count: 100_000)
    let message = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"#
    #expect(
      try await output([message + deep, Self.ping])
        == error(-32700, "nested too deeply") + Self.pong)
    let text = #""\"\#(deep)\\"}}"#
    #expect(try await output([message + text]) == #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n")
  }

  @Test(arguments: [(.failed("no space left"), 74), (.closed, 0)] as [(WriteFailure, Int32)])
  func `it ends at a failed write`(failure: WriteFailure, status: Int32) async throws {
    var world = TestWorld()
    world.failure = { $0 == 2 ? failure : nil }
    let run = MCPRun(in: world)
    run.send(MCP.request(1, "ping"))
    _ = try await run.answer(to: 1)
    run.send(MCP.request(2, "ping"), MCP.request(3, "ping"))
    // The input goes on.
    let outcome = try await run.ended()
    #expect(outcome.status == status)
    #expect(
      outcome.errors == (status == 0 ? "" : "tickers: cannot write the output: no space left\n"))
    #expect(!outcome.output.contains(#""id":3"#))
  }

  @Test(.fewAtATime, arguments: [(900_000, pong), (1_000_000, nil)])
  func `a line of stdin above the limit is an error`(length: Int, output: String?) async throws {
    let script = """
      { printf %s '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"'
      head -c \(length) /dev/zero | tr '\\0' a; echo '"}}'; echo '\(Self.ping)'; } | "$0" "$@"
      """
    let program = try Program(["mcp"], startedBy: ["/bin/sh", "-c", script])
    #expect(await program.status() == 0)
    #expect(
      program.output.text == (output ?? error(-32600, "longer than 1000000 bytes")) + Self.pong)
    #expect(program.errors.text == "")
  }
}
