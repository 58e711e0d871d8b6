import Foundation
import TestTools
import Testing

@testable import MarketCore

/// What the connections to an exchange announce.
@Suite(.timeLimit(.minutes(20)))
struct LiveConnectionsTests {
  /// Connections for a pair, whose phases are noted when they are announced.
  private final class Run: Sendable {
    let server = StreamServer()
    let phases = Observed<[String]>([])
    private let connections = Observed<LiveConnections?>(nil)

    init() throws {
      let exchange = LineExchange()
      let info = try #require(exchange.stream)
      let source = LiveConnections.Source(
        info, at: info.url, over: server.stub.webSocket, timeout: .seconds(10),
        clock: HandClock().pollClock)
      let pair = Pair(symbol: "BTC-USD")
      let made = LiveConnections([pair: pair], from: source, coalesces: true) {
        [weak self] _ in self?.note()
      }
      connections.change { $0 = made }
    }

    private func note() {
      guard let phase = connections.value?.take().phase else { return }
      phases.change { $0.append("\(phase)") }
    }
  }

  @Test(arguments: ["failed", "refused"])
  func `a failure as the first message is a loss, and never live`(text: String) async throws {
    let run = try Run()
    await run.server.connection().push(text)
    _ = await run.phases.waits(for: "a loss") { $0.contains { $0.hasPrefix("lost") } }
    #expect(!run.phases.value.contains("live"))
  }
}
