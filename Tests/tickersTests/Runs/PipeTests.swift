import Foundation
import StubExchange
import TestTools
import Testing

/// The real program in pipes and files, with an exchange on the loopback interface.
@Suite(.startsPrograms)
struct PipeTests {
  private static let tickers =
    #"[{"symbol":"BTC-USD","price_24h":25753.19,"volume_24h":54.7,"last_trade_price":26211.35}]"#
  private static let row = "BTC-USD  $26,211.35   +1.78%    54.7   $1.434M"

  @Test func `no poll is early, both are over one connection, and seen at once`() async throws {
    let exchange = try StubExchange(.json(Self.tickers))
    let program = try Program(
      ["list", "--url", exchange.url.absoluteString, "--interval", "2", "--count", "2"])
    #expect(await program.status() == 0)

    #expect(exchange.connections == 1)
    let requests = exchange.requests
    try #require(requests.count == 2)
    // The first one is made on the beat, and may arrive later than that.
    #expect(requests[1].at - requests[0].at > .seconds(1))
    let frames = program.output.text.components(separatedBy: "\n\n")
    #expect(frames.count == 2)
    #expect(frames.allSatisfy { $0.contains(Self.row) })
    let shown = try #require(program.output.arrival(of: Self.row))
    #expect(shown < requests[1].at)
  }

  @Test func `polling goes on through faults, and says so`() async throws {
    let exchange = try StubExchange(
      .json(Self.tickers), .answer(status: 503), .hang, .json(Self.tickers))
    let program = try Program([
      "list", "--url", exchange.url.absoluteString, "--interval", "0.2", "--timeout", "2",
      "--count", "4",
    ])
    #expect(await program.status() == 0)
    let errors = program.errors.text.split(separator: "\n")
    try #require(errors.count == 3)
    #expect(errors[0].contains("HTTP 503 Service Unavailable; next try in "))
    #expect(errors[1].contains("timed out after 2 s; next try in "))
    #expect(errors[2].contains("reconnected after "))
    #expect(program.output.text.components(separatedBy: "\n\n").count == 2)
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGALRM])
  func `the first signal ends the program`(signal: Int32) async throws {
    let program = try Program(["list", "--replay", Repository.fixtures.path])
    await until { !program.output.text.isEmpty }
    kill(program.processIdentifier, signal)
    #expect(await program.status() == 128 + signal)
  }

  @Test func `one poll is tried three times`() async throws {
    let exchange = try StubExchange(.answer(status: 500), .close, .json(Self.tickers))
    let program = try Program(["list", "--once", "--url", exchange.url.absoluteString])
    #expect(await program.status() == 0)
    #expect(program.output.text.hasSuffix(Self.row + "\n"))
    #expect(program.errors.text == "")
  }

  @Test func `quiet hides notices, verbose tells of requests`() async throws {
    let exchange = try StubExchange { _ in .json("[\(Self.tickers.dropFirst().dropLast()),17]") }
    let url = exchange.url.absoluteString
    let quiet = try Program(["list", "--once", "--quiet", "--url", url])
    let verbose = try Program(["list", "--once", "-v"], environment: ["TICKERS_URL": url])
    #expect(await quiet.status() == 0)
    #expect(await verbose.status() == 0)
    await until { verbose.errors.text.contains("skipped") }
    #expect(quiet.errors.text == "")
    let lines = verbose.errors.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("tickers: \(url)/tickers: 200, 92 bytes, ") == true)
    #expect(lines.last == "tickers: skipped 1 invalid row: [1] is not an object")
  }

  @Test func `a warning is printed again when it holds again`() async throws {
    let row = #"{"symbol":"BTC-USD","last_trade_price":7}"#
    let exchange = try StubExchange { request in
      .json(request.number == 2 ? "[\(row)]" : "[\(row),{}]")
    }
    let outcome = await TestWorld().run([
      "list", "--url", exchange.url.absoluteString, "--count", "4", "-i", "0.01",
    ])
    #expect(outcome.errors.components(separatedBy: "skipped 1 invalid row").count == 3)
  }

  @Test func `a reader that has gone is not an error`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let program = try Program(
      ["list", "--replay", Repository.fixtures.path], file: pipe.fileHandleForWriting)
    #expect(await program.status() == 0)
    #expect(program.errors.text == "")
  }
}
