import MarketCore
import TestTools
import Testing

/// Connections that are replaced before their end, and connections that are closed.
@Suite(.timeLimit(.minutes(20)))
struct ReplacementTests {
  @Test
  func `before an end that is announced, another connection is opened, and no price is missed`()
    async throws
  {
    let run = try ConnectionRun("A-B") { $0.hasFirstMessages = true }
    let first = await run.server.connection()
    first.push("A-B 1", "ending")
    let second = await run.server.connection(1)
    #expect(await run.reports("opened", "A-B last 1, ending: upgrade", "opened"))
    // Until the second one has prices, those of the first one count.
    first.push("A-B 2")
    second.push("ok")
    #expect(first.isOpen)
    #expect(await run.reports.waits { $0.count == 5 })
    #expect(Set(run.reports.value.suffix(2)) == ["A-B last 2", "subscribed"])
    second.push("A-B 3")
    #expect(await run.reports.waits { $0.last == "A-B last 3" })
    #expect(await until { !first.isOpen })
    #expect(second.isOpen)
    second.push("A-B 4")
    #expect(await run.reports.waits { $0.last == "A-B last 4" })
    #expect(run.server.texts.value == ["A-B", "A-B"])
    #expect(run.reports.value.allSatisfy { !$0.hasPrefix("lost") })
    run.cancel()
    #expect(await run.ends())
    #expect(!second.isOpen)
  }

  @Test func `an end that is announced twice has one replacement`() async throws {
    let run = try ConnectionRun("A-B")
    let first = await run.server.connection()
    first.push("ending")
    first.push("ending")
    let second = await run.server.connection(1)
    second.push("A-B 1")
    #expect(await until { !first.isOpen })
    #expect(run.server.connections.count == 2)
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a connection that ends before the other one has prices is not a loss`() async throws {
    let run = try ConnectionRun("A-B")
    let first = await run.server.connection()
    first.push("ending")
    let second = await run.server.connection(1)
    #expect(await run.server.receives(2))
    first.close()
    second.push("A-B 1")
    #expect(await run.reports("opened", "ending: upgrade", "opened", "A-B last 1"))
    second.close(.unreachable("second lost"))
    _ = await run.server.connection(2)
    #expect(
      await run.reports(
        "opened", "ending: upgrade", "opened", "A-B last 1",
        "lost: second lost, next at 0 s", "opened"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a replacement that is not to be had leaves the connection until its end`()
    async throws
  {
    let run = try ConnectionRun("A-B")
    let first = await run.server.connection()
    run.server.refusal.change { $0 = .httpStatus(503, retryAfter: nil) }
    first.push("ending")
    #expect(await run.logs("HTTP 503 Service Unavailable"))
    first.push("A-B 1")
    #expect(await run.reports("opened", "ending: upgrade", "A-B last 1"))
    run.server.refusal.change { $0 = nil }
    first.close(.unreachable("first lost"))
    _ = await run.server.connection(1)
    #expect(
      await run.reports(
        "opened", "ending: upgrade", "A-B last 1", "lost: first lost, next at 0 s", "opened"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a connection is replaced five minutes before the end of its life`() async throws {
    let run = try ConnectionRun("A-B") { $0.life = .seconds(3600) }
    let first = await run.server.connection()
    #expect(await run.sleeps(until: 3300))
    run.clock.pass(.seconds(3299))
    first.push("A-B 1")
    #expect(await run.reports("opened", "A-B last 1"))
    #expect(run.server.connections.count == 1)
    run.clock.pass(.seconds(1))
    let second = await run.server.connection(1)
    #expect(first.isOpen)
    second.push("A-B 2")
    #expect(await until { !first.isOpen })
    // The life of the second one is counted from its opening.
    #expect(await run.sleeps(until: 6600))
    run.clock.pass(.seconds(3300))
    _ = await run.server.connection(2)
    #expect(await run.reports("opened", "A-B last 1", "opened", "A-B last 2", "opened"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `cancelling closes an open connection, without a report`() async throws {
    let run = try ConnectionRun("A-B")
    let connection = await run.server.connection()
    #expect(await run.server.receives(1))
    #expect(await run.sleeps(until: 86_400))
    run.cancel()
    #expect(await run.ends())
    #expect(!connection.isOpen)
    #expect(run.reports.value == ["opened"])
  }

  @Test func `cancelling closes both connections of a replacement`() async throws {
    let run = try ConnectionRun("A-B")
    let first = await run.server.connection()
    first.push("ending")
    let second = await run.server.connection(1)
    #expect(await run.server.receives(2))
    run.cancel()
    #expect(await run.ends())
    #expect(!first.isOpen && !second.isOpen)
    #expect(run.reports.value == ["opened", "ending: upgrade", "opened"])
  }

  @Test func `cancelling ends the wait for the next connection`() async throws {
    let run = try ConnectionRun("A-B")
    let first = await run.server.connection()
    run.server.refusal.change { $0 = .httpStatus(503, retryAfter: nil) }
    first.close()
    #expect(await run.sleeps(until: 1))
    run.cancel()
    #expect(await run.ends())
    #expect(run.server.connections.count == 1)
  }
}
