import Foundation
package import MarketCore
import Reports
import Synchronization

/// A server of the Model Context Protocol. Replies to JSON-RPC 2.0 messages.
package final class MCPServer: Sendable {
  /// The maximum length of a message, in bytes.
  package static let longestMessage = 1_000_000

  enum Reply {
    case none
    case answer(String)
    /// A call of a tool, which takes time.
    case call(id: JSONValue, answer: @Sendable () async -> String)
    case cancellation(of: JSONValue)
    /// The replies to the messages of a batch. Their answers are sent together.
    case batch([Reply])
  }

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

  private let name, version, instructions: String
  private let tools: [MCPTool]
  /// The revision that `initialize` has requested, if it is known; otherwise the newest revision.
  private let requestedRevision = Mutex(Revision.newest)

  /// A server that introduces itself with a name, a version, and instructions for the assistant.
  package init(_ name: String, version: String, instructions: String, tools: [MCPTool]) {
    (self.name, self.version, self.instructions) = (name, version, instructions)
    self.tools = tools
  }

  private var revision: Revision { requestedRevision.withLock { $0 } }

  func reply(to message: [UInt8]) -> Reply {
    var id: JSONValue?
    do throws(Failure) {
      guard message.count <= Self.longestMessage else {
        throw .invalidRequest("longer than \(Self.longestMessage) bytes")
      }
      // The decoder is slow for deeply nested messages.
      guard message.nesting <= 256 else { throw .notJSON("nested too deeply") }
      guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(message)) else {
        // The id can be valid, even if another part of the message is not.
        let object = try? JSONDecoder().decode(JSONObject.self, from: Data(message))
        id = (try? object?.value("id") as JSONValue?)?.requestID
        throw .notJSON("not valid JSON, or a number out of range")
      }
      if revision.hasBatches, case .array(let requests) = value, !requests.isEmpty {
        return .batch(requests.map { reply(to: $0, inBatch: true) })
      }
      return reply(to: value)
    } catch {
      return Self.reply(error, to: id)
    }
  }

  private func reply(to value: JSONValue, inBatch: Bool = false) -> Reply {
    var id: JSONValue?
    do throws(Failure) {
      guard let request = value.object else { throw .invalidRequest("not a JSON object") }
      id = request["id"]?.requestID
      if inBatch, request["method"] == .text("initialize") {
        throw .invalidRequest("initialize cannot be part of a batch")
      }
      return try reply(to: request, id: id)
    } catch {
      return Self.reply(error, to: id)
    }
  }

  private static func reply(_ error: Failure, to id: JSONValue?) -> Reply {
    let failure = JSONText.object(
      ("code", .number(Decimal(error.code))), ("message", .text(error.message)))
    return .answer(answer(to: id, ("error", failure)))
  }

  private func reply(
    to request: [String: JSONValue], id: JSONValue?
  ) throws(Failure) -> Reply {
    guard request["jsonrpc"] == .text("2.0") else {
      throw .invalidRequest("expected jsonrpc \"2.0\"")
    }
    let isAnswer = request["result"] != nil || request["error"] != nil
    // An answer is ignored, because the server sends no requests. The id of an error can be null.
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
      let revision = Revision(rawValue: version) ?? .newest
      requestedRevision.withLock { $0 = revision }
      return .answer(Self.answer(to: id, ("result", introduction(in: revision))))
    case "ping": return .answer(Self.answer(to: id, ("result", .object())))
    case "tools/list":
      if parameters["cursor"]?.nilIfNull != nil { throw .invalidParameters("unknown cursor") }
      let definitions = tools.map { [revision] tool in tool.definition(revision) }
      return .answer(Self.answer(to: id, ("result", .object(("tools", .array(definitions))))))
    case "tools/call":
      let (tool, arguments) = try toolAndArguments(in: parameters)
      return .call(id: id) { [revision] in
        Self.answer(to: id, ("result", await tool.call(arguments, revision)))
      }
    default: throw Failure(code: -32601, message: "unknown method \(method)")
    }
  }

  private func toolAndArguments(
    in parameters: [String: JSONValue]
  ) throws(Failure) -> (tool: MCPTool, arguments: [String: JSONValue]) {
    guard let name = parameters["name"]?.text else {
      throw .invalidParameters("name: expected a string")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .invalidParameters("unknown tool \(name)")
    }
    guard let arguments = (parameters["arguments"]?.nilIfNull ?? .object([:])).object else {
      throw .invalidParameters("arguments: expected an object")
    }
    return (tool, arguments)
  }

  private func introduction(in revision: Revision) -> JSONText {
    .object(
      ("protocolVersion", .text(revision.rawValue)),
      ("capabilities", .object(("tools", .object()))),
      ("serverInfo", .object(("name", .text(name)), ("version", .text(version)))),
      ("instructions", .text(instructions)))
  }

  private static func answer(to id: JSONValue?, _ member: JSONText.Member) -> String {
    let id: JSONText =
      switch id {
      case .text(let text): .text(text)
      case .number(let number): .number(number)
      default: .null
      }
    return JSONText.object(("jsonrpc", "2.0"), ("id", id), member).text
  }
}

extension JSONValue {
  package var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var nilIfNull: JSONValue? { self == .null ? nil : self }

  /// The value, if it can be the id of a request. A number of more than 36 digits may have been rounded.
  fileprivate var requestID: JSONValue? {
    switch self {
    case .text: self
    case .number(let number): number.significand.plain.count <= 36 ? self : nil
    default: nil
    }
  }
}

extension [UInt8] {
  /// The maximum depth of the arrays and objects of a JSON text.
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
