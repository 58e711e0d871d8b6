import Arguments
import MarketCore
import Synchronization

enum MCPCommand {
  static let declaration = Command(
    "mcp", otherNames: ["server", "serve"], summary: "Model Context Protocol server for assistants",
    details: [
      "Reads JSON-RPC 2.0 messages from stdin, one per line, and answers on stdout, until the end of "
        + "stdin. The tools \(toolNames) are the commands of these names: their arguments are the options "
        + "that select and shape data; their results are the output of --format json with numbers as "
        + "strings, and with the age of the data, notices and the exit status.",
      "Options of mcp apply to all calls; a call can name other exchanges. Options of the options "
        + "file apply to tools only if mcp has them; watchlists do. Rate limits hold over all calls. With "
        + "--replay, each call is answered as at the beginning of the recording, or at --start. No tool "
        + "writes or reads a file, or requires a key.",
    ],
    options: ConnectionOptions.options + Voice.ofNotices,
    examples: [
      .init("tickers mcp -e kraken,coinbase", "Two exchanges, unless a call names others"),
      .init(
        "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | tickers mcp", "The tools"
      ),
    ])

  private static let toolNames =
    Tool.all.dropLast().map(\.name).joined(separator: ", ") + " and \(Tool.all.last?.name ?? "")"

  static let callLimit = 128

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let connection = try ConnectionOptions(invocation)
    let voice = try Voice(invocation, in: world)
    let exchanges = try connection.chosen(in: world)?.exchanges
    try connection.checkURLs(of: exchanges?.count ?? 1)
    let pool = ClientPool(of: world.exchanges) { exchange in
      var client = world.client(exchange, connection.url(of: exchange))
      client.keepsDelays = true
      return client
    }
    var shared = world
    shared.client = { exchange, _ in pool.client(of: exchange) }
    let begin = connection.world(world, repeats: true).begin
    let note = exchangeNote(on: exchanges, in: world)
    let server = MCPServer(options: invocation, exchangeNote: note) { [shared] in
      var calling = connection.world(shared, repeats: true)
      calling.begin = { nil }
      if voice.isVerbose {
        calling.client = { [client = calling.client] in client($0, $1).traced(in: world) }
      }
      return calling
    }
    return {
      if let status = begin() { return status }
      world.output.endWhenClosed()
      if world.output.isTerminal {
        voice.notice("waiting for JSON-RPC messages on stdin; an assistant sends them")
      }
      return await serve(server, in: world)
    }
  }

  /// Returns a sentence on the exchanges that tools use if a call names no exchange.
  private static func exchangeNote(on chosen: [any Exchange]?, in world: World) -> String {
    let names = (chosen ?? [world.exchanges[0]]).map(\.id.rawValue).joined(separator: ", ")
    let history =
      chosen == nil
      ? "; history, and price with at, use the first exchange that has the price history" : ""
    return "Without exchange, tools use \(names)\(history)."
  }

  /// Answers messages until the end of stdin or a failed write, and waits for the calls that have begun.
  private static func serve(_ server: MCPServer, in world: World) async -> ExitStatus {
    let (output, calls) = (AnswerWriter(world), MCPCalls(limit: callLimit))
    await withDiscardingTaskGroup { group in
      while output.failure == nil, let message = await world.readLine() {
        if message.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
        handle(server.reply(to: message), among: calls, output, in: &group)
      }
    }
    return output.failure ?? .success
  }

  private static func handle(
    _ reply: MCPServer.Reply, among calls: MCPCalls, _ output: AnswerWriter,
    in group: inout DiscardingTaskGroup
  ) {
    guard case .batch(let replies) = reply else {
      let call = begin(reply, among: calls) { output.write("\($0)\n") }
      if let call { group.addTask { await call.value } }
      return
    }
    let answers = BatchAnswers()
    let batch = replies.compactMap { begin($0, among: calls, write: answers.add) }
    group.addTask { await answers.write(to: output, after: batch) }
  }

  /// Performs a reply that is not a batch; returns the task of the call if the reply begins a call.
  private static func begin(
    _ reply: MCPServer.Reply, among calls: MCPCalls, write: @escaping @Sendable (String) -> Void
  ) -> Task<Void, Never>? {
    switch reply {
    case .none, .batch: break
    case .answer(let answer): write(answer)
    case .cancellation(let id): calls.cancel(id)
    case .call(let id, let answer):
      return calls.begin(id) {
        let answer = await answer()
        if !Task.isCancelled { write(answer) }
      }
    }
    return nil
  }

  /// The answers to the requests of a batch, in the order in which the answers were ready.
  private final class BatchAnswers: Sendable {
    private let answers = Mutex([String]())

    @Sendable func add(_ answer: String) { answers.withLock { $0.append(answer) } }

    /// Waits until the calls have ended, and writes the answers, if there are any.
    func write(to output: AnswerWriter, after calls: [Task<Void, Never>]) async {
      for call in calls { await call.value }
      let answers = answers.withLock { $0 }
      if !answers.isEmpty { output.write("[\(answers.joined(separator: ","))]\n") }
    }
  }

  /// Writes answers, one after another, until a write fails.
  private final class AnswerWriter: Sendable {
    private let world: World
    private let status = Mutex<ExitStatus?>(nil)

    init(_ world: World) { self.world = world }

    /// The exit status of a failed write; `nil` if no write has failed.
    var failure: ExitStatus? { status.withLock { $0 } }

    func write(_ answer: String) {
      status.withLock { status in status = status ?? world.write(answer) }
    }
  }
}
