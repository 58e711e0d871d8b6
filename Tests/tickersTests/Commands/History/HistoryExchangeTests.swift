import MarketCore
import Testing

/// The exchange of a history if no exchange is chosen, and the notice about it.
@Suite(.timeLimit(.minutes(5)))
struct HistoryExchangeTests {
  private let three = TestExchange("three", periods: [.fourHours])
  private let four = TestExchange("four", periods: [.fourHours])

  private func run() async -> TestWorld.Outcome {
    var world = TestWorld()
    let two = TestExchange("two", periods: [.oneDay])
    world.exchanges = [TestExchange("one"), two, three, four]
    return await world.run(["history", "BTC-USD", "-p", "4h", "--from", "1970-01-01", "-o", "csv"])
  }

  @Test func `the notice says why those before it were not chosen`() async {
    #expect(
      await run().errors.hasPrefix(
        "tickers: price history from Three (One has none, Two has no 4h)\n"))
    three.reply = .fail(.unknownSymbol("BTC-USD", near: []))
    #expect(
      await run().errors.hasPrefix(
        "tickers: price history from Four (One has none, Two has no 4h, Three does not list it)\n"))
  }

  @Test func `a pair that none lists names all that were tried`() async {
    for exchange in [three, four] {
      exchange.reply = .fail(.unknownSymbol("BTC-USD", near: []))
    }
    let outcome = await run()
    #expect(outcome.errors == "tickers: unknown pair BTC-USD on Three, Four\n")
    #expect(outcome.status == 66)
  }

  @Test func `a recording that is missing is reported before a pair that is not listed`() async {
    three.reply = .fail(.unknownSymbol("BTC-USD", near: []))
    four.reply = .fail(.missing("no recording of ohlc"))
    #expect(await run().errors == "tickers: no recording of ohlc\n")
  }
}
