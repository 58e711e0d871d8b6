import Foundation
import MarketCore
import TestTools
import Testing

/// The screen of a history, and its keys.
@Suite(.timeLimit(.minutes(20)))
struct HistoryScreenTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private static let periods: [Period] = [.oneHour, .oneDay, .oneWeek]

  @Test func `g changes between chart and rows, and the running candle moves`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(
      ["history", "BTC-USD", "--chart", "--interval", "10"], exchange: exchange)
    #expect(await screen.shows("BTC-USD · 1d · test"))
    #expect(await screen.shows("125 ▲"))
    #expect(await screen.shows("120 →"))
    #expect(await screen.type("r", shows: "126 ▲"))
    #expect(await screen.type("g", shows: "2026-11-21 11:00"))
    #expect(await screen.shows("$121.00"))
    #expect(await screen.type("g", shows: "121 →"))
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.contains { $0.contains("121 →") } == true)
  }

  @Test func `i hides and shows the chosen indicators, in the chart and in the table`() async throws
  {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(
      ["history", "BTC-USD", "--with", "sma2,rsi3", "--interval", "10"], exchange: exchange)
    #expect(await screen.shows("• sma2"))
    #expect(await screen.shows("RSI3 100.00"))
    screen.type("i")
    #expect(await screen.hides("sma2"))
    #expect(await screen.hides("RSI3"))
    #expect(await screen.type("i", shows: "RSI3 100.00"))
    #expect(await screen.type("g", shows: "SMA2"))
    #expect(await screen.shows("$101.50"))
    screen.type("i")
    #expect(await screen.hides("SMA2"))
    #expect(exchange.questions.count == 1)
    #expect(await screen.quit() == 0)
  }

  @Test func `i begins with an average and bands, and requests their candles`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(["history", "BTC-USD", "--interval", "10"], exchange: exchange)
    #expect(await screen.shows("BTC-USD · 1d · test"))
    #expect(await screen.type("i", shows: "• sma20"))
    #expect(await screen.shows("┄ bb20"))
    for _ in 0..<500 where exchange.questions.count < 2 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(exchange.questions.count == 2)
    #expect(await screen.quit() == 0)
  }

  @Test func `as a table the newest row is selected, and keys move the selection`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(["history", "BTC-USD", "-o", "table"], rows: 8, exchange: exchange)
    #expect(await screen.shows("TIME"))
    #expect(screen.selected.contains("$120.00"))
    #expect(await screen.shows("$120.00"))
    #expect(!screen.lines.contains { $0.contains("$101.00") })
    #expect(await screen.type("\u{1B}[H", shows: "$101.00"))
    #expect(!screen.lines.contains { $0.contains("$120.00") })
    #expect(await screen.type("jjjj", shows: "$106.00"))
    #expect(await screen.hides("$99.00"))
    #expect(await screen.type("r", shows: "next"))
    #expect(await screen.type("\u{1B}[F", shows: "$121.00"))
    #expect(screen.selected.contains("$121.00"))
    #expect(await screen.quit() == 0)
  }

  @Test func `brackets go through the periods of the exchange, each with polls of its own`()
    async throws
  {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(
      ["history", "BTC-USD", "--chart", "--interval", "10"], exchange: exchange)
    #expect(await screen.shows("BTC-USD · 1d · "))
    #expect(await screen.type("]", shows: "BTC-USD · 1w · "))
    #expect(await screen.type("]", shows: "BTC-USD · 1w · "))
    #expect(await screen.type("[", shows: "BTC-USD · 1d · "))
    #expect(await screen.type("[", shows: "BTC-USD · 1h · "))
    #expect(await screen.type("[", shows: "BTC-USD · 1h · "))
    #expect(
      exchange.questions
        == [.oneDay, .oneWeek, .oneDay, .oneHour].map { .candles(Self.pair, $0) })
    #expect(await screen.quit() == 0)
  }

  @Test func `h opens it from a list and from a book, and Esc leads back`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(["list", "--interval", "3600"], exchange: exchange)
    #expect(await screen.selects("BTC-USD"))
    screen.type("j")
    #expect(await screen.selects("ETH-USD"))
    #expect(await screen.type("h", shows: "ETH-USD · 1d · "))
    #expect(await screen.shows("→"))
    #expect(await screen.shows("Esc back"))
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    #expect(await screen.selects("ETH-USD"))
    #expect(await screen.type("\r", shows: "ETH-USD · depth 9"))
    #expect(await screen.type("h", shows: "ETH-USD · 1d · "))
    #expect(await screen.type("\u{1B}", shows: "ETH-USD · depth 9"))
    #expect(await screen.quit() == 0)
  }

  @Test func `an exchange without history says so, and Esc leads back`() async throws {
    let screen = ScreenRun(["list", "--interval", "3600"], exchange: TestExchange())
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("h", shows: "no data yet: Test does not offer price history"))
    #expect(await screen.shows("r to retry now · Esc to go back"))
    screen.type("[]gjcwG\u{1B}")
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    #expect(await screen.quit() == 0)
  }

  @Test func `h on a pair without history names the exchanges tried`() async throws {
    let others = ["two", "three"].map { TestExchange($0, periods: Self.periods) }
    for other in others { other.reply = .fail(.unknownSymbol("BTC-USD", near: [])) }
    let screen = ScreenRun(
      ["list", "--interval", "3600"], exchange: TestExchange(), others[0], others[1])
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("h", shows: "  no price history of BTC-USD on Two, Three"))
    #expect(await screen.shows("  Esc to go back"))
    // There are no more polls, and no candles to show.
    #expect(await screen.hides("refresh"))
    #expect(await screen.hides("g table"))
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    #expect(await screen.quit() == 0)
  }

  @Test func `a failure that is not about the pair says nothing of its history`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    exchange.reply = .fail(.notKept("no space left"))
    let screen = ScreenRun(["list", "--interval", "3600"], exchange: TestExchange("one"), exchange)
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("h", shows: "no data yet: no space left"))
    #expect(await screen.hides("no price history"))
    #expect(await screen.type("\u{1B}", shows: "2 pairs"))
    #expect(await screen.quit() == 0)
  }

  @Test func `before the first answer all exchanges that may answer are named`() async throws {
    let others = ["two", "three"].map { TestExchange($0, periods: Self.periods) }
    others[0].reply = .hang
    let screen = ScreenRun(
      ["list", "--interval", "3600"], exchange: TestExchange(), others[0], others[1])
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("h", shows: "loading from Two, Three … 0 s"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the periods are those of the exchange that answers, also while it loads`() async {
    let short = TestExchange("short", periods: [.oneDay])
    let long = TestExchange("long", periods: [.fourHours, .oneDay])
    short.reply = .fail(.unknownSymbol("BTC-USD", near: []))
    let screen = ScreenRun(
      ["list", "-e", "test", "--interval", "3600"], exchange: TestExchange(), short, long)
    #expect(await screen.selects("BTC-USD"))
    #expect(await screen.type("h", shows: "BTC-USD · 1d · "))
    long.reply = .stall
    #expect(await screen.type("[", shows: "BTC-USD · 4h"))
    #expect(await screen.type("]", shows: "BTC-USD · 1d"))
    #expect(await screen.shows("[ ] period"))
    long.reply = .answer
    #expect(await screen.type("[", shows: "BTC-USD · 4h · "))
    #expect(!short.questions.contains { $0 == .candles(Pair(symbol: "BTC-USD"), .fourHours) })
    #expect(await screen.quit() == 0)
  }

  @Test func `a range without candles says so, and which key helps`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(
      ["history", "BTC-USD", "--interval", "10", "--where", "close > 1000000"], exchange: exchange)
    #expect(await screen.shows("  w to edit the condition · [ ] to change the period"))
    #expect(await screen.quit() == 0)
  }

  @Test func `the --until condition ends it`() async throws {
    let exchange = TestExchange(periods: Self.periods)
    let screen = ScreenRun(
      ["history", "BTC-USD", "--chart", "--until", "close > 120"], exchange: exchange)
    #expect(await screen.shows("120 →"))
    screen.type("r")
    #expect(await screen.end() == 0)
  }

  @Test(arguments: ["--format=csv", "--columns=time", "--columns=close"])
  func `a picture has no format and no columns`(option: String) async {
    let outcome = await TestWorld().run([
      "history", "BTC-USD", "-e", "kraken", "--chart", option, "--replay",
      Repository.fixtures.path,
    ])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--chart cannot be combined with --format or --columns"))
  }
}
