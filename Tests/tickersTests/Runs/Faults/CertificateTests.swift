import Foundation
import StubExchange
import TestTools
import Testing

/// Servers over TLS that can't be trusted: each is refused, at once and in words that say why.
@Suite(
  .startsPrograms, .needs(SecureServer.openssl.path), .needs(Namespace.roots))
/// Servers with valid and with invalid certificates.
struct CertificateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var certificate = SecureServer.Certificate()
    var options: [String] = []
  }

  private func expect(
    _ words: String, of fault: Case, trusted: Bool = true, environment: [String: String] = [:],
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try await SecureServer(fault.certificate, options: fault.options)
    let program = try Program(
      ["list", "--once", "--url", server.url], environment: environment,
      startedBy: trusted ? Namespace.trusting(server.root) : [])
    #expect(await program.status() == 69, sourceLocation: location)
    await until { !program.errors.text.isEmpty }
    #expect(
      program.errors.text == "tickers: no secure connection to localhost: \(words)\n",
      sourceLocation: location)
    #expect(program.output.text == "", sourceLocation: location)
  }

  @Test(.needsNamespace)
  func `a server whose root the machine trusts is asked`() async throws {
    let server = try await SecureServer()
    let program = try Program(
      ["price", "BTC-USD", "ETH-USD", "--url", server.url],
      startedBy: Namespace.trusting(server.root))
    #expect(await program.status() == 66)
    await until { !program.errors.text.isEmpty }
    #expect(program.errors.text.hasPrefix("tickers: unknown pair ETH-USD on Blockchain.com"))
  }

  @Test(.needsNamespace, arguments: ["http", "HTTP"])
  func `a redirect to a server without TLS is refused, and that server gets no request`(
    scheme: String
  ) async throws {
    let exchange = try StubExchange(.json(#"[{"symbol":"BTC-USD","last_trade_price":7}]"#))
    let location = exchange.url.absoluteString.replacing("http:", with: "\(scheme):")
    let server = try await SecureServer(redirectingTo: location)
    let program = try Program(
      ["list", "--once", "--url", server.url], startedBy: Namespace.trusting(server.root))
    #expect(await program.status() == 69)
    await until { !program.errors.text.isEmpty }
    #expect(program.errors.text == "tickers: redirect from https to http refused\n")
    #expect(exchange.requests.isEmpty)
  }

  @Test(
    .needsNamespace,
    arguments: [
      (
        Case(testDescription: "another name", certificate: .init(name: "example.org")),
        "certificate issued for another host name"
      ),
      (
        Case(testDescription: "expired", certificate: .init(until: "200102000000Z")),
        "certificate expired"
      ),
      (
        Case(testDescription: "not yet valid", certificate: .init(from: "391231000000Z")),
        "certificate not yet valid"
      ),
      (
        Case(testDescription: "TLS 1.1", options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]),
        "TLS version not supported"
      ),
      (
        Case(testDescription: "no cipher in common", options: ["-tls1_2", "-cipher", "NULL"]),
        "no supported cipher"
      ),
      (
        Case(testDescription: "wants a certificate", options: ["-Verify", "1"]),
        "client certificate required"
      ),
    ])
  func `a server that is signed for well but faulty is refused`(fault: Case, words: String)
    async throws
  {
    try await expect(words, of: fault)
  }

  @Test(
    arguments: [
      [:], ["URLSessionCertificateAuthorityInfoFile": "INSECURE_SSL_NO_VERIFY"],
      ["CURL_INSECURE": "1", "GIT_SSL_NO_VERIFY": "1", "NODE_TLS_REJECT_UNAUTHORIZED": "0"],
    ])
  func `a server that nobody trusted has signed for is refused, whatever the environment says`(
    environment: [String: String]
  ) async throws {
    try await expect(
      "certificate not trusted (unknown CA)",
      of: Case(testDescription: "unknown root"), trusted: false, environment: environment)
  }

  @Test func `a server that has signed for itself is refused`() async throws {
    try await expect(
      "self-signed certificate",
      of: Case(testDescription: "self-signed", certificate: .init(isSignedByItself: true)),
      trusted: false)
  }
}
