import Arguments
import Assistants
import MarketCore
import Reports
import Synchronization

extension Tool {
  /// The tool of a server. `world` makes the world of a call. A call inherits some of the `options` of the
  /// server, unless it has other values.
  func served(options: Invocation, in world: @escaping @Sendable () -> World) -> MCPTool {
    MCPTool(name, definition: definition) { arguments, revision in
      await result(arguments, options, in: world(), revision)
    }
  }

  /// Collects the text that a command writes.
  private final class Transcript: Sendable {
    private let written = Mutex("")

    var text: String { written.withLock { $0 } }
    var output: World.Writer {
      World.Writer(isTerminal: false, size: { nil }) { text in self.written.withLock { $0 += text }
      }
    }
  }

  /// Returns the result of a tool: the JSON of its command, its notices and errors, and its exit status.
  private func result(
    _ arguments: [String: JSONValue], _ options: Invocation, in world: World, _ revision: Revision
  ) async -> JSONText {
    let (output, errors) = (Transcript(), Transcript())
    var world = world
    (world.output, world.errors) = (output.output, errors.output)
    world.isTool = true
    let status: ExitStatus
    do throws(UsageError) {
      status = try await run(words(for: arguments), options, in: world)
    } catch {
      status = world.failure(error)
    }
    let ending = JSONText.object(
      ("notices", .array(Self.notices(in: errors.text))), ("status", .text("\(status.rawValue)")))
    let document = output.text
    // A partial result with rows is not an error. Its status names the failure.
    let hasRows = rowNames.contains { document.contains("\"\($0)\":[{") }
    let content =
      document.isEmpty
      ? ending : JSONText(text: document.dropLast("}\n".count) + "," + ending.text.dropFirst())
    // Clients of older revisions support only text.
    let text = JSONText.object(("type", "text"), ("text", .text(content.text)))
    let structure = revision.hasStructure ? [("structuredContent", content)] : []
    return .object(
      [("content", .array([text]))] + structure
        + [("isError", .flag(status != .success && !hasRows))])
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

  private func run(
    _ words: [String], _ options: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    guard case .run(var invocation) = try Tickers.program.parse(words) else {
      return .internalError
    }
    invocation.inherit(["exchange", "url", "timeout", "quiet"], from: options)
    return try await Tickers.prepare(&invocation, in: world)()
  }
}
