import Foundation
import MarketCore
import RandomInputs
import TestTools
import Testing

@testable import tickers

/// Random bytes between valid messages to `tickers mcp`.
struct MCPRandomTests {
  private static let seeds = [
    MCP.request(1, "ping"), MCP.request(1, "tools/list"), MCP.cancel(1),
    MCP.request(1, "initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#),
    MCP.call(1, "exchanges", #"{"columns":["exchange","title"]}"#),
    MCP.call(1, "price", #"{"symbols":["BTC-USD"],"in":"EUR","columns":"last"}"#),
    MCP.call(1, "book", #"{"symbol":"BTC-USD","depth":1,"buy":2}"#),
    MCP.call(1, "list", #"{"filter":["BTC-*"],"where":"last > 1","limit":1}"#),
    #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
  ]

  private static let parts = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "1", "-1e999",
    "1e-9", "\"id\":2", "\"jsonrpc\":\"2.0\"", "\"method\":\"ping\"", "\"params\":{}", "@help",
    "--", " ", "\u{0}", "é", "😀",
  ]

  /// A valid request of this id, and whether an answer is right.
  private static func valid(
    _ id: Int, using random: inout Seeded
  ) -> (message: String, isRight: @Sendable (JSONText) -> Bool) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: (MCP.request(id, "ping"), { $0["result"] == .object([:]) })
    case 1:
      (MCP.request(id, "tools/list"), { $0["result"]?["tools"]?.elements.count == Tool.all.count })
    case 2: (MCP.request(id, "nope"), { $0["error"]?["code"] == .number("-32601") })
    case 3:
      (
        MCP.call(id, "exchanges", #"{"columns":["exchange"]}"#),
        {
          $0["result"]?["structuredContent"]?["exchanges"]?.elements.count
            == Exchanges.all.count
        }
      )
    case 4:
      (
        MCP.call(id, "price", #"{"symbols":["BTC-USD"],"columns":["last"]}"#),
        {
          $0["result"]?["structuredContent"]?["tickers"]
            == .array([.object(["last": .string("27412.35")])])
        }
      )
    default:
      (
        MCP.call(id, "book", #"{"limit":1}"#),
        { $0["result"]?["structuredContent"]?["status"] == .string("64") }
      )
    }
  }

  @Test(arguments: 1...UInt64(rounds(1)))
  func `each valid request is answered once, between any others`(seed: UInt64) async throws {
    var random = Seeded(state: seed)
    var messages: [[UInt8]] = []
    var checks: [Int: @Sendable (JSONText) -> Bool] = [:]
    while messages.count < 400 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let id = 1_000_000 + messages.count
        let (message, isRight) = Self.valid(id, using: &random)
        checks[id] = isRight
        messages.append(Array(message.utf8))
      case 1: messages.append(random.bytes(upTo: 40))
      default:
        let seed = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
        messages.append(random.mutation(of: seed, parts: Self.parts))
      }
    }
    // A line has no newline.
    messages = messages.map { $0.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 } }
    let run = MCPRun(MCP.fixtures)
    run.send(messages)
    let outcome = try await run.end()
    #expect((outcome.errors, outcome.status) == ("", 0))
    let answers = try MCP.answers(outcome.output)
    #expect(answers.count <= messages.count)
    var counts: [String: Int] = [:]
    for answer in answers {
      let members = try #require(answer.members)
      #expect(answer["jsonrpc"] == .string("2.0"))
      #expect(members.count == 3)
      #expect((members["result"] == nil) != (members["error"] == nil))
      let id = try #require(members["id"])
      if case .number(let digits) = id, let number = Int(digits), let isRight = checks[number] {
        counts[digits, default: 0] += 1
        #expect(isRight(answer), "\(answer)")
      } else if members["result"] != nil {
        #expect(id.text != nil)
      }
    }
    #expect(counts == Dictionary(uniqueKeysWithValues: checks.keys.map { ("\($0)", 1) }))
    #expect(checks.count > 80)
  }
}
