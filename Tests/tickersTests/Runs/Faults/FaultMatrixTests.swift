import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

/// Every fault of a response: the message and the exit status of the program, the error of the
/// library, and the next good response.
///
/// `UPDATE_CASES=1 swift test --filter FaultMatrixTests` regenerates the pages.
@Suite(.fewAtATime)
struct FaultMatrixTests {
  private static let good = Reply.json(#"[{"symbol":"BTC-USD","last_trade_price":7}]"#)

  @Test(.linux("the messages are those of libcurl"))
  func `the page on faults says what the program does`() async throws {
    var rows: [String] = []
    for fault in Fault.all { rows.append(try await Self.row(of: fault)) }
    try Self.check("Sources/tickers/Documentation/Faults.md", Self.introduction + rows.joined())
  }

  @Test(.linux("the errors are those of libcurl"))
  func `the page on faults says which error the library returns`() async throws {
    var faults: [(error: String, names: [String])] = []
    for fault in Fault.all {
      let error = try await Self.error(of: fault)
      if let place = faults.firstIndex(where: { $0.error == error }) {
        let status = fault.name.wholeMatch(of: /status ([0-9]+)/)?.1
        if let status, let last = faults[place].names.last, last.hasPrefix("status ") {
          faults[place].names[faults[place].names.count - 1] = "\(last), \(status)"
        } else {
          faults[place].names.append(fault.name)
        }
      } else {
        faults.append((error, [fault.name]))
      }
    }
    let rows = faults.map { "| \($0.error) | \($0.names.joined(separator: "; ")) |\n" }
    try Self.check(
      "Sources/MarketCore/MarketCore.docc/Faults.md", Self.libraryIntroduction + rows.joined())
  }

  private static func check(_ path: String, _ text: String) throws {
    let page = Repository.root.appending(path: path)
    if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
      try text.write(to: page, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: page, encoding: .utf8)
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

  /// The case of the error, as the documentation links to it.
  private static func error(of fault: Fault) async throws -> String {
    let exchange = try StubExchange(fault.reply)
    let client = MarketClient.live(
      at: exchange.url, userAgent: "test", timeout: .seconds(try #require(Double(fault.timeout))))
    guard case .failure(let error) = await client.tickers() else { return "none" }
    let name: String? =
      switch error {
      case .unreachable: "unreachable(_:)"
      case .untrusted: "untrusted(_:)"
      case .timedOut: "timedOut(seconds:)"
      case .rateLimited: "rateLimited(retryAfter:)"
      case .httpStatus: "httpStatus(_:retryAfter:)"
      case .malformed: "malformed(_:)"
      case .tooLarge: "tooLarge(limit:)"
      default: nil
      }
    return "``MarketError/\(try #require(name, "\(error)"))``"
  }

  private static func arguments(_ exchange: StubExchange, _ fault: Fault) -> [String] {
    ["list", "--interval", "1", "--timeout", fault.timeout, "--url", exchange.url.absoluteString]
  }

  private static let introduction = """
    # Faults

    The error message for each faulty response on Linux, and the exit status with `--once`.

    While polling, the message is the same, followed by the time of the next try; the next good \
    response is shown. [Live.md](Live.md#connections) describes faults of streams. A test generates this \
    table from the output of the program.

    | fault | message | exit status |
    | --- | --- | --- |

    """

  private static let libraryIntroduction = """
    # Faults

    The error for each faulty response on Linux.

    ## Overview

    A client made the request of each row to a local server. Its next request succeeds as soon as the \
    server does. A test generates this table. <doc:Errors> describes how to handle each error. \
    <doc:Platforms> names three faults that end a process that is linked without what the library requires.

    | error | faults |
    | --- | --- |

    """
}
