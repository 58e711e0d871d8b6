import Arguments
import Foundation
import MarketCore
import Synchronization

/// A server of the Model Context Protocol: answers JSON-RPC 2.0 messages with the results of commands.
struct MCPServer: Sendable {
  /// The most bytes of a message.
  static let longestMessage = 1_000_000
  /// The supported versions of the protocol, newest first.
  static let versions = ["2025-11-25", "2025-06-18"]

  /// How a message is responded to.
  enum Reply {
    case none
    case answer(String)
    /// A call, whose answer takes time.
    case call(id: JSONValue, answer: @Sendable () async -> String)
    case cancellation(of: JSONValue)
  }

  /// The id of a message that is invalid elsewhere.
  private struct Envelope: Decodable { let id: JSONValue? }

  /// An error of JSON-RPC.
  private struct Failure: Error {
    let code: Int
    let message: String

    static func notJSON(_ reason: String) -> Failure { Failure(code: -32700, message: reason) }
    static func invalidRequest(_ reason: String) -> Failure {
      Failure(code: -32600, message: reason)
    }
    static func invalidParameters(_ reason: String) -> Failure {
      Failure(code: -32602, message: reason)
    }
  }

  /// Makes the world of a call: its clients are shared, its output is not.
  let world: @Sendable () -> World
  /// The options of the server, which hold for all calls.
  let options: Invocation
  /// A sentence about the exchanges of calls that name none.
  let exchangeNote: String

  /// - Parameter message: a JSON text.
  func reply(to message: [UInt8]) -> Reply {
    var id: JSONValue?
    do throws(Failure) {
      guard message.count <= Self.longestMessage else {
        throw .invalidRequest("longer than \(Self.longestMessage) bytes")
      }
      // The decoder is slow on deeper nesting.
      guard message.nesting <= 256 else { throw .notJSON("nested too deeply") }
      guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(message)) else {
        id = (try? JSONDecoder().decode(Envelope.self, from: Data(message)))?.id?.requestID
        throw .notJSON("not valid JSON, or a number out of range")
      }
      guard let request = value.object else { throw .invalidRequest("not a JSON object") }
      id = request["id"]?.requestID
      return try reply(to: request, id: id)
    } catch {
      let failure = JSON.object(
        ("code", .number(Decimal(error.code))), ("message", .text(error.message)))
      return .answer(Self.answer(to: id, ("error", failure)))
    }
  }

  private func reply(
    to request: [String: JSONValue], id: JSONValue?
  ) throws(Failure) -> Reply {
    guard request["jsonrpc"] == .text("2.0") else {
      throw .invalidRequest("expected jsonrpc \"2.0\"")
    }
    let isAnswer = request["result"] != nil || request["error"] != nil
    // An answer to a request that was never made; the id of an error may be null.
    if request["method"] == nil, request["id"] != nil, isAnswer { return .none }
    guard request["id"] == nil || id != nil else {
      throw .invalidRequest("id: expected a string or a number of up to 36 digits")
    }
    guard let method = request["method"]?.text else {
      throw .invalidRequest("method: expected a string")
    }
    let parameters = request["params"]?.nilIfNull ?? .object([:])
    guard let id else {
      let isCancellation = method == "notifications/cancelled"
      let cancelled = isCancellation ? parameters.object?["requestId"] : nil
      return cancelled.map(Reply.cancellation) ?? .none
    }
    guard let parameters = parameters.object else {
      throw .invalidParameters("params: expected an object")
    }
    switch method {
    case "initialize":
      guard let version = parameters["protocolVersion"]?.text else {
        throw .invalidParameters("protocolVersion: expected a string")
      }
      return .answer(Self.answer(to: id, ("result", introduction(in: version))))
    case "ping": return .answer(Self.answer(to: id, ("result", .object())))
    case "tools/list":
      if parameters["cursor"]?.nilIfNull != nil { throw .invalidParameters("unknown cursor") }
      let tools = JSON.object(("tools", .array(Tool.all.map(\.definition))))
      return .answer(Self.answer(to: id, ("result", tools)))
    case "tools/call":
      let (tool, arguments) = try Self.toolAndArguments(in: parameters)
      return .call(id: id) {
        Self.answer(to: id, ("result", await result(of: tool, arguments)))
      }
    default: throw Failure(code: -32601, message: "unknown method \(method)")
    }
  }

  private static func toolAndArguments(
    in parameters: [String: JSONValue]
  ) throws(Failure) -> (tool: Tool, arguments: [String: JSONValue]) {
    guard let name = parameters["name"]?.text else {
      throw .invalidParameters("name: expected a string")
    }
    guard let tool = Tool.all.first(where: { $0.name == name }) else {
      throw .invalidParameters("unknown tool \(name)")
    }
    guard let arguments = (parameters["arguments"]?.nilIfNull ?? .object([:])).object else {
      throw .invalidParameters("arguments: expected an object")
    }
    return (tool, arguments)
  }

  private func introduction(in version: String) -> JSON {
    let program = Tickers.program
    return .object(
      ("protocolVersion", .text(Self.versions.contains(version) ? version : Self.versions[0])),
      ("capabilities", .object(("tools", .object()))),
      ("serverInfo", .object(("name", .text(program.name)), ("version", .text(program.version)))),
      (
        "instructions",
        .text(
          "Prices, order books and price history of cryptocurrencies. All numbers are strings with "
            + "every digit that was sent; null is unknown. as_of is the arrival time of the data, "
            + "age_seconds its age. Use filter, limit and columns to keep results short. \(exchangeNote)"
        )
      ))
  }

  private static func answer(to id: JSONValue?, _ member: JSON.Member) -> String {
    let id: JSON =
      switch id {
      case .text(let text): .text(text)
      case .number(let number): .number(number)
      default: .null
      }
    return JSON.object(("jsonrpc", "2.0"), ("id", id), member).text + "\n"
  }
}

extension JSONValue {
  var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var nilIfNull: JSONValue? { self == .null ? nil : self }

  /// The value if it can be the id of a request. A number of more digits may have been rounded.
  fileprivate var requestID: JSONValue? {
    switch self {
    case .text: self
    case .number(let number): number.significand.plain.count <= 36 ? self : nil
    default: nil
    }
  }
}

extension [UInt8] {
  /// The depth of the arrays and objects of a JSON text.
  fileprivate var nesting: Int {
    var (depth, deepest, isInText, isEscaped) = (0, 0, false, false)
    for byte in self {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if "[{".utf8.contains(byte) {
        depth += 1
        deepest = Swift.max(deepest, depth)
      } else if "]}".utf8.contains(byte) {
        depth -= 1
      } else {
        isInText = byte == UInt8(ascii: "\"")
      }
    }
    return deepest
  }
}

// MARK: - Calls

extension MCPServer {
  /// Collects what a command writes.
  private final class Transcript: Sendable {
    private let written = Mutex("")

    var text: String { written.withLock { $0 } }
    var output: World.Output {
      World.Output(isTerminal: false, size: { nil }) { text in self.written.withLock { $0 += text }
      }
    }
  }

  /// The result of a tool: the json of its command, its notices and errors, and its exit status.
  private func result(of tool: Tool, _ arguments: [String: JSONValue]) async -> JSON {
    let (output, errors) = (Transcript(), Transcript())
    var world = world()
    (world.output, world.errors) = (output.output, errors.output)
    world.isTool = true
    let status: ExitStatus
    do throws(UsageError) {
      status = try await run(tool.words(for: arguments), in: world)
    } catch {
      status = world.failure(error)
    }
    let ending = JSON.object(
      ("notices", .array(Self.notices(in: errors.text))), ("status", .text("\(status.rawValue)")))
    let document = output.text
    // A partial result keeps its rows; its status names the failure.
    let hasRows = tool.rowNames.contains { document.contains("\"\($0)\":[{") }
    let content =
      document.isEmpty
      ? ending : JSON(text: document.dropLast("}\n".count) + "," + ending.text.dropFirst())
    return .object(
      // The text is for clients that know no other content.
      ("content", .array([.object(("type", "text"), ("text", .text(content.text)))])),
      ("structuredContent", content), ("isError", .flag(status != .success && !hasRows)))
  }

  private static func notices(in text: String) -> [String] {
    text.split(separator: "\n").reduce(into: []) { notices, line in
      let sentence = line.trimmingPrefix("\(Tickers.program.name): ")
      // Further lines of an error, such as the place in an expression, are indented.
      if sentence.hasPrefix("  "), !notices.isEmpty {
        notices[notices.count - 1] += "\n\(sentence)"
      } else {
        notices.append(String(sentence))
      }
    }
  }

  private func run(_ words: [String], in world: World) async throws(UsageError) -> ExitStatus {
    guard case .run(var invocation) = try Tickers.program.parse(words) else {
      return .internalError
    }
    invocation.inherit(["exchange", "url", "timeout", "quiet"], from: options)
    return try await Tickers.prepare(&invocation, in: world)()
  }
}
