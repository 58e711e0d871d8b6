import Foundation
import TestTools
import Testing

@testable import MarketCore

/// What the connections to an exchange announce.
@Suite(.timeLimit(.minutes(20)))
struct LiveConnectionsTests {
  /// Connections for two pairs. Their news are noted when they are announced, with the phase.
  private final class Run: Sendable {
    let server = StreamServer()
    let news = Observed<[String]>([])
    private let connections = Observed<LiveConnections?>(nil)

    init(_ describe: (inout StreamInfo) -> Void = { _ in }) throws {
      let info = try #require(LineExchange(pairsPerMessage: 100, describe).stream)
      let source = LiveConnections.Source(
        info, at: info.url, over: server.stub.webSocket, timeout: .seconds(10),
        clock: HandClock().pollClock)
      let pairs = ["A-B", "B-B"].map { Pair(symbol: $0) }
      let names = Dictionary(uniqueKeysWithValues: zip(pairs, pairs))
      let made = LiveConnections(names, from: source, coalesces: true) { [weak self] kind in
        self?.note(kind)
      }
      connections.change { $0 = made }
    }

    private func note(_ kind: LiveConnections.NewsKind) {
      guard let phase = connections.value?.take().phase else { return }
      news.change { $0.append("\(kind): \(phase)") }
    }

    func notes(_ text: String) async -> Bool {
      await news.waits(for: text) { $0.contains { $0.hasPrefix(text) } }
    }
  }

  @Test(arguments: ["failed", "refused"])
  func `a failure as the first message is a loss, and never live`(text: String) async throws {
    let run = try Run()
    await run.server.connection().push(text)
    #expect(await run.notes("state: lost"))
    #expect(!run.news.value.contains("state: live"))
  }

  @Test func `the last first message is a change of state, also before others`() async throws {
    let run = try Run { $0.hasFirstMessages = true }
    let connection = await run.server.connection()
    connection.push("A-B 1")
    #expect(await run.notes("state: connecting"))
    connection.push("B-B 1", "A-B 2")
    #expect(await run.notes("state: live"))
  }
}
