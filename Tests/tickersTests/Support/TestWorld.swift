import Foundation
import MarketCore
import Synchronization
import Terminal
import TestTools
import Testing

@testable import tickers

/// A world that keeps what is written to it, and where no time is ever waited for.
struct TestWorld {
  /// The output and the exit status of a run.
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  /// What is other than in a usual environment.
  var environment: [String: String] = [:]
  /// The size of the terminal that the output goes to, if it goes to one.
  var terminal: TerminalSize?
  /// The commit that the program was built from.
  var commit = ""
  /// The exchanges there are.
  var exchanges: [any Exchange] = Exchanges.all
  /// The time that polls go by.
  var clock = FakeClock().pollClock()
  /// Is told what is written, as it is written.
  var written: @Sendable (_ text: String, _ isError: Bool) -> Void = { _, _ in }
  /// The options file below the home directory, if there is one.
  var options: [UInt8]?
  /// The file of holdings, if there is one: below the home directory, here, and stdin.
  var holdings: [UInt8]?
  /// What the output answers to a write, by its number.
  var failure: @Sendable (_ write: Int) -> WriteFailure? = { _ in nil }
  /// Changes the world before it is used.
  var change: @Sendable (inout World) -> Void = { _ in }

  /// A world whose exchange has this body for each path, without a connection.
  static func answering(_ body: @escaping @Sendable (_ path: String) -> String) -> TestWorld {
    var world = TestWorld()
    world.change = { world in
      world.client = { exchange, _ in
        .stub(exchange) { .success(.init(body: Data(body($0).utf8))) }
      }
    }
    return world
  }

  /// Runs the program on these arguments.
  func run(_ arguments: [String]) async -> Outcome {
    let output = Sink(failure) { [written] in written($0, false) }
    let errors = Sink({ _ in nil }) { [written] in written($0, true) }
    let terminal = terminal
    let home = options == nil && holdings == nil ? [:] : ["HOME": "/home/me"]
    var world = World(
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(home) { $1 }
        .merging(environment) { $1 },
      output: .init(isTerminal: terminal != nil, size: { terminal }, write: output.write),
      errors: .init(isTerminal: false, size: { nil }, write: errors.write),
      clock: clock,
      timeZone: { .gmt },
      commit: commit,
      exchanges: exchanges
    ).offline
    if options != nil || holdings != nil {
      world.files.read = { [options, holdings] path in
        switch path {
        case "/home/me/.config/tickers/options": options
        case "/home/me/.config/tickers/holdings.csv", "holdings.csv", "/dev/stdin": holdings
        default: nil
        }
      }
    }
    change(&world)
    let status = await Tickers.run(arguments, in: world)
    return Outcome(output: output.text, errors: errors.text, status: status.rawValue)
  }

  private final class Sink: Sendable {
    private let texts = Mutex<[String]>([])
    private let failure: @Sendable (Int) -> WriteFailure?
    private let written: @Sendable (String) -> Void

    init(
      _ failure: @escaping @Sendable (Int) -> WriteFailure?,
      _ written: @escaping @Sendable (String) -> Void
    ) {
      (self.failure, self.written) = (failure, written)
    }

    var text: String { texts.withLock { $0.joined() } }

    @Sendable func write(_ text: String) throws(WriteFailure) {
      let number = texts.withLock { texts in
        texts.append(text)
        return texts.count
      }
      if let failure = failure(number) { throw failure }
      written(text)
    }
  }
}

extension World {
  /// A terminal on which nothing is written.
  static let terminal = World(
    environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
    output: .init(isTerminal: true, size: { nil }, write: { _ in }),
    errors: .init(isTerminal: false, size: { nil }, write: { _ in }),
    clock: FakeClock().pollClock(),
    timeZone: { .gmt })
}

extension World {
  /// The same world without the internet: a request to another machine fails the test and ends
  /// polling.
  var offline: World {
    var world = self
    world.client = { [client] exchange, url in
      if ["127.0.0.1", "localhost"].contains(url.host()) { return client(exchange, url) }
      let transport = Transport { request in
        Issue.record("a test requests \(request)")
        return .failure(.missing("tests have no internet"))
      }
      return MarketClient(transport, exchange: exchange, base: url)
    }
    return world
  }
}
