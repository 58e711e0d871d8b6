import MarketCore
import TestTools
import Testing

/// Watchlists of the options file on screens of pairs, coins and holdings.
@Suite(.timeLimit(.minutes(20)))
struct WatchlistScreenTests {
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
