import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the requests for one answer of an exchange. They share one deadline, unless the client ignores
/// rate limits. A path and query that has a response or a failure is not requested again.
public final class RequestScope: Sendable {
  private let client: MarketClient
  private let state = Mutex(State())

  private struct State {
    /// The time of the first request, from which the deadline counts, plus later waits for limits.
    var start: ContinuousClock.Instant?
    var results: [URL: Result<Transport.Response, MarketError>] = [:]
    /// The number of requests that wait for a limit now, and the time up to which `start` includes waits.
    var waiting = 0
    var excludedUntil: ContinuousClock.Instant?

    /// Counts a request that begins (1) or ends (-1) its wait for a limit. If requests were waiting, first
    /// moves `start` on by the time since the last call, so that overlapping waits count once.
    mutating func count(_ change: Int, at now: ContinuousClock.Instant) {
      if waiting > 0, let excludedUntil { start = start.map { $0 + (now - excludedUntil) } }
      excludedUntil = now
      waiting += change
    }
  }

  init(_ client: MarketClient) { self.client = client }

  var requestCount: Int { state.withLock { $0.results.count } }

  package var cache: ReferenceDataCache { client.cache }

  var exchange: any Exchange { client.exchange }
  var listedCodes: ListedCodes { client.listedCodes }

  /// Requests data by everyday codes; ``exchange`` requires its own codes (Kraken's `LUNA` for LUNC).
  var everyday: EverydayExchange { EverydayExchange(scope: self) }

  /// Requests a path below the base URL, and throws also the error that ``Exchange/error(in:)`` finds in
  /// the response. Path and parameters are given without percent-encoding; a parameter that is `nil` is
  /// omitted. If `limit` is `nil`, the limit of the exchange applies, if it has one.
  package func get(
    _ path: String..., query: KeyValuePairs<String, String?> = [:], limit: RateLimit? = nil,
    cost: Int = 1
  ) async throws(MarketError) -> Transport.Response {
    let url = url(path, query)
    if let earlier = state.withLock({ $0.results[url] }) { return try earlier.get() }
    let result = await send(url, limit: limit ?? client.exchange.info.limit, cost: cost)
    state.withLock { $0.results[url] = result }
    return try result.get()
  }

  private func send(
    _ url: URL, limit: RateLimit?, cost: Int
  ) async -> Result<Transport.Response, MarketError> {
    guard let limiter = client.limiter, let limit else { return await send(url) }
    state.withLock { $0.count(1, at: limiter.clock.now()) }
    let number = await limiter.admit(
      cost, within: limit, isBackground: client.isBackground, waitEnd: client.waitEnd)
    state.withLock { $0.count(-1, at: limiter.clock.now()) }
    guard let number else { return .failure(.cancelled) }
    defer { limiter.end(number, within: limit) }
    return await send(url)
  }

  private func send(_ url: URL) async -> Result<Transport.Response, MarketError> {
    let now = ContinuousClock.now
    let start = state.withLock { state in
      let start = state.start ?? now
      state.start = start
      return start
    }
    // If the client ignores limits, each request has a separate deadline.
    let left = client.timeout - (client.limiter == nil ? .zero : now - start)
    let timedOut = MarketError.timedOut(seconds: client.timeout / .seconds(1))
    guard left > .zero else { return .failure(timedOut) }
    if client.keepsDelays, let delay = client.limiter?.delay {
      return .failure(.rateLimited(retryAfter: delay / .seconds(1)))
    }
    var request = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: left / .seconds(1))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if client.isBackground { request.networkServiceType = .background }
    switch await client.transport.send(request) {
    case .success(var response):
      response.source = response.source ?? client.source
      guard let error = client.exchange.error(in: response)?.withDelay(of: response) else {
        return .success(response)
      }
      client.limiter?.delay(after: error)
      return .failure(error)
    // The error has the client's timeout, not the time that was left for this request.
    case .failure(.timedOut) where left < client.timeout: return .failure(timedOut)
    case .failure(let error): return .failure(error)
    }
  }

  private func url(_ path: [String], _ query: KeyValuePairs<String, String?>) -> URL {
    let url = path.reduce(client.base) { $0.appending(path: $1) }
    let items = query.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0).percentEncoded }
    }
    guard !items.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return url }
    components.percentEncodedQuery = items.joined(separator: "&")
    return components.url ?? url
  }
}
