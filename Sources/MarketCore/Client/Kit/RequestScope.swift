import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests for one answer of an exchange, all within one deadline.
///
/// Each path and query is requested once: an earlier response, or failure, is returned again.
public final class RequestScope: Sendable {
  private let client: MarketClient
  private let state = Mutex(State())

  private struct State {
    /// The time of the first request, from which on the deadline counts.
    var start: ContinuousClock.Instant?
    var results: [URL: Result<Transport.Response, MarketError>] = [:]
    /// The number of requests that wait for a limit, and the time up to which waits are excluded.
    var waiting = 0
    var excludedUntil: ContinuousClock.Instant?

    /// Counts a request that begins or ends to wait, and excludes waits from the deadline so far;
    /// overlapping ones count once.
    mutating func count(_ change: Int, at now: ContinuousClock.Instant) {
      if waiting > 0, let excludedUntil { start = start.map { $0 + (now - excludedUntil) } }
      excludedUntil = now
      waiting += change
    }
  }

  init(_ client: MarketClient) { self.client = client }

  /// The number of requests that have a result.
  var requestCount: Int { state.withLock { $0.results.count } }

  /// Reference data of the exchange.
  package var cache: ReferenceDataCache { client.cache }

  var exchange: any Exchange { client.exchange }
  var listedCodes: ListedCodes { client.listedCodes }

  /// The exchange in everyday codes.
  var everyday: EverydayExchange { EverydayExchange(scope: self) }

  /// Requests a path below the base URL, and returns a response that is not an error by
  /// ``Exchange/error(in:)``. Segments and parameters are not yet percent-encoded; parameters without
  /// a value are ignored. The cost counts towards `limit`, or else the limit of the exchange; waiting
  /// for it is excluded from the deadline.
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
      cost, within: limit, isBackground: client.isBackground)
    state.withLock { $0.count(-1, at: limiter.clock.now()) }
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
    // Without limits, each request has a deadline of its own.
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
      guard let error = client.exchange.error(in: response) else { return .success(response) }
      client.limiter?.delay(after: error)
      return .failure(error)
    // The user set the whole deadline, not what was left of it.
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
