import Synchronization

/// Caches lists of symbols, names of currencies and the like, but no failures, while a client exists.
package final class ReferenceDataCache: Sendable {
  private typealias Entry = (value: any Sendable, at: ContinuousClock.Instant)

  private let entries = Mutex<[ObjectIdentifier: [String: Entry]]>([:])
  private let clock: PollClock

  package init(clock: PollClock = .real) { self.clock = clock }

  /// The cached value of this type about a subject such as `BTC`, or else the value that `fetch` returns.
  /// If `isOutdated` is true for a cached value, fetches it again, at most once per hour; if that fails,
  /// keeps it.
  package func value<Value: Sendable>(
    about subject: String = "", isOutdated: (Value) -> Bool = { _ in false },
    fetch: () async throws(MarketError) -> Value
  ) async throws(MarketError) -> Value {
    let known = entries.withLock { $0[ObjectIdentifier(Value.self)]?[subject] }
    guard let known, let value = known.value as? Value else {
      return keep(try await fetch(), about: subject)
    }
    guard isOutdated(value), clock.now() - known.at >= .seconds(3600) else { return value }
    // Restarts the hour, even if fetching fails.
    keep(value, about: subject)
    return (try? await fetch()).map { keep($0, about: subject) } ?? value
  }

  @discardableResult
  private func keep<Value: Sendable>(_ value: Value, about subject: String) -> Value {
    let entry = (value, clock.now())
    entries.withLock { $0[ObjectIdentifier(Value.self), default: [:]][subject] = entry }
    return value
  }

  func cached<Value: Sendable>(_ type: Value.Type) -> Value? {
    entries.withLock { $0[ObjectIdentifier(type)]?[""]?.value as? Value }
  }

  func all<Value: Sendable>(_ type: Value.Type) -> [Value] {
    entries.withLock { $0[ObjectIdentifier(type)]?.values.compactMap { $0.value as? Value } ?? [] }
  }

  /// Returns ``value(about:isOutdated:fetch:)``. If that fails, returns `nil` and a warning with `name`, as in
  /// `currency names`.
  package func optional<Value: Sendable>(
    _ name: String, about subject: String = "", isOutdated: (Value) -> Bool = { _ in false },
    fetch: () async throws(MarketError) -> Value
  ) async -> (value: Value?, warnings: [Warning]) {
    do throws(MarketError) {
      return (try await value(about: subject, isOutdated: isOutdated, fetch: fetch), [])
    } catch {
      return (nil, [.note("no \(name): \(error)")])
    }
  }
}
