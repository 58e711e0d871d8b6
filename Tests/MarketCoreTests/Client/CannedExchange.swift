import Foundation
import MarketCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport.Response {
  /// An answer of this text.
  static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Transport.Response {
    Transport.Response(
      status: status, headers: headers, body: Data(text.utf8),
      receivedAt: Date(timeIntervalSince1970: 1_000_000))
  }

  /// The exchange's answer to a symbol that it does not have, and to much else.
  static let broken = Transport.Response.text("Internal server error", status: 500)
}

/// An exchange of a few answers by path, which keeps what it was asked.
final class CannedExchange: Sendable {
  private let answers: [String: Result<Transport.Response, MarketError>]
  private let asked = Mutex<[URLRequest]>([])

  /// Every path that is not in `answers` fails as an unknown symbol does.
  init(_ answers: [String: Result<Transport.Response, MarketError>]) {
    self.answers = answers
  }

  /// The paths below the base URL that were asked for, in order.
  var paths: [String] {
    requests.map { String(($0.url?.absoluteString ?? "").trimmingPrefix("http://stub/v3/")) }
  }

  var requests: [URLRequest] { asked.withLock(\.self) }

  /// A client of this exchange.
  var client: MarketClient {
    MarketClient(
      Transport { request in
        self.asked.withLock { $0.append(request) }
        let path = request.url?.absoluteString.trimmingPrefix("http://stub/v3/") ?? ""
        return self.answers[String(path)] ?? .success(.broken)
      },
      base: URL(string: "http://stub/v3") ?? URL(filePath: "/"))
  }
}
