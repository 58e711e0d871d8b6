import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

/// Two exchanges, one of which fails: the rows of the other exchange, the messages and the exit
/// status.
@Suite(.fewAtATime)
struct SeveralFaultTests {
  private static let good = Reply.json(#"[{"symbol":"BTC-USD","last_trade_price":8}]"#)

  private static let world: TestWorld = {
    var world = TestWorld()
    world.exchanges = [BlockchainCom(), Twin()]
    return world
  }()

  @Test(arguments: Fault.all)
  func `one that fails hides no other, and its failure is the status`(fault: Fault) async throws {
    let (bad, good) = (try StubExchange(fault.reply), try StubExchange(Self.good))
    // Long enough for the other one on a busy machine.
    let timeout = fault.timeout == "0.4" ? "3" : fault.timeout
    let arguments = ["list", "--once", "--timeout", timeout]
    async let first = Self.world.run(
      arguments + ["-e", "blockchain", "--url", "blockchain=\(bad.url)"])
    async let second = Self.world.run(
      arguments + ["-e", "all", "--url", "blockchain=\(bad.url)", "--url", "twin=\(good.url)"])
    let (alone, both) = await (first, second)
    #expect(both.status == alone.status)
    #expect(both.output.contains(/twin +BTC-USD +\$8\.00/))
    #expect(both.output.contains(/blockchain +BTC-USD +\$7\.00/) == (alone.status == 0))
    let said = alone.errors.split(separator: "\n").map { $0.dropFirst("tickers: ".count) }
    #expect(
      both.errors == said.map { "tickers: Blockchain.com: \($0)\n" }.joined(),
      "\(alone.errors)")
  }

  @Test func `of two that fail the first in the order asked is the status`() async throws {
    let (first, second) = (
      try StubExchange(.answer(status: 429)), try StubExchange(.json("{"))
    )
    let urls = ["--url", "blockchain=\(first.url)", "--url", "twin=\(second.url)"]
    let outcome = await Self.world.run(["list", "--once", "-e", "blockchain,twin"] + urls)
    #expect(outcome.status == 75)
    #expect(outcome.output.isEmpty)
    #expect(await Self.world.run(["list", "--once", "-e", "twin,blockchain"] + urls).status == 65)
  }

  @Test func `json names the answer of each exchange, or its error`() async throws {
    let (bad, good) = (try StubExchange(.answer(status: 503)), try StubExchange(Self.good))
    let outcome = await Self.world.run([
      "list", "--once", "-e", "all", "-o", "json", "-c", "exchange,last",
      "--url", "blockchain=\(bad.url)", "--url", "twin=\(good.url)",
    ])
    let text = outcome.output
    #expect(
      text.contains(
        #""sources":[{"exchange":"blockchain","error":"HTTP 503 Service Unavailable"},"#
          + #"{"exchange":"twin","source":"\#(good.url)","as_of":""#))
    #expect(text.contains(#""tickers":[{"exchange":"twin","last":8}]"#))
    #expect(outcome.status == 69)
  }

  @Test func `a condition that the other meets is a success`() async throws {
    let (bad, good) = (try StubExchange(.answer(status: 404)), try StubExchange(Self.good))
    let outcome = await Self.world.run([
      "list", "--count", "1", "-e", "all", "--until", "last == 8",
      "--url", "blockchain=\(bad.url)", "--url", "twin=\(good.url)",
    ])
    #expect(outcome.status == 0)
  }
}
