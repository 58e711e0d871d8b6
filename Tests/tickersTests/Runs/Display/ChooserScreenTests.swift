import MarketCore
import TestTools
import Testing

@testable import tickers

/// The choice of columns, and the prompt of a condition, while a screen polls.
@Suite(.timeLimit(.minutes(20)))
struct ChooserScreenTests {
  private static let right = "\u{1B}[C"

  @Test func `in a choice no key pauses, steps through a replay, or changes the list`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.shows("14:00:00"))
    let before = screen.lines
    #expect(await screen.type("c", shows: "› [x] symbol"))
    #expect(await screen.shows("Space toggle"))
    #expect(await screen.type(" ", shows: "› [ ] symbol"))
    #expect(await screen.type("\(Self.right)\u{1B}[D\u{1B}[F", shows: "› [ ] age"))
    #expect(await screen.type("\u{1B}[H ", shows: "› [x] symbol"))
    #expect(await screen.type("\(Self.right)j", shows: "› [x] last"))
    #expect(await screen.shows("14:00:00"))
    #expect(!screen.lines.contains { $0.contains("paused") })
    screen.type("\u{1B}")
    #expect(await screen.hides("[x]"))
    #expect(screen.lines == before)
    #expect(await screen.type(Self.right, shows: "14:00:10"))
    #expect(await screen.shows("paused"))
    #expect(await screen.quit() == 0)
  }

  @Test func `in a condition they are text, or move its cursor`() async {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.shows("14:00:00"))
    #expect(await screen.type("w", shows: "where: ▏"))
    #expect(await screen.type(" q?\u{1B}[D\u{1B}[Dr", shows: "where:  r▏q?"))
    #expect(await screen.type("\u{1B}[Hx\u{1B}[F\u{7F}", shows: "where: x rq▏"))
    #expect(await screen.shows("14:00:00"))
    #expect(!screen.lines.contains { $0.contains("paused") })
    screen.type("\u{1B}")
    #expect(await screen.hides("where: "))
    #expect(await screen.quit() == 0)
  }

  @Test func `a question mark lists the keys of the choice, which goes on then, and q leaves`()
    async
  {
    let screen = ScreenRun.replay("list", "-s", "symbol")
    #expect(await screen.shows("14:00:00"))
    #expect(await screen.type("cj", shows: "› [x] last"))
    #expect(await screen.type("?", shows: "Move the field up / down (also Shift-↑ Shift-↓)"))
    #expect(await screen.shows("Copy the line for the options file"))
    #expect(await screen.shows("Show these columns"))
    #expect(!screen.lines.contains { $0.contains("Pause or resume") || $0.contains("[x]") })
    #expect(await screen.type("j", shows: "› [x] last"))
    #expect(await screen.type("\u{1B}[1;2A", shows: "options file: --columns last,symbol,"))
    #expect(await screen.type("\u{1B}[1;2B", shows: "options file: --columns symbol,last,"))
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.first?.hasPrefix("SYMBOL") == true)
  }

  @Test func `that no column is chosen is refused in the status line, until the next key`() async {
    let screen = ScreenRun(
      ["list", "--interval", "3600", "-c", "symbol"], exchange: TestExchange())
    #expect(await screen.shows("› BTC-USD"))
    #expect(await screen.type("c \r", shows: "choose at least one column · 11:00:00"))
    #expect(await screen.type(" ", shows: "options file: --columns symbol"))
    #expect(await screen.hides("choose at least"))
    #expect(await screen.type("y", shows: "sent to the clipboard · 11:00:00"))
    #expect(screen.display.copied == ["--columns symbol"])
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [(20, 5), (20, 9), (24, 10), (40, 5), (40, 10), (20, 40)])
  func `on a small terminal the field and the typed text are in view`(
    columns: Int, rows: Int
  ) async {
    let screen = ScreenRun(
      ["list", "--interval", "3600"], columns: columns, rows: rows, exchange: TestExchange())
    #expect(await screen.shows("› BTC-USD"))
    screen.type("c")
    for name in ["symbol", "last", "percent", "volume", "turnover", "trend", "exchange", "base"] {
      #expect(
        await screen.display.waits { lines in
          lines.contains { $0.hasPrefix("› [") && $0.dropFirst(6).hasPrefix(name) }
        })
      #expect(screen.lines.count == rows)
      screen.type("j")
    }
    screen.type("\u{1B}")
    #expect(await screen.type("w", shows: "where: ▏"))
    #expect(await screen.type("abs(percent) > 5 and last >", shows: "d last >▏"))
    #expect(screen.lines.count == rows)
    #expect(screen.lines.contains { $0.contains("unexpected end") } == (rows >= 10))
    #expect(await screen.type("\r", shows: "unexpected end of e"))
    #expect(await screen.shows("d last >▏"))
    #expect(await screen.type(" 1\r", shows: "BTC-USD") || columns < 30)
    #expect(await screen.hides("▏"))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [.list, .coins, .holdings, .price] as [RowsCommand])
  func `names are requested once they are a column, and the rows stay until they arrive`(
    command: RowsCommand
  ) async {
    let exchange = RowsCommand.exchange()
    let columns = command == .coins ? "coin,name" : "symbol,name"
    let first = String(columns.prefix { $0 != "," })
    let screen = await command.screen("-c", first, exchange: exchange)
    #expect(await screen.shows("\(first.uppercased())"))
    exchange.reply = .stall
    let field = command == .coins ? "j" : command == .holdings ? "jj" : "jjjj"
    #expect(await screen.type("c\(field) ", shows: "options file: --columns \(columns)"))
    screen.type("\r")
    #expect(await exchange.isAsked(2))
    #expect(await screen.shows("  NAME"))
    #expect(await screen.shows("loading · "))
    #expect(screen.lines.contains { $0.contains("ETH") } && !screen.lines[0].contains("loading"))
    #expect(exchange.details.map(\.names) == [false, true])
    exchange.reply = .answer
    exchange.release(1)
    #expect(await screen.hides("loading"))
    // The same columns again cost nothing.
    for key in ["c\r", "r"] {
      #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(3600)] }))
      screen.type(key)
    }
    #expect(await exchange.isAsked(3))
    #expect(await screen.clock.waits(untilSleepers: { $0 == [.seconds(3600)] }))
    #expect(exchange.questions.count == 3)
    #expect(await screen.quit() == 0)
  }

  @Test func `a condition on bids that cost a request per pair restarts polling`() async {
    let exchange = TestExchange(hasQuotesPerPair: true)
    let screen = await RowsCommand.list.screen(exchange: exchange)
    exchange.reply = .stall
    #expect(await screen.type("wnot bid > 98\r", shows: "where not bid > 98"))
    #expect(await exchange.isAsked(2))
    // Unknown bids are not above it.
    #expect(await screen.shows("› BTC-USD"))
    exchange.reply = .answer
    exchange.release(1)
    #expect(await screen.hides("BTC-USD"))
    #expect(await screen.shows("ETH-USD"))
    #expect(await screen.type("w\u{15}bid > 98\r", shows: "BTC-USD"))
    #expect(exchange.questions.count == 2)
    let bitcoin = exchange.details.map { $0.wantsQuotes(of: Pair(symbol: "BTC-USD")) }
    #expect(bitcoin == [nil, true])
    #expect(await screen.quit() == 0)
  }

  @Test func `the options file has conditions, which the prompt shows and Esc restores`() async {
    let screen = await RowsCommand.list.screen(
      options: "[list]\n--where last > 60\n--columns symbol,last\n")
    #expect(await screen.shows("1 of 2 pairs · where last > 60"))
    #expect(await screen.type("w", shows: "where: last > 60▏"))
    #expect(await screen.shows("options file: --where last > 60"))
    #expect(await screen.type("\u{15}\r", shows: "ETH-BTC"))
    #expect(await screen.type("\u{1B}", shows: "where last > 60"))
    #expect(await screen.type("c", shows: "options file: --columns symbol,last"))
    #expect(await screen.quit() == 0)
  }
}
