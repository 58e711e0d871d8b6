import Foundation
import StubExchange
import Terminal
import TestTools
import Testing

/// Hostile symbols, such as a path, a query, an option or an escape sequence.
@Suite(.startsPrograms)
struct HostileNamesTests {
  static let names = [
    "../x-USD", "../../../../etc/passwd-USD", "..-USD", ".", "..",
    "%2e%2e-USD", "A%2FB-USD", "A%00-USD", "A-USD?depth=1", "A-USD#x", "A-USD;x", "A-USD&x",
    "A B-USD",
    "A\\B-USD", "A-USD\r\nX y", "A-USD\u{0}", "\u{1B}[2J-USD", "ÄÖ-USD", "A\u{301}-USD", "А-USD",
    "~-USD", "@example.org-USD", "%s%n-USD", "-",
    String(repeating: "A", count: 5000) + "-USD",
  ]
  private static let commands = [["book", "--once"], ["book", "--orders", "--once"], ["price"]]

  private static func arguments(_ command: [String], _ names: [String], _ source: [String])
    -> [String]
  {
    command + source + ["--"] + names
  }

  private static func expectNoOrders(
    _ outcome: TestWorld.Outcome, location: SourceLocation = #_sourceLocation
  ) {
    let found = (outcome.output + outcome.errors).unicodeScalars.filter {
      $0.isControl && $0 != "\n"
    }
    #expect(found.isEmpty, sourceLocation: location)
    #expect(outcome.errors.hasPrefix("tickers: "), sourceLocation: location)
  }

  private static func expectNoOrders(
    _ screen: ScreenRun, location: SourceLocation = #_sourceLocation
  ) {
    let texts = [screen.display.text, screen.errors] + (screen.printed ?? [])
    let found = texts.joined().unicodeScalars.filter { $0.isControl && $0 != "\n" }
    #expect(found.isEmpty, sourceLocation: location)
  }

  @Test(arguments: names, commands)
  func `the exchange is asked only for the list when a typed name is none`(
    name: String, command: [String]
  ) async throws {
    let exchange = try StubExchange(.json(#"[{"symbol":"BTC-USD","last_trade_price":7}]"#))
    let url = exchange.url.absoluteString
    let outcome = await TestWorld().run(Self.arguments(command, [name], ["--url", url]))
    // Patterns and watchlists are refused before any request.
    #expect([64, 66].contains(outcome.status))
    #expect(outcome.output == "")
    Self.expectNoOrders(outcome)
    let expected: Set = outcome.status == 64 ? [] : ["/v3/exchange/tickers"]
    #expect(Set(exchange.requests.map(\.path)) == expected)
    #expect(exchange.requests.allSatisfy { $0.method == "GET" && $0.headers["x"] == nil })
  }

  @Test(
    arguments: ["http://example.org/-USD", "A-USD\r\nX: y", ":BTC-USD", "../x:BTC-USD"], commands)
  func `what stands before a colon is the name of an exchange, or nothing is asked`(
    name: String, command: [String]
  ) async throws {
    let exchange = try StubExchange(.json("[]"))
    let url = ["--url", exchange.url.absoluteString]
    let outcome = await TestWorld().run(Self.arguments(command, [name], url))
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    Self.expectNoOrders(outcome)
    #expect(exchange.requests.isEmpty)
  }

  @Test(arguments: [("/etc/passwd", "-ETC-PASSWD"), ("a/b-usd/c_d", "A-B-USD-C-D")])
  func `a slash that is typed is the dash of a name, not the end of one`(
    name: String, segment: String
  ) async throws {
    let exchange = try StubExchange(.json("[]"))
    let folder = try TemporaryFolder()
    _ = await TestWorld().run([
      "book", name, "--once", "--url", exchange.url.absoluteString, "--record", folder.path,
    ])
    #expect(exchange.requests.map(\.path) == ["/v3/exchange/l2/\(segment)"])
    #expect(folder.answers == ["l2/\(segment)/1.json", "l2/\(segment)/1.meta"])
  }

  @Test(arguments: commands)
  func `no name on the list becomes part of a request or of a recording`(command: [String])
    async throws
  {
    let exchange = try OddTextTests.exchange(Self.names)
    let folder = try TemporaryFolder()
    for (number, name) in Self.names.enumerated() {
      let outcome = await TestWorld().run(
        Self.arguments(
          command, [name],
          ["--url", exchange.url.absoluteString, "--record", folder.path + "/\(number)"]))
      #expect([0, 64, 66].contains(outcome.status))
    }
    #expect(Set(exchange.requests.map(\.path)) == ["/v3/exchange/tickers"])
    let kept = Set(folder.files.map { $0.drop { $0 != "/" } })
    #expect(kept.allSatisfy { $0 == "/started" || $0.hasPrefix("/blockchain/tickers/") })
  }

  @Test(arguments: names, commands)
  func `a typed name leads to no file outside of a recording`(name: String, command: [String])
    async throws
  {
    let folder = try TemporaryFolder()
    let book = #"{"symbol":"X-USD","bids":[{"px":1,"qty":1}],"asks":[]}"#
    for place in [
      "x-USD", "X-USD", "replayed/blockchain/x-USD",
      "replayed/blockchain/l2", "replayed/blockchain/tickers",
    ] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: place), withIntermediateDirectories: true)
      try folder.write(book, to: place + "/1.json")
    }
    let outcome = await TestWorld().run(
      Self.arguments(command, [name], ["--replay", folder.path + "/replayed"]))
    #expect([64, 65, 66].contains(outcome.status))
    #expect(outcome.output == "")
    Self.expectNoOrders(outcome)
  }

  @Test(arguments: ["../../x-USD", "A-USD?x", "\u{1B}[2J-USD", "%2e%2e-USD", "--help-USD\u{202E}"])
  func `a row that is opened on a screen asks for no more than the list`(name: String) async throws
  {
    let exchange = try OddTextTests.exchange([name])
    let screen = ScreenRun(
      ["list", "--url", exchange.url.absoluteString, "--interval", "3600"],
      environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("1 pair"))
    #expect(await screen.type("\r", shows: "cannot be requested"))
    #expect(await screen.quit() == 0)
    #expect(Set(exchange.requests.map(\.path)) == ["/v3/exchange/tickers"])
    Self.expectNoOrders(screen)
  }

  @Test func `a screen obeys no name`() async throws {
    let exchange = try OddTextTests.exchange(OddTextTests.symbols)
    let screen = ScreenRun(
      ["list", "--url", exchange.url.absoluteString, "--interval", "3600"], rows: 60,
      environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("\u{FFFD}[31mA"))
    #expect(await screen.type("/usd", shows: "/usd▏"))
    #expect(await screen.quit(isTyping: true) == 0)
    Self.expectNoOrders(screen)
  }

  @Test(arguments: [
    Reply.answer(headers: [("Content-Encoding", "\u{1B}[2Jx")], body: "[]".utf8),
    .answer(status: 302, headers: [("Location", "x\u{1B}[2J://y")]),
    .answer(status: 302, headers: [("Location", "ftp://\u{1B}[2J")]),
    .answer(status: 429, headers: [("Retry-After", "\u{1B}[2J")]),
    .raw("HTTP/1.1 \u{1B}[2J no\r\n\r\n".utf8), .raw("\u{1B}[2J".utf8),
    .json(#"[{"symbol":"\u001b[2J-USD","last_trade_price":"\u001b[2J"}]"#),
    .json(#"{"\u001b[2J":1}"#), .json("\u{1B}[2J"),
    .json(#"[{"symbol":"\u001b[2J"},{"symbol":"\u001b[2J"},{"symbol":"A","\u202e":1}]"#),
  ])
  func `no answer puts an order to the terminal into what is said`(reply: Reply) async throws {
    let exchange = try StubExchange(reply)
    for command in [
      ["list", "--once"], ["symbols"], ["price", "BTC-USD"], ["book", "BTC-USD", "-1"],
    ] {
      let outcome = await TestWorld().run(
        command + ["--verbose", "--timeout", "0.5", "--url", exchange.url.absoluteString])
      Self.expectNoOrders(outcome)
    }
  }

  @Test func `what a recording says of itself is only text`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "blockchain/tickers"), withIntermediateDirectories: true)
    try folder.write(
      #"[{"symbol":"BTC-USD","last_trade_price":7}]"#, to: "blockchain/tickers/1.json")
    try folder.write(#"{"source":"\u001b[2J\u202e\n%n"}"#, to: "blockchain/tickers/1.meta")
    let outcome = await TestWorld().run([
      "list", "--once", "--verbose", "-o", "json", "--replay", folder.path,
    ])
    #expect(outcome.output.contains(#""source":"\u001b[2J\u202e\u000a%n""#))
    Self.expectNoOrders(outcome)
    let screen = ScreenRun(
      ["list", "--replay", folder.path, "--interval", "3600"], environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("\u{FFFD}[2J\u{FFFD}\u{FFFD}%n"))
    #expect(await screen.quit() == 0)
    Self.expectNoOrders(screen)
  }
}
