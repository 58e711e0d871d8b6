import Assistants
import TestTools
import Testing

@testable import tickers

/// The revisions of the protocol of `tickers mcp`.
struct MCPRevisionTests {
  private static func initialize(_ revision: String) -> String {
    MCP.request(
      0, "initialize",
      #"{"protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"a","version":"1"}}"#
    )
  }

  @Test(arguments: [
    ("2024-11-05", [], []), ("2025-03-26", ["annotations"], []),
    ("2025-06-18", ["annotations", "outputSchema"], ["structuredContent"]),
    ("2025-11-25", ["annotations", "outputSchema"], ["structuredContent"]),
    ("1999-01-01", ["annotations", "outputSchema"], ["structuredContent"]),
  ])
  func `tools and results have the members of the revision`(
    revision: String, ofTools: [String], ofResults: [String]
  ) async throws {
    let (answers, _) = try await TestWorld().mcp(
      [
        Self.initialize(revision), MCP.request(1, "tools/list"), MCP.call(2, "exchanges"),
        MCP.call(3, "price", #"{"symbols":["NOPE-USD"]}"#),
      ], MCP.fixtures)
    #expect(answers.count == 4)
    for answer in answers {
      for tool in answer["result"]?["tools"]?.elements ?? [] {
        #expect(
          Set(tool.members?.keys ?? [:].keys)
            == Set(["name", "description", "inputSchema"] + ofTools))
      }
      guard answer["result"]?["isError"] != nil else { continue }
      let members = Set(answer["result"]?.members?.keys ?? [:].keys)
      #expect(members == Set(["content", "isError"] + ofResults))
      // The text has what the structure has.
      let text = try #require(answer["result"]?["content"]?.elements.first?["text"]?.text)
      #expect(try JSONText(text)["status"]?.text != nil)
    }
  }

  @Test func `a batch is answered at once where the revision has batches`() async throws {
    let requests = [
      MCP.request(1, "ping"), MCP.call(2, "exchanges"), MCP.request(3, "nope"), "7",
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, Self.initialize("2025-11-25"),
    ]
    let batch = "[\(requests.joined(separator: ","))]"
    let notifications = #"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#
    let (answers, outcome) = try await TestWorld().mcp(
      [Self.initialize("2025-03-26"), batch, notifications, "[]"], MCP.fixtures)
    #expect(outcome.status == 0)
    let several = answers.filter { if case .array = $0 { true } else { false } }
    #expect(several.count == 1)
    let codes = several.flatMap(\.elements).map { $0["error"]?["code"]?.text }
    #expect(codes.count == 5)
    #expect(codes.compactMap(\.self).sorted() == ["-32600", "-32600", "-32601"])
    #expect(answers.contains { $0["error"]?["message"] == .string("not a JSON object") })
    #expect(answers.count == 3)
  }

  @Test(arguments: Revision.allCases.filter { !$0.hasBatches })
  func `elsewhere a batch is an error`(revision: Revision) async throws {
    let (answers, _) = try await TestWorld().mcp(
      [Self.initialize(revision.rawValue), "[\(MCP.request(1, "ping"))]"])
    #expect(answers.last?["error"]?["code"]?.text == "-32600")
  }
}
