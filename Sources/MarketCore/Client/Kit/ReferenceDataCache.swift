import Synchronization

/// Symbol lists and currency names, cached for the client's lifetime. A value is requested when it is first
/// needed. After a failure it is requested again when it is next needed.
package final class ReferenceDataCache: Sendable {
  private typealias Entry = (value: any Sendable, at: ContinuousClock.Instant)

  /// Entries by type and subject.
  private let entries = Mutex<[ObjectIdentifier: [String: Entry]]>([:])
  private let clock: PollClock

  package init(clock: PollClock = .real) { self.clock = clock }

  /// The cached value of a type and a subject, as in `BTC`; if there is none, the value that `fetch`
  /// returns. A cached value is outdated if it lacks something that is needed. It is then fetched again, at
  /// most once per hour. If that fails, the outdated value is returned.
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

  /// The cached value of a type without a subject.
  func cached<Value: Sendable>(_ type: Value.Type) -> Value? {
    entries.withLock { $0[ObjectIdentifier(type)]?[""]?.value as? Value }
  }

  /// The cached values of a type, for all subjects.
  func all<Value: Sendable>(_ type: Value.Type) -> [Value] {
    entries.withLock { $0[ObjectIdentifier(type)]?.values.compactMap { $0.value as? Value } ?? [] }
  }

  /// Returns ``value(about:isOutdated:fetch:)``. If the request fails, returns `nil` and a warning that
  /// there are no data with this name, as in `currency names`.
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
