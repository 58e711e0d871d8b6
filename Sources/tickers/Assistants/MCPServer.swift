import Arguments
import Foundation
import MarketCore
import Synchronization

/// A server of the Model Context Protocol: answers JSON-RPC 2.0 messages with the results of commands.
struct MCPServer: Sendable {
  /// The versions of the protocol, newest first.
  static let versions = ["2025-11-25", "2025-06-18"]

  /// An error of JSON-RPC.
  private struct Failure: Error {
    let code: Int
    let message: String

    static let notJSON = Failure(code: -32700, message: "not valid JSON")
    static func invalidRequest(_ reason: String) -> Failure {
      Failure(code: -32600, message: reason)
    }
    static func unknownMethod(_ name: String) -> Failure {
      Failure(code: -32601, message: "unknown method \(name)")
    }
    static func invalidParameters(_ reason: String) -> Failure {
      Failure(code: -32602, message: reason)
    }
  }

  /// What a message leads to.
  enum Step {
    case nothing
    case answer(String)
    /// A call, whose answer takes time.
    case call(id: JSON, answer: @Sendable () async -> String)
    case cancellation(of: JSON)
  }

  /// Makes the world of a call: its clients are shared, its output is not.
  let world: @Sendable () -> World
  /// The options of the server, which hold for all calls.
  let options: Invocation

  /// - Parameter message: a JSON text.
  func step(after message: [UInt8]) -> Step {
    guard let value = try? JSONDecoder().decode(JSON.self, from: Data(message)) else {
      return .answer(Self.answer(to: .null, .failure(.notJSON)))
    }
    guard let request = value.object else {
      return .answer(Self.answer(to: .null, .failure(.invalidRequest("not a JSON object"))))
    }
    var id = request["id"]
    if !(id.map(Self.isID) ?? true) { id = .null }
    do throws(Failure) {
      return try step(after: request)
    } catch {
      return .answer(Self.answer(to: id ?? .null, .failure(error)))
    }
  }

  private static func isID(_ value: JSON) -> Bool {
    switch value {
    case .text, .number: true
    default: false
    }
  }

  private func step(after request: JSON.Object) throws(Failure) -> Step {
    guard request["jsonrpc"] == "2.0" else {
      throw .invalidRequest("expected jsonrpc \"2.0\"")
    }
    let (id, method) = (request["id"], request["method"])
    // An answer to a request that was never made; the id of an error may be null.
    let isAnswer = request["result"] != nil || request["error"] != nil
    if method == nil, id != nil, isAnswer { return .nothing }
    guard id.map(Self.isID) ?? true else {
      throw .invalidRequest("id: expected a string or a number")
    }
    guard let method else { throw .invalidRequest("missing method") }
    guard let method = method.text else { throw .invalidRequest("method: expected a string") }
    let parameters = request["params"] ?? .object()
    guard let id else {
      let isCancellation = method == "notifications/cancelled"
      let cancelled = isCancellation ? parameters.object?["requestId"] : nil
      return cancelled.map { .cancellation(of: $0) } ?? .nothing
    }
    guard let parameters = parameters.object else {
      throw .invalidParameters("params: expected an object")
    }
    switch method {
    case "initialize":
      guard let version = parameters["protocolVersion"]?.text else {
        throw .invalidParameters("protocolVersion: expected a string")
      }
      return .answer(Self.answer(to: id, .success(Self.introduction(in: version))))
    case "ping": return .answer(Self.answer(to: id, .success(.object())))
    case "tools/list":
      guard parameters["cursor"] == nil else { throw .invalidParameters("unknown cursor") }
      let tools = JSON.object(("tools", .array(Tool.all.map(\.description))))
      return .answer(Self.answer(to: id, .success(tools)))
    case "tools/call":
      let (tool, arguments) = try Self.call(parameters)
      return .call(id: id) { Self.answer(to: id, .success(await result(of: tool, arguments))) }
    default: throw .unknownMethod(method)
    }
  }

  private static func call(
    _ parameters: JSON.Object
  ) throws(Failure) -> (tool: Tool, arguments: JSON.Object) {
    guard let name = parameters["name"]?.text else {
      throw .invalidParameters("name: expected a string")
    }
    guard let tool = Tool.all.first(where: { $0.name == name }) else {
      throw .invalidParameters("unknown tool \(name)")
    }
    guard let arguments = (parameters["arguments"] ?? .object()).object else {
      throw .invalidParameters("arguments: expected an object")
    }
    return (tool, arguments)
  }

  private static func introduction(in version: String) -> JSON {
    .object(
      ("protocolVersion", .text(versions.contains(version) ? version : versions[0])),
      ("capabilities", .object(("tools", .object()))),
      (
        "serverInfo",
        .object(("name", .text(Tickers.program.name)), ("version", .text(Tickers.program.version)))
      ),
      (
        "instructions",
        """
        Prices, order books and price history of cryptocurrencies from several exchanges. All numbers are \
        strings with every digit that was sent; null is unknown. as_of is the time at which a response \
        arrived, age_seconds its age. Use filter, limit and columns to keep results short.
        """
      ))
  }

  private static func answer(to id: JSON, _ result: Result<JSON, Failure>) -> String {
    let member: JSON.Member =
      switch result {
      case .success(let result): ("result", result)
      case .failure(let failure):
        (
          "error",
          .object(("code", .number(Decimal(failure.code))), ("message", .text(failure.message)))
        )
      }
    return JSON.object(("jsonrpc", "2.0"), ("id", id), member).document + "\n"
  }
}

// MARK: - Calls

extension MCPServer {
  /// Collects what a command writes.
  private final class Transcript: Sendable {
    let text = Mutex("")

    var output: World.Output {
      World.Output(isTerminal: false, size: { nil }) { text in self.text.withLock { $0 += text } }
    }
  }

  /// The result of a tool: the json of its command, and what that has written for people.
  private func result(of tool: Tool, _ arguments: JSON.Object) async -> JSON {
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
    let notices = errors.text.withLock { $0 }.split(separator: "\n").map { line in
      String(line.trimmingPrefix("\(Tickers.program.name): "))
    }
    let ending: [JSON.Member] = [
      ("notices", .array(notices)), ("status", .text("\(status.rawValue)")),
    ]
    let document = output.text.withLock { $0 }
    // Every document begins with the time of its data, if it has one.
    let asOf = document.prefixMatch(of: /{"as_of":"([^"]+)"/).flatMap {
      Date(rfc3339: String($0.1))
    }
    let age: [JSON.Member] =
      asOf.map { [("age_seconds", .text("\(Int(max(0, world.date().timeIntervalSince($0))))"))] }
      ?? []
    let content = document.isEmpty ? "{" : document.dropLast("}\n".count) + ","
    return Self.result(
      content + JSON.object(age + ending).document.dropFirst(), isError: document.isEmpty)
  }

  private func run(_ words: [String], in world: World) async throws(UsageError) -> ExitStatus {
    guard case .run(var invocation) = try Tickers.program.parse(words) else {
      return .internalError
    }
    invocation.inherit(["exchange", "url", "timeout", "quiet"], from: options)
    return try await Tickers.prepare(&invocation, in: world)()
  }

  /// The text is the content for clients that know no other.
  private static func result(_ content: String, isError: Bool) -> JSON {
    .object(
      ("content", .array([.object(("type", "text"), ("text", .text(content)))])),
      ("structuredContent", .document(content)), ("isError", .flag(isError)))
  }
}
