import Foundation
import StubExchange
import TestTools
import Testing

/// Every way in which an answer can go wrong: what the user sees, and that the next good answer is
/// shown. The page of the documentation is made of the same table.
///
/// `UPDATE_CASES=1 swift test --filter FaultMatrixTests` regenerates the page.
@Suite(.fewAtATime)
struct FaultMatrixTests {
  private static let page = Repository.root.appending(
    path: "Sources/MarketCore/MarketCore.docc/Faults.md")
  private static let good = Reply.json(#"[{"symbol":"BTC-USD","last_trade_price":7}]"#)

  @Test(.linux("the messages are those of libcurl"))
  func `the page on faults says what the program does`() async throws {
    var rows: [String] = []
    for fault in Fault.all { rows.append(try await Self.row(of: fault)) }
    let text = Self.introduction + rows.joined()
    if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: Self.page, encoding: .utf8)
    let differences = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
      .filter { $0 != $1 }.map { "\($0)\n  expected: \($1)" }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    #expect(text.count == expected.count)
  }

  @Test(arguments: Fault.all)
  func `the next good answer is shown`(fault: Fault) async throws {
    // A fault of the connection may be met once more on the way.
    let exchange = try StubExchange { $0.number == 0 ? fault.reply : Self.good }
    let outcome = await TestWorld().run(
      Self.arguments(exchange, fault) + ["--count", fault.polls, "--until", "last == 7"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("BTC-USD  $7.00"))
    #expect(exchange.openConnections <= 2)
  }

  /// One line for people, and the exit status, of one poll that meets the fault again and again.
  private static func row(of fault: Fault) async throws -> String {
    let exchange = try StubExchange(fault.reply)
    let outcome = await TestWorld().run(arguments(exchange, fault) + ["--once"])
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count <= 1, "\(fault.name): \(outcome.errors)")
    #expect(lines.allSatisfy { $0.hasPrefix("tickers: ") })
    #expect((outcome.status == 0) == (outcome.output.contains("BTC-USD  $7.00")), "\(fault.name)")
    let said = lines.first.map { String($0.dropFirst("tickers: ".count)) } ?? ""
    return "| \(fault.name) | \(said) | \(outcome.status) |\n"
  }

  private static func arguments(_ exchange: StubExchange, _ fault: Fault) -> [String] {
    ["list", "--interval", "1", "--timeout", fault.timeout, "--url", exchange.url.absoluteString]
  }

  private static let introduction = """
    # Faults

    The error message for each faulty response on Linux, and the exit status with `--once`.

    While polling, the message is the same, followed by the time of the next try; the next good \
    response is shown. A test generates this table from the output of the program.

    Two faults end the program with status 70 and a message: Foundation on Linux traps ("Transfer \
    completed, but there's no response") when a connection without TLS is closed between the status \
    line and the end of the headers, and when a chunked response has a trailer, which HTTP allows. \
    The terminal is restored even then. They also end other programs that use the library.

    | fault | message | exit status |
    | --- | --- | --- |

    """
}
