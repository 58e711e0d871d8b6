import Foundation
import MarketCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Kraken with a few answers, which keeps what it was asked. It refuses all else as Kraken does.
final class KrakenStub: Sendable {
  private let answers: [String: String]
  private let status: Int
  private let asked = Mutex<[String]>([])

  /// Answers by path and query; each text becomes the `result`, unless it is a whole answer.
  init(_ answers: [String: String], status: Int = 200) {
    self.answers = answers
    self.status = status
  }

  /// The paths and queries that were asked for, in order.
  var targets: [String] { asked.withLock(\.self) }

  /// A client of it, which does not wait for the limit.
  var client: MarketClient { client(keepsLimits: false, clock: .real) }

  func client(keepsLimits: Bool, clock: PollClock) -> MarketClient {
    let transport = Transport { request in
      let target =
        (request.url?.absoluteString ?? "").components(separatedBy: "/0/public/").last ?? ""
      self.asked.withLock { $0.append(target) }
      let text = self.answers[target] ?? #"{"error":["EQuery:Unknown asset pair"]}"#
      let body = text.hasPrefix(#"{"error""#) ? text : #"{"error":[],"result":\#(text)}"#
      return .success(.text(body, status: self.status))
    }
    return MarketClient(
      transport, exchange: Kraken(), timeout: .patient, keepsLimits: keepsLimits, clock: clock)
  }
}
