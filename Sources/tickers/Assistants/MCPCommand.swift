import Arguments
import Assistants
import MarketCore

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
    var sharing = world
    sharing.client = { exchange, _ in pool.client(of: exchange) }
    let shared = sharing
    let begin = connection.world(world, repeats: true).begin
    @Sendable func worldOfCall() -> World {
      var calling = connection.world(shared, repeats: true)
      calling.begin = { nil }
      if voice.isVerbose {
        calling.client = { [client = calling.client] in client($0, $1).traced(in: world) }
      }
      return calling
    }
    let tools = Tool.all.map { $0.served(options: invocation, in: worldOfCall) }
    let server = MCPServer(
      Tickers.program.name, version: Tickers.program.version,
      instructions: instructions(on: exchanges, in: world), tools: tools)
    return {
      if let status = begin() { return status }
      world.output.endWhenClosed()
      if world.output.isTerminal {
        voice.notice("waiting for JSON-RPC messages on stdin; an assistant sends them")
      }
      return await server.serve(readLine: world.readLine, write: world.write) ?? .success
    }
  }

  /// Returns the description of the tools for an assistant, with the exchanges that they use by default.
  private static func instructions(on chosen: [any Exchange]?, in world: World) -> String {
    let names = (chosen ?? [world.exchanges[0]]).map(\.id.rawValue).joined(separator: ", ")
    let history =
      chosen == nil
      ? "; history, and price with at, use the first exchange that has the price history" : ""
    return
      "Prices, order books and price history of cryptocurrencies. All numbers are strings with "
      + "every digit that was sent; null is unknown. as_of is the arrival time of the data, "
      + "age_seconds its age. Use filter, limit and columns to keep results short. "
      + "Without exchange, tools use \(names)\(history)."
  }
}
