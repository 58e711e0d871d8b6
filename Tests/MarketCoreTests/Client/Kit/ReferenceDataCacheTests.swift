import MarketCore
import Synchronization
import TestTools
import Testing

/// The cache of an exchange for data that it requests once per run, such as names.
struct ReferenceDataCacheTests {
  private struct Names: Equatable { let count: Int }

  /// A source of names that counts how often it is asked.
  private final class Source: Sendable {
    let asked = Mutex(0)
    let clock = FakeClock()
    let failure = Mutex<MarketError?>(nil)

    func ask() throws(MarketError) -> Names {
      if let failure = failure.withLock(\.self) { throw failure }
      return Names(
        count: asked.withLock { asked in
          asked += 1
          return asked
        })
    }
  }

  private let source = Source()

  private func names(_ cache: ReferenceDataCache, isOutdated: Bool = false) async throws -> Int {
    try await cache.value(isOutdated: { (_: Names) in isOutdated }) {
      () async throws(MarketError) in try source.ask()
    }.count
  }

  @Test func `a fact is asked for once`() async throws {
    let cache = ReferenceDataCache(clock: source.clock.pollClock())
    for _ in 1...3 { #expect(try await names(cache) == 1) }
  }

  @Test func `after a failure it is asked for again`() async throws {
    let cache = ReferenceDataCache(clock: source.clock.pollClock())
    source.failure.withLock { $0 = .timedOut(seconds: 1) }
    await #expect(throws: MarketError.timedOut(seconds: 1)) { try await names(cache) }
    let missing = await cache.optional("names") { () async throws(MarketError) -> Names in
      try source.ask()
    }
    #expect(missing.value == nil)
    #expect(missing.warnings == [.note("no names: timed out after 1 s")])
    source.failure.withLock { $0 = nil }
    #expect(try await names(cache) == 1)
  }

  @Test func `an outdated fact is asked for again at most once an hour`() async throws {
    let cache = ReferenceDataCache(clock: source.clock.pollClock())
    #expect(try await names(cache) == 1)
    source.clock.pass(.seconds(3599))
    #expect(try await names(cache, isOutdated: true) == 1)
    source.clock.pass(.seconds(1))
    #expect(try await names(cache) == 1)
    #expect(try await names(cache, isOutdated: true) == 2)
    #expect(try await names(cache, isOutdated: true) == 2)
    source.clock.pass(.seconds(3600))
    source.failure.withLock { $0 = .malformed("x") }
    #expect(try await names(cache, isOutdated: true) == 2)
    source.failure.withLock { $0 = nil }
    #expect(try await names(cache, isOutdated: true) == 2)
    source.clock.pass(.seconds(3600))
    #expect(try await names(cache, isOutdated: true) == 3)
  }
}
