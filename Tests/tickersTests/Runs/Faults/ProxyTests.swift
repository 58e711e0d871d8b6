import Foundation
import StubExchange
import TestTools
import Testing

/// Proxies of the environment that do not do as they should.
@Suite(
  .startsPrograms, .linux("elsewhere the proxies are those of the system settings"))
/// The errors of a proxy.
struct ProxyTests {
  /// Asks an https server by way of a proxy; returns the exit status and the line on stderr.
  private static func ask(
    _ proxy: StubExchange, credentials: String = "", variable: String = "https_proxy"
  ) async throws -> (status: Int32, errors: String) {
    let port = try #require(proxy.url.port)
    let unset = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
    let program = try Program(
      ["list", "--once", "--timeout", "10", "--url", "https://example.invalid/v3"],
      startedBy: ["/usr/bin/env"] + unset.flatMap { ["-u", $0] }
        + ["\(variable)=http://\(credentials)127.0.0.1:\(port)/"])
    let status = await program.status()
    await until { program.errors.text.hasSuffix("\n") }
    return (status, program.errors.text.replacing(":\(port)", with: ":PORT"))
  }

  @Test(arguments: [(407, 1), (403, 1), (502, 3)])
  func `a proxy that refuses to connect is named, and tried again only if it may pass`(
    status: Int, tries: Int
  ) async throws {
    let proxy = try StubExchange(.answer(status: status))
    let outcome = try await Self.ask(proxy)
    #expect(
      outcome.errors == "tickers: proxy 127.0.0.1:PORT refused the connection: HTTP \(status)\n")
    #expect(outcome.status == 69)
    #expect(
      proxy.requests.map { "\($0.method) \($0.path)" }
        == Array(repeating: "CONNECT example.invalid:443", count: tries))
  }

  @Test func `the password of a proxy is not shown`() async throws {
    let proxy = try StubExchange(.answer(status: 407))
    let outcome = try await Self.ask(proxy, credentials: "me:secret@", variable: "ALL_PROXY")
    #expect(outcome.errors == "tickers: proxy 127.0.0.1:PORT refused the connection: HTTP 407\n")
  }
}
