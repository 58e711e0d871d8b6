import Foundation
import MarketCore
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange of a few answers by path and query, as in `l2/BTC-USD` or `klines?limit=1000`, which
/// keeps what it was asked.
final class CannedExchange: Sendable {
  /// The time of the client: it passes only while a limit is waited for.
  let clock = FakeClock()
  /// Asks this exchange.
  let client: MarketClient

  private struct State {
    var answers: [String: Result<Transport.Response, MarketError>]
    var requests: [URLRequest] = []
  }

  private let state: Observed<State>
  private static let base = "http://stub/v3"

  /// - Parameters:
  ///   - bodies: the bodies of answers under status 200.
  ///   - exchange: whose answers these are.
  ///   - responses: other answers.
  ///   - otherwise: the answer to everything else, as the exchange gives it.
  init(
    _ bodies: [String: String] = [:], of exchange: any Exchange = Exchanges.standard,
    responses: [String: Transport.Response] = [:], otherwise: Transport.Response = .broken
  ) {
    let answers = bodies.mapValues { .text($0) }.merging(responses) { $1 }
    let state = Observed(State(answers: answers.mapValues { .success($0) }))
    self.state = state
    let transport = Transport { request in
      state.change { state in
        state.requests.append(request)
        return state.answers[Self.target(of: request)] ?? .success(otherwise)
      }
    }
    client = MarketClient(
      transport, exchange: exchange, base: URL(string: Self.base), timeout: .patient,
      clock: clock.pollClock())
  }

  /// What is behind the base URL, letter by letter.
  private static func target(of request: URLRequest) -> String {
    String((request.url?.absoluteString ?? "").trimmingPrefix(base + "/"))
  }

  /// The requests, in order.
  var requests: [URLRequest] { state.value.requests }

  /// What was asked, in order.
  var asked: [String] { requests.map(Self.target) }

  /// What was asked, by name: for requests that are made side by side.
  var askedSorted: [String] { asked.sorted() }

  /// Forgets what was asked.
  func forget() { state.change { $0.requests = [] } }

  /// Answers otherwise from now on.
  func answer(_ target: String, with response: Transport.Response) {
    state.change { $0.answers[target] = .success(response) }
  }

  /// Fails to answer from now on.
  func fail(_ target: String, with error: MarketError) {
    state.change { $0.answers[target] = .failure(error) }
  }
}

extension CannedExchange {
  /// What is asked for the tickers of these pairs, or of all, by name. The pairs come in their order.
  func asked(
    forTickersOf symbols: [String]?, _ details: TickerDetails
  ) async throws -> [String] {
    if let symbols {
      let pairs = symbols.map(Pair.init(symbol:))
      #expect(
        try await client.tickers(of: pairs, details: details).get().value.map(\.pair) == pairs)
    } else {
      _ = try await client.tickers(details: details).get()
    }
    return askedSorted
  }
}

extension Transport.Response {
  /// An answer of this text.
  static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Transport.Response {
    Transport.Response(
      status: status, headers: headers, body: Data(text.utf8),
      receivedAt: Date(timeIntervalSince1970: 1_000_000))
  }

  /// The answer of Blockchain.com to a symbol that it does not have, and to much else.
  static let broken = Transport.Response.text("Internal server error", status: 500)
}
