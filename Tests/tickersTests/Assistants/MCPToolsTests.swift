import Foundation
import MarketCore
import Testing

@testable import tickers

/// The results of tools, compared with the output of commands.
struct MCPToolsTests {
  @Test(arguments: MCPCall.all)
  func `a tool has what its command prints, with numbers as strings`(call: MCPCall) async throws {
    let isError = MCPCall.failures.contains { $0.testDescription == call.testDescription }
    try await compare(call, { TestWorld() }, source: MCP.fixtures, isError: isError)
  }

  @Test(arguments: [
    MCPCall(
      "price", #"{"symbols":["A-USD","B-USD"],"at":"2026-11-19"}"#, "A-USD B-USD --at 2026-11-19"),
    MCPCall("price", #"{"symbols":["A"],"at":"3d","in":"EUR"}"#, "A --at 3d --in EUR"),
    MCPCall(
      "price",
      #"{"symbols":["A-USD"],"at":"5d","exchange":"all","columns":["exchange","last","period"]}"#,
      "A-USD --at 5d -e all -c exchange,last,period"),
    MCPCall(
      "history", #"{"symbols":["A-USD","B-USD"],"exchange":"all","fill":true,"limit":9}"#,
      "A-USD B-USD -e all --fill -n 9"),
    MCPCall("history", #"{"symbols":["A-USD","B-USD"],"limit":20}"#, "A-USD B-USD -n 20"),
  ])
  func `a tool has the past prices that its command prints`(call: MCPCall) async throws {
    try await compare(
      call,
      {
        let market = HistoryMarket.random(["one", "two"], pairs: ["A-USD", "B-USD"], seed: 3)
        var world = TestWorld(exchanges: market.exchanges)
        world.change = { $0.date = { ScreenRun.date } }
        return world
      }, source: [], isError: false)
  }

  /// Compares a call with its command, each in a world of its own.
  private func compare(
    _ call: MCPCall, _ world: () -> TestWorld, source: [String], isError: Bool
  ) async throws {
    let result = try await world().call(call.tool, call.arguments, server: source)
    let command = await world().run(call.commandLine(source))
    let document = command.output.isEmpty ? nil : try JSONText(command.output).withNumbersAsText
    #expect(.object(result.document) == document ?? .object([:]))
    #expect(result.isError == isError)
    #expect(result.status == "\(command.status)")
    // Assistants are not told how to type another exchange.
    let lines = command.errors.split(separator: "\n").map { $0.trimmingPrefix("tickers: ") }
      .filter { !$0.hasPrefix("default exchange; ") }
    // A further line of an error is indented, and a part of its notice.
    #expect(result.notices.joined(separator: "\n") == lines.joined(separator: "\n"))
    #expect(!result.notices.contains { $0.hasPrefix(" ") })
    let hasTime = document?["as_of"]?.text != nil
    #expect((result.content["age_seconds"]?.text != nil) == hasTime)
    #expect(!JSONText.object(result.content).hasNumber)
  }

  @Test(arguments: [
    ("list", "format"), ("list", "replay"), ("list", "url"), ("list", "until"),
    ("list", "interval"),
    ("list", "symbol"), ("list", "f"), ("list", "Filter"), ("list", "trend"), ("list", ""),
    ("coins", "on-alert"), ("coins", "symbols"), ("price", "symbol"), ("price", "template"),
    ("price", "exchanges"), ("book", "symbols"), ("book", "chart"), ("history", "after"),
    ("history", "record"), ("history", "filter"), ("exchanges", "exchange"),
  ])
  func `an unknown argument is an error that names the known ones`(
    tool: String, name: String
  ) async throws {
    let result = try await TestWorld().call(tool, #"{"\#(name)":"a","limit":null}"#)
    #expect((result.isError, result.status) == (true, "64"))
    #expect(result.document.isEmpty)
    let sentence = try #require(result.notices.first)
    #expect(result.notices.count == 1)
    #expect(sentence.hasPrefix("\(tool) has no argument '\(name)'; arguments are "))
    let known = sentence.components(separatedBy: "arguments are ").last ?? ""
    let called = try #require(Tool.all.first { $0.name == tool })
    #expect(Set(known.components(separatedBy: ", ")) == Set(try called.argumentNames))
  }

  @Test(arguments: [
    ("list", #"{"limit":true}"#, "limit: expected a string or a number"),
    ("list", #"{"limit":[1]}"#, "limit: expected a string or a number"),
    ("list", #"{"sort":{}}"#, "sort: expected a string"),
    ("list", #"{"filter":{}}"#, "filter: expected a string or an array of strings"),
    ("list", #"{"filter":["BTC",null]}"#, "filter: expected a string"),
    ("list", #"{"columns":[["last"]]}"#, "columns: expected a string"),
    ("list", #"{"exchange":false}"#, "exchange: expected a string or an array of strings"),
    ("coins", #"{"coins":{"a":1}}"#, "coins: expected a string or an array of strings"),
    ("book", #"{"symbol":["BTC-USD"]}"#, "symbol: expected a string"),
    ("book", #"{"symbol":1}"#, "symbol: expected a string"),
    ("price", #"{"symbols":["BTC-USD"],"at":2026}"#, "at: expected a string"),
    ("book", #"{"symbol":"BTC-USD","orders":"yes"}"#, "orders: expected true or false"),
    ("book", #"{"symbol":"BTC-USD","orders":1}"#, "orders: expected true or false"),
    ("history", #"{"symbols":"BTC-USD","fill":[]}"#, "fill: expected true or false"),
    ("list", #"{"filter":"@help"}"#, "filter: '@help' is not a value"),
    ("list", #"{"filter":["BTC","@help"]}"#, "filter: '@help' is not a value"),
    ("list", #"{"columns":"help"}"#, "columns: 'help' is not a value"),
    ("coins", #"{"columns":["help"]}"#, "columns: 'help' is not a value"),
    ("book", #"{"columns":["help"]}"#, "columns: 'help' is not a value"),
    ("exchanges", #"{"columns":["help"]}"#, "columns: 'help' is not a value"),
  ])
  func `a value of another type, or for help, is an error`(
    tool: String, arguments: String, error: String
  ) async throws {
    let result = try await TestWorld().call(tool, arguments)
    #expect((result.isError, result.status) == (true, "64"))
    #expect(result.notices == [error])
    #expect(result.document.isEmpty)
  }

  @Test func `arguments that are null or missing are the same as none`() async throws {
    let call = #"{"name":"exchanges","arguments":{"columns":null}}"#
    let (answers, _) = try await TestWorld().mcp([
      MCP.request(1, "tools/call", #"{"name":"exchanges"}"#), MCP.request(2, "tools/call", call),
      MCP.call(3, "exchanges"),
    ])
    let contents = try answers.map { try MCPResult($0).content }
    #expect(contents.count == 3)
    #expect(contents.allSatisfy { $0 == contents[0] && $0["status"] == .string("0") })
  }

  @Test(arguments: [(0.0, "0"), (41.9, "41"), (-5, "0"), (90_000, "90000")])
  func `the age is that of the oldest response, in whole seconds`(
    seconds: Double, age: String
  ) async throws {
    var world = TestWorld(exchanges: [TestExchange("one"), TestExchange("two")])
    world.change = { $0.date = { ScreenRun.date + seconds } }
    for arguments in [#"{"limit":1}"#, #"{"exchange":"all"}"#] {
      let result = try await world.call("list", arguments, server: [])
      #expect(result.content["as_of"]?.text == ScreenRun.date.rfc3339)
      #expect(result.content["age_seconds"] == .string(age))
    }
    #expect(try await world.call("exchanges", server: []).content["age_seconds"] == nil)
  }
}

extension JSONText {
  fileprivate var withNumbersAsText: JSONText {
    switch self {
    case .object(let members): .object(members.mapValues(\.withNumbersAsText))
    case .array(let elements): .array(elements.map(\.withNumbersAsText))
    case .number(let number): .string(number)
    default: self
    }
  }

  fileprivate var hasNumber: Bool {
    if case .number = self { return true }
    return elements.contains(where: \.hasNumber)
  }
}
