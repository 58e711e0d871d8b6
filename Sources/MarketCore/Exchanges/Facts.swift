import Synchronization

/// What an exchange keeps for the run, for it seldom changes: its pairs, their spellings, steps.
///
/// A fact is asked for when it is first needed, and after a failure again when it is next needed.
public final class Facts: Sendable {
  private let kept = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Keeps nothing yet.
  public init() {}

  /// The fact of a type: the one that is kept, or else what `ask` gives.
  public func value<Fact: Sendable>(
    of type: Fact.Type, ask: () async throws(MarketError) -> Fact
  ) async throws(MarketError) -> Fact {
    let key = ObjectIdentifier(type)
    if let fact = kept.withLock({ $0[key] }) as? Fact { return fact }
    let fact = try await ask()
    kept.withLock { $0[key] = fact }
    return fact
  }
}
