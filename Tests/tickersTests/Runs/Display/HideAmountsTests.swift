import MarketCore
import TestTools
import Testing

@testable import tickers

/// The key that hides the amounts of holdings, and `--hide-amounts`.
@Suite(.timeLimit(.minutes(20)))
struct HideAmountsTests {
  /// Whether a text has an amount: quantities, values and costs of the holdings, and their gains.
  private static func hasAmounts(_ text: String) -> Bool {
    ["$200.00", "24 BTC", "$161.00", "+$39.00", "3 BTC", "+$6.00"].contains { text.contains($0) }
  }

  @Test func `a key hides and shows them, in the rows and in the totals below`() async {
    let screen = await RowsCommand.holdings.screen()
    #expect(await screen.shows("$ amounts"))
    let shown = screen.lines
    #expect(shown.count { Self.hasAmounts($0) } == 4)
    #expect(await screen.type("$", shows: "•••"))
    let hidden = screen.lines
    #expect(!hidden.contains { Self.hasAmounts($0) })
    // Two rows and two totals; prices, percentages and shares stay.
    #expect(hidden.count { $0.contains("•••") } == 4)
    #expect(hidden.contains { $0.contains("ETH-BTC") && $0.contains("-11.11%") })
    #expect(hidden.contains { $0.contains("$100.0000000001") && $0.contains("+24.22%") } == false)
    #expect(hidden.contains { $0.contains("$100.0000000001") })
    screen.type("$")
    #expect(await screen.hides("•••"))
    #expect(screen.lines == shown)
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.contains { $0.contains("$200.00") } == true)
  }

  @Test(arguments: [.holdings, .totals] as [RowsCommand])
  func `--hide-amounts hides them from the start, and they stay so on the terminal`(
    command: RowsCommand
  ) async throws {
    let screen = await command.screen("--hide-amounts")
    #expect(await screen.shows("•••"))
    #expect(await screen.type("r", shows: "•••"))
    #expect(await screen.quit() == 0)
    let printed = try #require(screen.printed)
    #expect(printed.contains { $0.contains("•••") })
    #expect(!(printed + [screen.display.text]).contains { Self.hasAmounts($0) })
  }

  @Test(arguments: [.holdings, .totals] as [RowsCommand])
  func `hidden by a key they are neither printed nor copied`(command: RowsCommand) async throws {
    let screen = await command.screen()
    #expect(await screen.type("$Y", shows: "sent to the clipboard"))
    let copied = try #require(screen.display.copied.first)
    #expect(copied.hasPrefix(command == .totals ? "BTC\t•••\t•••" : "BTC-USD\t•••\t100"))
    #expect(!Self.hasAmounts(copied) && !copied.contains("\t2\t") && !copied.contains("24"))
    #expect(await screen.quit() == 0)
    let printed = try #require(screen.printed)
    #expect(printed.contains { $0.contains("•••") })
    #expect(!printed.contains { Self.hasAmounts($0) })
  }

  @Test func `a key shows what --hide-amounts hides`() async {
    let screen = await RowsCommand.totals.screen("--hide-amounts")
    #expect(await screen.type("$", shows: "24 BTC"))
    #expect(await screen.hides("•••"))
    #expect(await screen.type("Y", shows: "sent to the clipboard"))
    #expect(screen.display.copied.first?.hasPrefix("BTC\t24\t") == true)
    #expect(await screen.quit() == 0)
  }

  @Test func `hidden amounts can be columns, and are copied as dots in any order`() async {
    let screen = await RowsCommand.holdings.screen("--hide-amounts", "-c", "cost,value,gain,symbol")
    #expect(await screen.shows(" •••    •••   •••  BTC-USD"))
    #expect(await screen.type("Y", shows: "sent to the clipboard"))
    #expect(screen.display.copied == ["•••\t•••\t•••\tBTC-USD"])
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: [.list, .coins, .price, .symbols, .history] as [RowsCommand])
  func `other screens have no amounts to hide`(command: RowsCommand) async {
    let screen = await command.screen()
    #expect(!screen.lines.contains { $0.contains("$ amounts") })
    #expect(await screen.type("$?", shows: "Choose columns"))
    #expect(!screen.lines.contains { $0.contains("•••") || $0.contains("amounts") })
    #expect(await screen.quit() == 0)
  }
}
