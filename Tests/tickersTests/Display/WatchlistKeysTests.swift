import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens
@testable import tickers

/// Tab and Shift-Tab, which go through the watchlists of the options file.
@Suite(.timeLimit(.minutes(20)))
struct WatchlistKeysTests {
  private typealias List = ListScreen<ListFeed>

  private static let lists = [
    Watchlist(name: "two", symbols: "b-usd,C-*"), Watchlist(name: "One", symbols: "A-USD"),
    Watchlist(name: "none", symbols: "X-*"),
  ]

  /// The filter in the heading.
  private static func filter(_ list: List) -> String {
    list.heading.first { $0.hasPrefix("filter ") }.map { String($0.dropFirst(7)) } ?? ""
  }

  private static func list(_ filters: String...) -> List {
    .sample(filters: filters, watchlists: lists, room: TerminalSize(columns: 80, rows: 20))
  }

  @Test func `they go through the lists in the order of the file, all in between, and wrap`() {
    var list = Self.list()
    #expect(list.hints.contains { $0.key == "Tab" })
    for (filter, rows) in [("@two", "BC"), ("@One", "A"), ("@none", ""), ("", "ABCDEFGHIJ")] {
      #expect(list.press(.tab) == .handled)
      #expect(Self.filter(list) == filter && list.initials == rows)
    }
    for (filter, rows) in [("@none", ""), ("@One", "A"), ("@two", "BC"), ("", "ABCDEFGHIJ")] {
      #expect(list.press(.backTab) == .handled)
      #expect(Self.filter(list) == filter && list.initials == rows)
    }
  }

  @Test(arguments: [([.tab], "@two"), ([.backTab], "@none")] as [([Key], String)])
  func `from another filter they begin at the ends`(keys: [Key], filter: String) {
    var list = Self.list()
    list.press("/b,@one")
    list.press([.enter])
    #expect(list.initials == "AB")
    list.press(keys)
    #expect(Self.filter(list) == filter)
  }

  @Test func `a typed watchlist is one of them, in any case`() {
    var list = Self.list()
    list.press("/@TWO")
    list.press([.enter, .tab])
    #expect(Self.filter(list) == "@One")
  }

  @Test func `from a filter that was given once they go on, and Esc leads back to it`() {
    var list = Self.list("@one")
    #expect(list.escapeHint == nil)
    list.press([.backTab])
    #expect(Self.filter(list) == "@two" && list.escapeHint?.word == "reset")
    #expect(list.press(.escape) == .handled)
    #expect(Self.filter(list) == "@one" && list.escapeHint == nil)
    list.press([.tab, .tab])
    #expect(Self.filter(list) == "" && list.initials == "ABCDEFGHIJ")
    list.press([.escape])
    #expect(Self.filter(list) == "@one")
  }

  @Test func `filters that were given twice stay, and are narrowed`() {
    var list = Self.list("a-usd,b-usd,c-usd", "b-usd,c-usd,d-usd")
    let given = "a-usd,b-usd,c-usd and b-usd,c-usd,d-usd"
    #expect(list.initials == "BC")
    list.press([.tab])
    #expect(Self.filter(list) == "\(given) and @two" && list.initials == "BC")
    list.press([.tab])
    #expect(Self.filter(list) == "\(given) and @One" && list.initials == "")
    list.press([.escape])
    #expect(Self.filter(list) == given && list.initials == "BC")
  }

  @Test func `while a filter is typed they have no effect`() {
    var list = Self.list()
    list.press("/b")
    list.press([.tab, .backTab])
    #expect(list.prompt?.text == "/b" && list.initials == "B")
    list.press([.escape])
    #expect(Self.filter(list) == "")
  }

  @Test func `without watchlists they are not offered, and have no effect`() {
    var list = List.sample(filters: ["b"])
    #expect(!list.hints.contains { $0.key == "Tab" })
    for key in [Key.tab, .backTab] { _ = list.press(key) }
    #expect(Self.filter(list) == "b" && list.initials == "B")
  }

  private static let file = "@eth = ETH-*\n@btc = BTC-USD,X-USD\n"

  @Test(arguments: [.list, .coins, .holdings, .price, .symbols] as [RowsCommand])
  func `those of the file keep rows on every list`(command: RowsCommand) async {
    let screen = await command.screen(options: Self.file)
    func rows(_ base: String) -> Bool {
      screen.lines.contains { $0.dropFirst(2).hasPrefix(command == .coins ? base : "\(base)-") }
    }
    #expect(await screen.shows("Tab watchlist"))
    #expect(await screen.type("\t", shows: "1 of 2 "))
    #expect(await screen.shows("filter @eth"))
    #expect(rows("ETH") && !rows("BTC"))
    #expect(await screen.type("\t", shows: "filter @btc"))
    #expect(rows("BTC") && !rows("ETH"))
    #expect(await screen.type("\u{1B}[Z", shows: "filter @eth"))
    screen.type("\u{1B}[Z")
    #expect(await screen.hides("filter @"))
    #expect(rows("BTC") && rows("ETH"))
    #expect(await screen.quit() == 0)
  }

  @Test func `--filter of the file is where Esc leads`() async {
    let screen = await RowsCommand.list.screen(options: Self.file + "[list]\n--filter @btc\n")
    #expect(await screen.type("\t", shows: "2 pairs"))
    #expect(await screen.type("\u{1B}", shows: "1 of 2 pairs · filter @btc"))
    #expect(await screen.quit() == 0)
  }

  @Test func `bid and ask that cost a request per pair are requested for another list`() async {
    let exchange = TestExchange(hasQuotesPerPair: true)
    let screen = await RowsCommand.list.screen(
      "-c", "symbol,last,bid", "-f", "ETH-*", options: Self.file, exchange: exchange)
    #expect(!screen.lines.contains { $0.contains("$99.00") })
    #expect(await screen.type("\u{1B}[Z", shows: "filter @btc"))
    #expect(await screen.shows("› BTC-USD  $101.00  $99.00"))
    #expect(exchange.questions == [.tickers, .tickers])
    let bitcoin = exchange.details.map { $0.wantsQuotes(of: Pair(symbol: "BTC-USD")) }
    #expect(bitcoin == [false, true])
    #expect(await screen.quit() == 0)
  }
}
