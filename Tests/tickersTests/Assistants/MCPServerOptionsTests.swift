import Foundation
import Testing

@testable import tickers

/// The options of `tickers mcp`, which hold for all calls.
struct MCPServerOptionsTests {
  /// The exchanges of the rows of a call that has those of Bitcoin, and notices.
  private func exchanges(
    _ world: TestWorld = TestWorld(), _ arguments: String = #"{"filter":"BTC-USD"}"#,
    server: [String] = []
  ) async throws -> Set<String> {
    let result = try await world.call("list", arguments, server: MCP.fixtures + server)
    #expect((result.status, result.isError) == ("0", false))
    return Set((result.content["tickers"]?.elements ?? []).compactMap { $0["exchange"]?.text })
  }

  @Test func `exchanges are those of a call, else of the server`() async throws {
    #expect(try await exchanges() == ["blockchain"])
    #expect(try await exchanges(server: ["-e", "kraken,okx"]) == ["kraken", "okx"])
    let call = #"{"filter":"BTC-USD","exchange":"okx"}"#
    #expect(try await exchanges(TestWorld(), call, server: ["-e", "kraken"]) == ["okx"])
    let list = #"{"filter":"BTC-USD","exchange":["okx","bitstamp"]}"#
    #expect(try await exchanges(TestWorld(), list, server: ["-e", "all"]) == ["okx", "bitstamp"])
  }

  @Test func `the environment chooses exchanges, and options override it`() async throws {
    let world = TestWorld(environment: ["TICKERS_EXCHANGE": "kraken"])
    #expect(try await exchanges(world) == ["kraken"])
    #expect(try await exchanges(world, server: ["-e", "okx"]) == ["okx"])
    #expect(try await exchanges(world, #"{"exchange":"bitstamp","limit":1}"#) == ["bitstamp"])
  }

  @Test(arguments: [
    ("[mcp]\n--exchange kraken", "kraken"), ("--exchange okx\n[mcp]\n--exchange kraken", "kraken"),
    ("--exchange okx", "okx"), ("[list]\n--exchange okx", "blockchain"),
    ("[list]\n--where last > 1000000000", "blockchain"),
  ])
  func `the options file is that of the server`(file: String, exchange: String) async throws {
    #expect(try await exchanges(TestWorld(options: Array(file.utf8))) == [exchange])
  }

  @Test func `watchlists of the options file are for filters`() async throws {
    let world = TestWorld(options: Array("@mine = BTC-USD, ETH-EUR".utf8))
    let result = try await world.call("list", #"{"filter":"@mine","columns":"symbol"}"#)
    #expect(
      result.content["tickers"]?.elements.map { $0["symbol"]?.text } == ["BTC-USD", "ETH-EUR"])
    let unknown = try await world.call("list", #"{"filter":"@other"}"#)
    #expect(unknown.isError)
    #expect(unknown.notices == ["--filter: unknown watchlist @other; watchlists are @mine"])
  }

  @Test func `quiet hides notices, but no errors`() async throws {
    let history = #"{"symbols":"BTC-USD","exchange":"kraken","in":"EUR","limit":2}"#
    let loud = try await TestWorld().call("history", history)
    #expect(loud.notices == ["converted to EUR by EUR-USD (Kraken)"])
    let quiet = try await TestWorld().call("history", history, server: MCP.fixtures + ["--quiet"])
    #expect((quiet.notices, quiet.status) == ([], "0"))
    #expect(quiet.document == loud.document)
    let error = try await TestWorld().call(
      "price", #"{"symbols":"NOPE-USD"}"#, server: MCP.fixtures + ["--quiet"])
    #expect(error.notices.count == 1 && error.status == "66" && error.isError)
  }

  @Test func `a missing recording is an error of each call`() async throws {
    let result = try await TestWorld().call("list", server: ["--replay", "/nonexistent/a"])
    #expect((result.isError, result.status) == (true, "66"))
    #expect(result.content.keys.sorted() == ["notices", "status"])
  }

  @Test(arguments: [
    (["-e", "nope"], "--exchange: unknown exchange 'nope'"),
    (["--url", "http://127.0.0.1", "-e", "kraken,okx"], "--url needs a name"),
    (["--url", "nope=http://127.0.0.1"], "--url: unknown exchange 'nope'"),
    (["--timeout", "0"], "--timeout: '0'"), (["--start", "today"], "--start requires --replay"),
    (["--append"], "--append requires --record"), (["x"], "too many arguments (x)"),
    (["--format", "json"], "mcp has no option --format"), (["--limit", "1"], "mcp has no option"),
    (["--once"], "mcp has no option --once"), (["--nope"], "unknown option --nope"),
  ])
  func `wrong options are an error before any message`(
    arguments: [String], error: String
  ) async throws {
    let (answers, outcome) = try await TestWorld().mcp([MCP.request(1, "ping")], arguments)
    #expect(answers.isEmpty)
    #expect(outcome.errors.hasPrefix("tickers: \(error)"), "\(outcome.errors)")
    #expect(outcome.status == 64)
  }

  @Test func `a wrong options file or environment is an error before any message`() async throws {
    for world in [
      TestWorld(options: Array("[mcp]\n--exchange nope".utf8)),
      TestWorld(environment: ["TICKERS_EXCHANGE": "nope"]),
      TestWorld(environment: ["TICKERS_URL": "nope"]),
    ] {
      let (answers, outcome) = try await world.mcp([MCP.request(1, "ping")])
      #expect(answers.isEmpty)
      #expect(outcome.errors.contains("nope"))
      #expect(outcome.status == 64)
    }
  }
}
