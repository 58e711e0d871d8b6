import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests for one answer of an exchange, all within one deadline.
///
/// Each path and query is requested once: an earlier response, or failure, is returned again.
public final class RequestScope: Sendable {
  /// Reference data of the exchange.
  public let cache: ReferenceDataCache

  private let exchange: any Exchange
  private let transport: Transport
  private let base: URL
  private let source: String
  /// The deadline for all requests together, from the first one on.
  private let timeout: Duration
  /// Keeps the limits; `nil` in a replay, which has none, and no deadline.
  private let limiter: RateLimiter?
  private let state = Mutex(State())

  private struct State {
    var start: ContinuousClock.Instant?
    var results: [URL: Result<Transport.Response, MarketError>] = [:]
    /// The number of requests that wait for a limit, and the time up to which waits are excluded.
    var waiting = 0
    var excludedUntil: ContinuousClock.Instant?

    /// Excludes rate-limit waits from the deadline; overlapping waits count once.
    mutating func excludeWaits(at now: ContinuousClock.Instant) {
      if waiting > 0, let excludedUntil { start = start.map { $0 + (now - excludedUntil) } }
      excludedUntil = now
    }
  }

  init(
    _ exchange: any Exchange, _ transport: Transport, base: URL, source: String,
    cache: ReferenceDataCache,
    timeout: Duration, limiter: RateLimiter?
  ) {
    self.exchange = exchange
    self.transport = transport
    self.base = base
    self.source = source
    self.cache = cache
    self.timeout = timeout
    self.limiter = limiter
  }

  /// Requests a path below the base URL, and returns a response that is not an error.
  ///
  /// - Parameters:
  ///   - path: the segments of the path, not yet percent-encoded.
  ///   - query: the parameters, not yet percent-encoded; those without a value are ignored.
  ///   - limit: the limit that the request counts towards. Waiting for it is excluded from the
  ///     deadline.
  ///   - cost: how much the request counts.
  /// - Throws: the transport's error; the exchange's own, by ``Exchange/error(in:)``;
  ///   ``MarketError/timedOut(seconds:)`` when the deadline has passed.
  public func get(
    _ path: String..., query: KeyValuePairs<String, String?> = [:], limit: RateLimit? = nil,
    cost: Int = 1
  ) async throws(MarketError) -> Transport.Response {
    let url = url(path, query)
    if let earlier = state.withLock({ $0.results[url] }) { return try earlier.get() }
    let result = await send(url, limit: limit, cost: cost)
    state.withLock { $0.results[url] = result }
    return try result.get()
  }

  private func send(
    _ url: URL, limit: RateLimit?, cost: Int
  ) async -> Result<Transport.Response, MarketError> {
    let number: Int? = if let limit { await admit(cost, within: limit) } else { nil }
    defer { if let number, let limit { limiter?.end(number, within: limit) } }
    let left = timeLeft()
    let timedOut = MarketError.timedOut(seconds: timeout / .seconds(1))
    guard left > .zero else { return .failure(timedOut) }
    switch await transport.send(request(url, timeout: left)) {
    case .success(let response):
      return exchange.error(in: response).map { .failure($0) } ?? .success(response.from(source))
    // The user set the whole deadline, not what was left of it.
    case .failure(.timedOut) where left < timeout: return .failure(timedOut)
    case .failure(let error): return .failure(error)
    }
  }

  private func admit(_ cost: Int, within limit: RateLimit) async -> Int? {
    guard let limiter else { return nil }
    state.withLock { state in
      state.excludeWaits(at: limiter.now)
      state.waiting += 1
    }
    let number = await limiter.admit(cost, within: limit)
    state.withLock { state in
      state.excludeWaits(at: limiter.now)
      state.waiting -= 1
    }
    return number
  }

  private func timeLeft() -> Duration {
    guard limiter != nil else { return timeout }
    let now = ContinuousClock.now
    let start = state.withLock { state in
      state.start = state.start ?? now
      return state.start ?? now
    }
    return timeout - (now - start)
  }

  private func url(_ path: [String], _ query: KeyValuePairs<String, String?>) -> URL {
    let url = path.reduce(base) { $0.appending(path: $1) }
    let items = query.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0).percentEncoded }
    }
    guard !items.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return url }
    components.percentEncodedQuery = items.joined(separator: "&")
    return components.url ?? url
  }

  private func request(_ url: URL, timeout: Duration) -> URLRequest {
    var request = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout / .seconds(1))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return request
  }
}
