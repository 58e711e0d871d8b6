import Foundation
import StubExchange
import TestTools
import Testing

/// The time, the memory and the files that a server can cost the real program.
@Suite(.startsPrograms)
struct TransportFaultTests {
  private static let good = Reply.json(#"[{"symbol":"BTC-USD","last_trade_price":7}]"#)

  @Test(.linux("it is Foundation there that is slow with headers"))
  func `the deadline holds whatever Foundation is busy with`() async throws {
    // It copies all lines at each of them: 50,000 in 300 kB take it 10 s.
    let exchange = try StubExchange(.endlessHeaders(lineLength: 6))
    let start = ContinuousClock.now
    let program = try Program(
      ["list", "--once", "--timeout", "0.5", "--url", exchange.url.absoluteString])
    #expect(await program.status() == 69)
    let line = "tickers: timed out after 0.5 s\n"
    await until { program.errors.text == line }
    #expect(program.errors.text == line)
    #expect(try #require(program.errors.arrival(of: line)) - start < .seconds(6))
  }

  @Test(.needs("/proc/self/status"))
  func `an answer that unpacks to 600 MB takes little more memory than the limit`()
    async throws
  {
    let exchange = try StubExchange(.bomb(bytes: 581_000))
    let program = try Program(["list", "--interval", "1", "--url", exchange.url.absoluteString])
    // What the first one leaves behind it is there at the second.
    #expect(await until { program.errors.text.split(separator: "larger than 32 MiB").count > 2 })
    let status = try Self.file("status", of: program)
    let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/)?.1)
    #expect(try #require(Int(peak)) < 150_000)
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)
  }

  @Test(.needs("/proc/self/stat"), arguments: [Reply.hang, .hangInBody])
  func `waiting for an answer takes no core`(reply: Reply) async throws {
    let exchange = try StubExchange(reply)
    let program = try Program(
      ["list", "--timeout", "60", "--url", exchange.url.absoluteString])
    #expect(await until { !exchange.requests.isEmpty })
    let before = try Self.hundredthsOfCPU(of: program)
    // A share of a second, which has to pass.
    try await Task.sleep(for: .seconds(1))
    let used = try Self.hundredthsOfCPU(of: program) - before
    #expect(used < 10, "\(used) of 100")
    program.terminate()
    #expect(await program.status() == 128 + SIGTERM)
  }

  @Test func `nothing is written in a home`() async throws {
    let exchange = try StubExchange(Self.good)
    let home = try TemporaryFolder()
    let program = try Program(
      ["list", "--once", "--url", exchange.url.absoluteString],
      environment: ["HOME": home.path], in: URL(filePath: home.path),
      startedBy: ["/usr/bin/env", "-u", "XDG_CACHE_HOME", "-u", "XDG_DATA_HOME"])
    #expect(await program.status() == 0)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
  }

  /// A file that the system keeps of a process.
  private static func file(_ name: String, of program: Program) throws -> String {
    try String(contentsOfFile: "/proc/\(program.processIdentifier)/\(name)", encoding: .utf8)
  }

  private static func hundredthsOfCPU(of program: Program) throws -> Int {
    // The name, which comes first, may have spaces.
    let fields = try #require(file("stat", of: program).split(separator: ")").last)
      .split(separator: " ")
    return try #require(Int(fields[11])) + #require(Int(fields[12]))
  }
}
