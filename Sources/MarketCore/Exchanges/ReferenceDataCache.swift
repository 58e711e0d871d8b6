import Synchronization

/// Pairs, codes and names of currencies, cached for the lifetime of a client.
///
/// A fact is asked for when it is first needed, and after a failure again when it is next needed.
public final class ReferenceDataCache: Sendable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let subject: String
  }

  private struct Kept {
    let fact: any Sendable
    let at: ContinuousClock.Instant
  }

  private let kept = Mutex<[Key: Kept]>([:])
  private let clock: PollClock

  /// No facts yet.
  ///
  /// - Parameter clock: tells the age of a fact.
  public init(clock: PollClock = .real) {
    self.clock = clock
  }

  /// The fact of a type: the one that is kept, or else the one that `ask` gives.
  ///
  /// - Parameters:
  ///   - type: the type of the fact.
  ///   - subject: the subject of the fact, as in `BTC`; there is one of each type and subject.
  ///   - isOutdated: whether an answer holds something that the fact lacks. Then it is asked for
  ///     again, unless it is younger than an hour; if that fails, the one that is kept counts.
  ///   - ask: asks the exchange.
  public func value<Fact: Sendable>(
    of type: Fact.Type = Fact.self, about subject: String = "",
    isOutdated: (Fact) -> Bool = { _ in false },
    ask: () async throws(MarketError) -> Fact
  ) async throws(MarketError) -> Fact {
    let key = Key(type: ObjectIdentifier(type), subject: subject)
    let known = kept.withLock { $0[key] }
    if let known, let fact = known.fact as? Fact {
      guard isOutdated(fact), clock.now() - known.at >= .seconds(3600) else { return fact }
      // Not asked for again within the next hour, even if it fails.
      kept.withLock { $0[key] = Kept(fact: fact, at: clock.now()) }
      guard let newer = try? await ask() else { return fact }
      kept.withLock { $0[key] = Kept(fact: newer, at: clock.now()) }
      return newer
    }
    let fact = try await ask()
    kept.withLock { $0[key] = Kept(fact: fact, at: clock.now()) }
    return fact
  }

  /// The fact of a type and subject if it is kept already, so that a smaller one need not be asked for.
  ///
  /// - Parameters:
  ///   - type: the type of the fact.
  ///   - subject: the subject of the fact.
  public func kept<Fact: Sendable>(
    _ type: Fact.Type = Fact.self, about subject: String = ""
  ) -> Fact? {
    let key = Key(type: ObjectIdentifier(type), subject: subject)
    return kept.withLock { $0[key]?.fact as? Fact }
  }

  /// The same for a fact that an answer can do without: `nil` and a warning when the request fails.
  ///
  /// - Parameters:
  ///   - name: the words of the warning, as in `currency names`.
  ///   - type: the type of the fact.
  ///   - subject: the subject of the fact.
  ///   - isOutdated: whether an answer holds something that the fact lacks.
  ///   - ask: asks the exchange.
  public func optional<Fact: Sendable>(
    _ name: String, of type: Fact.Type = Fact.self, about subject: String = "",
    isOutdated: (Fact) -> Bool = { _ in false },
    ask: () async throws(MarketError) -> Fact
  ) async -> (fact: Fact?, warnings: [Warning]) {
    do throws(MarketError) {
      return (try await value(of: type, about: subject, isOutdated: isOutdated, ask: ask), [])
    } catch {
      return (nil, [.note("no \(name): \(error)")])
    }
  }
}
