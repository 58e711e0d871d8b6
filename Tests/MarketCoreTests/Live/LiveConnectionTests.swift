import Foundation
import MarketCore
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One connection to a stream: its subscriptions, its deadlines, and the connections after it.
@Suite(.timeLimit(.minutes(20)))
struct LiveConnectionTests {
  @Test func `a connection has the headers of the exchange, and its time limit`() async throws {
    let run = try ConnectionRun("BTC-USD") { $0.headers = ["Origin": "https://example.org"] }
    let request = await run.server.connection().request
    #expect(request.url?.absoluteString == "wss://stream.example.org/v1")
    #expect(request.value(forHTTPHeaderField: "Origin") == "https://example.org")
    #expect(request.timeoutInterval == 10)
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `subscriptions are sent in order, within the limit of messages`() async throws {
    let run = try ConnectionRun("A-B", "B-B", "C-B", "D-B", "E-B", pairsPerMessage: 1) {
      $0.messageLimit = RateLimit("messages", 2, per: .seconds(3))
    }
    #expect(await run.sleeps(until: 3, 86_400))
    #expect(run.server.texts.value == ["A-B", "B-B"])
    run.clock.pass(.seconds(3))
    #expect(await run.sleeps(until: 6, 86_400))
    #expect(run.server.texts.value == ["A-B", "B-B", "C-B", "D-B"])
    run.clock.pass(.seconds(3))
    #expect(await run.logs("subscribed with 5 messages"))
    #expect(run.server.texts.value == ["A-B", "B-B", "C-B", "D-B", "E-B"])
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a message, or a sign of life, prolongs the time until a silence is a loss`()
    async throws
  {
    let run = try ConnectionRun("BTC-USD") { $0.silence = .seconds(30) }
    let connection = await run.server.connection()
    #expect(await run.sleeps(until: 30))
    run.clock.pass(.seconds(10))
    connection.push("ok")
    #expect(await run.reports("opened", "subscribed"))
    run.clock.pass(.seconds(20))
    #expect(await run.sleeps(until: 40))
    connection.ping()
    #expect(await run.reports("opened", "subscribed", "alive"))
    run.clock.pass(.seconds(10))
    #expect(await run.sleeps(until: 60))
    #expect(connection.isOpen)
    run.clock.pass(.seconds(20))
    #expect(
      await run.reports(
        "opened", "subscribed", "alive", "lost: no data for 30 s, next at 60 s", "opened"))
    #expect(!connection.isOpen)
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a silence is answered with one ping, and without an answer it is a loss`()
    async throws
  {
    let run = try ConnectionRun("BTC-USD") {
      ($0.ping, $0.silence) = (("ping", .seconds(20)), .seconds(30))
    }
    let connection = await run.server.connection()
    #expect(await run.sleeps(until: 20))
    run.clock.pass(.seconds(20))
    #expect(await run.sleeps(until: 30))
    #expect(connection.sentTexts == ["BTC-USD", "ping"])
    connection.push("ok")
    #expect(await run.reports("opened", "subscribed"))
    run.clock.pass(.seconds(10))
    #expect(await run.sleeps(until: 40))
    #expect(connection.sentTexts == ["BTC-USD", "ping"])
    run.clock.pass(.seconds(10))
    #expect(await run.sleeps(until: 50))
    #expect(connection.sentTexts == ["BTC-USD", "ping", "ping"])
    run.clock.pass(.seconds(9))
    #expect(connection.isOpen)
    run.clock.pass(.seconds(1))
    #expect(
      await run.reports(
        "opened", "subscribed", "lost: no data for 30 s, next at 50 s", "opened"))
    #expect(connection.sentTexts == ["BTC-USD", "ping", "ping"])
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `up to three unreadable messages in sequence are skipped`() async throws {
    let run = try ConnectionRun("BTC-USD")
    let connection = await run.server.connection()
    connection.push("?", "?", "?", "BTC-USD 1", "?")
    #expect(await run.reports("opened", "BTC-USD last 1, 5 messages"))
    connection.push("?", "?")
    connection.push("ok")
    connection.push("?", "?", "?")
    connection.push("BTC-USD 2")
    #expect(
      await run.reports(
        "opened", "BTC-USD last 1, 5 messages", "2 messages", "subscribed", "3 messages",
        "BTC-USD last 2"))
    #expect(connection.isOpen)
    #expect(run.logs.value.count { $0 == "unreadable message: ?" } == 9)
    run.cancel()
    #expect(await run.ends())
  }

  @Test(arguments: [[["?", "?", "?", "?", "BTC-USD 1"]], [["?", "?"], ["?"], ["?"]]])
  func `the fourth unreadable message in sequence ends the connection`(events: [[String]])
    async throws
  {
    let run = try ConnectionRun("BTC-USD")
    let connection = await run.server.connection()
    for messages in events { connection.push(messages) }
    _ = await run.server.connection(1)
    #expect(!connection.isOpen)
    #expect(
      run.reports.value.contains("lost: invalid response: unreadable messages, next at 0 s"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a refused pair is no silent pair, and harms no other`() async throws {
    let run = try ConnectionRun("A-B", "B-B", "C-B") { $0.hasFirstMessages = true }
    let connection = await run.server.connection()
    #expect(await run.logs("subscribed with 1 message"))
    connection.push("refused A-B", "B-B 2")
    #expect(await run.reports("opened", "refused A-B: refused, B-B last 2"))
    // Until the subscriptions are sent, the deadline is not known, and looked for each second.
    run.clock.pass(.seconds(1))
    #expect(await run.sleeps(until: 10))
    run.clock.pass(.seconds(9))
    #expect(
      await run.reports("opened", "refused A-B: refused, B-B last 2", "silent C-B"))
    #expect(await run.sleeps(until: 86_400))
    #expect(connection.isOpen)
    connection.push("C-B 3")
    #expect(
      await run.reports(
        "opened", "refused A-B: refused, B-B last 2", "silent C-B", "C-B last 3"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `the ten seconds of silent pairs begin when the last subscription is sent`()
    async throws
  {
    let run = try ConnectionRun("A-B", "B-B", pairsPerMessage: 1) {
      $0.hasFirstMessages = true
      $0.messageLimit = RateLimit("messages", 1, per: .seconds(5))
    }
    #expect(await run.sleeps(until: 1, 5))
    run.clock.pass(.seconds(5))
    #expect(await run.logs("subscribed with 2 messages"))
    run.clock.pass(.seconds(1))
    #expect(await run.sleeps(until: 15))
    run.clock.pass(.seconds(9))
    #expect(await run.reports("opened", "silent A-B B-B"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `a connection without data of any pair is replaced after a minute`() async throws {
    let run = try ConnectionRun("A-B") { ($0.hasFirstMessages, $0.silence) = (true, .seconds(600)) }
    let connection = await run.server.connection()
    #expect(await run.logs("subscribed with 1 message"))
    run.clock.pass(.seconds(1))
    #expect(await run.sleeps(until: 10))
    run.clock.pass(.seconds(9))
    #expect(await run.reports("opened", "silent A-B"))
    #expect(await run.sleeps(until: 70))
    #expect(connection.isOpen)
    run.clock.pass(.seconds(60))
    _ = await run.reports.waits { $0.count > 2 }
    #expect(
      run.reports.value
        == ["opened", "silent A-B", "lost: no data on its streams, next at 2 min"])
    #expect(!connection.isOpen)
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `without first messages no pair is silent`() async throws {
    let run = try ConnectionRun("A-B")
    let connection = await run.server.connection()
    #expect(await run.logs("subscribed"))
    run.clock.pass(.seconds(86_399))
    connection.push("ok")
    #expect(await run.reports("opened", "subscribed"))
    run.cancel()
    #expect(await run.ends())
  }

  @Test(arguments: ["refused", "failed"])
  func `a refusal of all, or a failure of the exchange, ends the connection`(text: String)
    async throws
  {
    let run = try ConnectionRun("A-B", "B-B")
    let connection = await run.server.connection()
    connection.push("A-B 1", text, "B-B 1")
    _ = await run.server.connection(1)
    #expect(!connection.isOpen)
    #expect(run.reports.value[2] == "lost: \(text), next at 0 s")
    run.cancel()
    #expect(await run.ends())
  }

  @Test func `losses in sequence are reported with the time of the next connection`() async throws {
    let run = try ConnectionRun("A-B")
    let first = await run.server.connection()
    #expect(await run.logs("subscribed"))
    run.server.refusal.change { $0 = .httpStatus(403, retryAfter: nil) }
    first.close(.unreachable("connection lost"))
    for seconds in [1, 3, 7] {
      #expect(await run.sleeps(until: seconds))
      run.clock.pass(.seconds(seconds) - run.clock.now)
    }
    #expect(await run.sleeps(until: 15))
    run.server.refusal.change { $0 = nil }
    run.clock.pass(.seconds(8))
    _ = await run.server.connection(1)
    #expect(
      await run.reports(
        "opened", "lost: connection lost, next at 0 s",
        "lost: HTTP 403 Forbidden, next at 1 s", "lost: HTTP 403 Forbidden, next at 3 s",
        "lost: HTTP 403 Forbidden, next at 7 s", "lost: HTTP 403 Forbidden, next at 15 s",
        "opened"))
    run.cancel()
    #expect(await run.ends())
  }
}
