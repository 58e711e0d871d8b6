import Assistants
import Arguments
import Foundation
import MarketCore
import Reports
import Testing

@testable import tickers

/// The schemas of tools, compared with their arguments and results.
struct MCPSchemaTests {
  private static let tools = Task {
    let (answers, _) = try await TestWorld().mcp([MCP.request(1, "tools/list")])
    return try #require(answers.first?["result"]?["tools"]).elements
  }

  private static func schema(_ name: String, of tool: String) async throws -> Schema {
    let described = try #require(try await tools.value.first { $0["name"]?.text == tool })
    return Schema(try #require(described[name]))
  }

  @Test(arguments: MCPCall.all)
  func `results are of the output schema`(call: MCPCall) async throws {
    let schema = try await Self.schema("outputSchema", of: call.tool)
    let result = try await TestWorld().call(call.tool, call.arguments)
    #expect(schema.errors(in: .object(result.content)) == [])
  }

  @Test(arguments: [
    MCPCall(
      "history", #"{"symbols":["A-USD","B-USD"],"exchange":"all","limit":30}"#, ""),
    MCPCall("history", #"{"symbols":["A-USD"],"exchange":"one","limit":30,"in":"EUR"}"#, ""),
    MCPCall("history", #"{"symbols":["A-USD","B-USD"],"exchange":"one","fill":true}"#, ""),
  ])
  func `gaps of one pair and of several are of the output schema`(call: MCPCall) async throws {
    let schema = try await Self.schema("outputSchema", of: "history")
    let market = HistoryMarket.random(["one", "two"], pairs: ["A-USD", "B-USD"], seed: 3)
    var world = TestWorld(exchanges: market.exchanges)
    world.change = { $0.date = { ScreenRun.date } }
    let result = try await world.call(call.tool, call.arguments, server: [])
    #expect(schema.errors(in: .object(result.content)) == [])
    #expect(result.status == "0")
    let gaps = try #require(result.content["gaps"]).elements
    #expect(!gaps.isEmpty)
    #expect(gaps.allSatisfy { ($0.text == nil) == call.arguments.contains("B-USD") })
  }

  @Test func `an exchange that fails, and a merged book, are of the output schema`() async throws {
    let (one, two) = (TestExchange("one"), TestExchange("two"))
    let world = TestWorld(exchanges: [one, two])
    let book = #"{"symbol":"BTC-USD","exchange":"all","buy":"1","orders":true}"#
    for reply in [TestExchange.Reply.answer, .fail(.httpStatus(503, retryAfter: nil))] {
      two.reply = reply
      for (tool, arguments) in [("book", book), ("list", #"{"exchange":"all"}"#)] {
        let schema = try await Self.schema("outputSchema", of: tool)
        let result = try await world.call(tool, arguments, server: [])
        #expect(schema.errors(in: .object(result.content)) == [])
        #expect(result.content["sources"]?.elements.count == 2)
        #expect((result.content["fill"] != nil) == (tool == "book"))
      }
    }
  }

  /// Arguments that a tool rejects beside those of its schema.
  @Test(arguments: MCPCall.lists + MCPCall.prices + MCPCall.books + MCPCall.histories)
  func `arguments of valid calls are of the input schema`(call: MCPCall) async throws {
    let schema = try await Self.schema("inputSchema", of: call.tool)
    let errors = schema.errors(in: try JSONText(call.arguments))
    // Beyond the schema, null is no argument.
    #expect(errors.allSatisfy { $0.contains("null is not of") }, "\(errors)")
  }

  @Test(arguments: [
    ("list", #"{"nope":1}"#, "$: unknown member nope"),
    ("list", #"{"columns":["nope"]}"#, "$.columns[0]: not in the enum"),
    ("list", #"{"columns":["trend"]}"#, "$.columns[0]: not in the enum"),
    ("list", #"{"limit":true}"#, "boolean is not of"), ("list", #"{"filter":{}}"#, "is not of"),
    ("list", #"{"filter":[{}]}"#, "$.filter[0]: object is not of"),
    ("price", "{}", "$: symbols is missing"),
    ("price", #"{"symbols":[]}"#, "$.symbols: fewer than 1 items"),
    ("book", "{}", "$: symbol is missing"), ("book", #"{"symbol":["A-B"]}"#, "array is not of"),
    ("book", #"{"symbol":"A-B","orders":"yes"}"#, "string is not of"),
    ("history", #"{"symbols":["A-B"],"fill":1}"#, "number is not of"),
    ("history", #"{"symbols":["A-B"],"from":20261120}"#, "number is not of"),
    ("price", #"{"symbols":7}"#, "number is not of"),
    ("convert", #"{"amount":7,"from":"BTC","to":"USD"}"#, "number is not of"),
    ("convert", #"{"amount":"7","from":"BTC"}"#, "$: to is missing"),
    ("price", #"{"symbols":[7]}"#, "number is not of"),
    ("price", #"{"symbols":["A-B"],"at":2026}"#, "number is not of"),
    ("book", #"{"symbol":7}"#, "number is not of"), ("list", #"{"in":1}"#, "number is not of"),
    ("list", #"{"where":1}"#, "number is not of"),
    ("list", #"{"filter":[["a"]]}"#, "array is not of"),
    ("list", #"{"columns":1}"#, "number is not of"),
    ("list", #"{"sort":["last"]}"#, "array is not of"),
    ("list", #"{"exchange":[1]}"#, "number is not of"),
    ("coins", #"{"coins":1}"#, "number is not of"),
    ("exchanges", #"{"exchange":"okx"}"#, "$: unknown member exchange"),
  ])
  func `other arguments are not of the input schema`(
    tool: String, arguments: String, error: String
  ) async throws {
    let errors = try await Self.schema("inputSchema", of: tool)
      .errors(in: try JSONText(arguments))
    #expect(errors.count == 1)
    #expect(errors.first?.contains(error) == true, "\(errors)")
    // The tool rejects them, too.
    #expect(try await TestWorld().call(tool, arguments).isError)
  }

  @Test func `values without a schema would be noticed`() async throws {
    let schema = try await Self.schema("outputSchema", of: "list")
    for (text, error) in [
      (#"{"status":"0"}"#, "$: notices is missing"),
      (#"{"notices":[],"status":0}"#, "$.status: number is not of"),
      (#"{"notices":[],"status":"0","nope":1}"#, "$: unknown member nope"),
      (#"{"notices":[],"status":"0","tickers":[{"last":1}]}"#, "$.tickers[0].last: number"),
      (#"{"notices":[],"status":"0","tickers":[{"nope":null}]}"#, "$.tickers[0]: unknown member"),
    ] {
      let errors = schema.errors(in: try JSONText(text))
      #expect(errors.count == 1 && errors[0].hasPrefix(error), "\(errors)")
    }
  }

  /// A new option of a command has to be added here, or to the arguments of its tool.
  @Test func `each option is an argument, or one that tools do not have`() throws {
    let polling = [
      "interval", "once", "count", "plain", "until", "alert", "on-alert", "alert-state",
    ]
    let looks = [
      "no-header", "format", "template", "color", "trend", "view", "changes", "chart",
      "date-format",
    ]
    let server = [
      "url", "stream-url", "live", "timeout", "replay", "start", "record", "append", "quiet",
      "verbose",
    ]
    let files = ["after", "holes"]
    for tool in Tool.all {
      let properties = try tool.argumentNames
      let operands = tool.operands.map(\.name)
      let arguments = properties.filter { !operands.contains($0) }
      let options = tool.command.options.map(\.name)
      #expect(Set(options).isSuperset(of: arguments), "\(tool.name)")
      let others = Set(options).subtracting(arguments)
      #expect(others.subtracting(polling + looks + server + files) == [], "\(tool.name)")
      #expect(Set(properties).isDisjoint(with: polling + looks + server + files))
    }
    let all = Set(Tool.all.flatMap { $0.command.options.map(\.name) })
    #expect(all.isSuperset(of: polling + looks + server + files))
  }

  @Test func `columns of results have schemas with their meanings`() throws {
    for tool in Tool.all {
      let text = try #require(try JSONText(tool.definition(in: .newest).text)["outputSchema"])
      let rows = try #require(
        text["properties"]?[tool.rowNames[0]]?["items"]?["properties"]?.members)
      // Indicators, of which there are many, share a schema.
      #expect(Set(rows.keys) == Set(tool.fieldNames()).filter { Indicator($0) == nil })
      #expect(rows.values.allSatisfy { $0["description"]?.text?.isEmpty == false })
    }
  }
}
