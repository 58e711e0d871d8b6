import Foundation
import TestTools
import Testing

/// A TLS server on the loopback interface, made by `openssl`, which signs for it as well.
final class SecureServer: Sendable {
  /// What the server says of itself.
  struct Certificate: Sendable {
    var name = "localhost"
    /// In openssl's form: two digits each for year, month, day, hour, minute and second, then Z.
    var from = "200101000000Z"
    var until = "400101000000Z"
    var isSignedByItself = false
  }

  let url: String
  private let folder: TemporaryFolder
  private let process: Process

  /// The root that signs; ``Namespace/trusting(_:)`` makes a program trust it.
  var root: URL { folder.url.appending(path: "root.pem") }

  /// The program that makes it.
  static let openssl = URL(filePath: "/usr/bin/openssl")

  /// Starts a server that answers `/tickers` with one ticker.
  ///
  /// - Parameters:
  ///   - location: redirects `/tickers` to this URL instead.
  ///   - options: options of `openssl s_server`.
  init(
    _ certificate: Certificate = Certificate(), redirectingTo location: String? = nil,
    options: [String] = []
  ) async throws {
    folder = try TemporaryFolder()
    try folder.write(Self.settings(certificate), to: "settings")
    try folder.write("", to: "index")
    let redirect = location.map { "HTTP/1.0 302 Found\r\nLocation: \($0)\r\n\r\n" }
    try folder.write(
      redirect ?? #"[{"symbol":"BTC-USD","last_trade_price":7}]"#, to: "tickers")
    let own = certificate.isSignedByItself ? ["own.pem", "localhost"] : ["root.pem", "Test Root"]
    try await Self.run(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -days 9",
      ["-out", own[0], "-subj", "/CN=\(own[1])", "-addext", "subjectAltName=DNS:localhost"],
      in: folder)
    if !certificate.isSignedByItself {
      try await Self.run("req -new -key key.pem -subj /CN=server -out request.pem", in: folder)
      try await Self.run(
        "ca -batch -config settings -notext -cert root.pem -keyfile key.pem -in request.pem "
          + "-out own.pem -startdate \(certificate.from) -enddate \(certificate.until)",
        in: folder)
    }
    let output = Program.Output()
    process = try Self.start(
      "s_server -accept 127.0.0.1:0 -cert own.pem -key key.pem",
      [redirect == nil ? "-WWW" : "-HTTP"] + options, in: folder,
      output: output)
    #expect(await until { output.text.contains(/ACCEPT .*:\d+\n/) })
    let port = try #require(output.text.firstMatch(of: /ACCEPT .*:(\d+)\n/)).1
    url = "https://localhost:\(port)"
  }

  // A test runner may block the other signals, and its children inherit that.
  deinit { kill(process.processIdentifier, SIGKILL) }

  private static func settings(_ certificate: Certificate) -> String {
    """
    [ca]
    default_ca = root
    [root]
    database = index
    new_certs_dir = .
    rand_serial = yes
    default_md = sha256
    policy = policy
    x509_extensions = server
    [policy]
    commonName = supplied
    [server]
    subjectAltName = DNS:\(certificate.name)
    """
  }

  private static func run(
    _ words: String, _ more: [String] = [], in folder: TemporaryFolder
  ) async throws {
    let process = try start(words, more, in: folder)
    try #require(await until { !process.isRunning })
    try #require(process.terminationStatus == 0, "openssl \(words)")
  }

  private static func start(
    _ words: String, _ more: [String], in folder: TemporaryFolder,
    output: Program.Output? = nil
  ) throws -> Process {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = openssl
    process.arguments = words.split(separator: " ").map(String.init) + more
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output == nil ? FileHandle.nullDevice : pipe
    process.standardError = FileHandle.nullDevice
    output?.collect(from: pipe.fileHandleForReading)
    try process.run()
    return process
  }
}
