import Foundation
@testable import MarketCore
import TestTools

/// The server's side of the streams of a test.
final class StreamServer: Sendable {
  /// The error of further connections; `nil` to accept them.
  let refusal = Observed<MarketError?>(nil)
  /// All messages of the clients, in the order of their arrival.
  let texts = Observed<[String]>([])
  let stub: StubWebSocket
  private let opened = Observed<[StubWebSocket.Connection]>([])

  init() {
    stub = StubWebSocket(
      refuse: { [refusal] _ in refusal.value },
      serve: { [texts] _, text in texts.change { $0.append(text) } })
    Task { [opened, connections = stub.connections] in
      for await connection in connections { opened.change { $0.append(connection) } }
    }
  }

  var connections: [StubWebSocket.Connection] { opened.value }

  /// Waits for the connection with this number, from 0.
  func connection(_ number: Int = 0) async -> StubWebSocket.Connection {
    _ = await opened.waits(for: "connection \(number)") { $0.count > number }
    return opened.value[number]
  }

  /// Waits until clients have sent so many messages.
  func receives(_ count: Int) async -> Bool {
    await texts.waits(for: "\(count) messages") { $0.count >= count }
  }
}

/// A live connection to a stream of lines, on a clock that the test moves on.
final class ConnectionRun: Sendable {
  let clock = HandClock()
  let server = StreamServer()
  /// What the connection reports, as lines.
  let reports = Observed<[String]>([])
  let logs = Observed<[String]>([])
  let hasEnded = Observed(false)
  private let task: Task<Void, Never>

  /// Opens a connection for these pairs.
  init(
    _ symbols: String..., pairsPerMessage: Int = 100,
    _ describe: (inout StreamInfo) -> Void = { _ in }
  ) throws {
    let exchange = LineExchange(pairsPerMessage: pairsPerMessage, describe)
    guard let info = exchange.stream else { throw MarketError.missing("streams") }
    let pollClock = clock.pollClock
    let start = pollClock.now()
    let connection = LiveConnection(
      info: info, url: info.url, pairs: { symbols.map { Pair(symbol: $0) } },
      webSocket: server.stub.webSocket, clock: pollClock, timeout: .seconds(10),
      limiter: RateLimiter(clock: pollClock),
      report: { [reports] report in reports.change { $0.append(report.line(since: start)) } },
      log: { [logs] text in logs.change { $0.append(text) } })
    task = Task { [hasEnded] in
      await connection.run()
      hasEnded.change { $0 = true }
    }
  }

  func cancel() { task.cancel() }

  /// Waits until these are all reports.
  func reports(_ lines: String...) async -> Bool {
    await reports.waits(for: "\(lines)") { $0.count >= lines.count } && reports.value == lines
  }

  /// Waits until the connections sleep until these seconds, and until no others.
  func sleeps(until seconds: Int...) async -> Bool {
    await clock.waits { $0 == seconds.map { .seconds($0) } }
  }

  /// Waits until the log has a text.
  func logs(_ text: String) async -> Bool {
    await logs.waits(for: text) { $0.contains { $0.contains(text) } }
  }

  /// Waits until the connection has ended, and nothing sleeps any more.
  func ends() async -> Bool {
    guard await hasEnded.waits(until: \.self) else { return false }
    return await clock.waits { $0.isEmpty }
  }
}

extension StreamReport {
  /// The report as a line. Times are counted from the start.
  fileprivate func line(since start: ContinuousClock.Instant) -> String {
    switch self {
    case .opened: "opened"
    case .events([], messages: 0, _, _): "alive"
    case .events(let events, let messages, _, _):
      (events.map(\.line) + (events.count == messages ? [] : ["\(messages) messages"]))
        .joined(separator: ", ")
    case .silent(let pairs): "silent \(pairs.map(\.symbol).joined(separator: " "))"
    case .lost(let error, let next): "lost: \(error), next at \((next - start).brief)"
    }
  }
}
