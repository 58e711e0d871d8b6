import MarketCore
import TestTools
import Testing

@testable import tickers

/// The keys that all screens with rows have.
@Suite(.timeLimit(.minutes(20)))
struct RowsKeysTests {
  @Test(
    arguments: [
      (.list, "last > 60", "ETH-BTC"), (.coins, "price < 500", "ETH "),
      (.holdings, "symbol ~ usd", "ETH-BTC"), (.totals, "quote == USD", "24 BTC"),
      (.price, "last > 60", "ETH-BTC  "), (.symbols, "base == BTC", "ETH-BTC"),
      (.history, "close > 103", "101 BTC"),
    ] as [(RowsCommand, String, String)])
  func `w keeps the rows of a condition, which the heading names, and Esc resets it`(
    command: RowsCommand, condition: String, gone: String
  ) async {
    let screen = await command.screen()
    #expect(await screen.shows(gone))
    #expect(await screen.type("w", shows: "where: ▏"))
    #expect(await screen.type("\(condition) and", shows: "^ unexpected end of expression"))
    #expect(await screen.type("\r", shows: "unexpected end of expression · "))
    #expect(await screen.shows(gone))
    let note = command == .price ? "where: \(condition)▏" : "options file: --where \(condition)"
    #expect(await screen.type("\u{17}", shows: note))
    #expect(await screen.hides("unexpected end"))
    #expect(await screen.type("\r", shows: " · where \(condition) · "))
    #expect(await screen.hides(gone))
    #expect(await screen.shows("Esc reset"))
    #expect(await screen.type("\u{1B}", shows: gone))
    #expect(await screen.hides("where \(condition)"))
    #expect(await screen.quit() == 0)
  }

  @Test(
    arguments: [
      (.list, "symbol", "symbol:desc"), (.coins, "share:desc", "share:asc"),
      (.holdings, "quantity:desc", "quantity:asc"), (.totals, "value:desc", "value:asc"),
      (.price, "symbol", "symbol:desc"), (.symbols, "status", "status:desc"),
      (.history, "open:desc", "open:asc"),
    ] as [(RowsCommand, String, String)])
  func `s sorts by the column of the marker, and s or S reverse the order`(
    command: RowsCommand, order: String, reversed: String
  ) async {
    let screen = await command.screen()
    let first = screen.lines[0]
    #expect(await screen.shows("< > column"))
    #expect(await screen.type(">", shows: order.hasSuffix(":desc") ? " ▼" : " ▲"))
    #expect(screen.lines[0] == first)
    #expect(await screen.type("s", shows: " · sort \(order) · "))
    #expect(await screen.type("s", shows: " · sort \(reversed) · "))
    #expect(await screen.type("S", shows: " · sort \(order) · "))
    #expect(await screen.type("<>S", shows: " · sort \(reversed) · "))
    #expect(await screen.quit() == 0)
  }

  @Test(arguments: RowsCommand.allCases)
  func `c offers all fields, and its line on the command line leads to the same columns`(
    command: RowsCommand
  ) async throws {
    let screen = await command.screen()
    let hasTrend = command.fields.contains("trend")
    #expect(await screen.type("c", shows: "options file: --columns "))
    let names = screen.lines.filter { $0.contains(" [x] ") || $0.contains(" [ ] ") }
      .map { $0.dropFirst(6).prefix { $0 != " " } }
    #expect(names.sorted() == command.fields.map { $0[...] }.sorted())
    // Without the second one, with the last field as the second.
    let isShown = screen.lines.contains { $0.contains("[x] \(names[names.count - 1])") }
    let keys =
      "j \u{1B}[F\(isShown ? "" : " ")" + String(repeating: "K", count: names.count - 2)
    #expect(await screen.type(keys + "y", shows: "sent to the clipboard · "))
    let line = try #require(screen.display.copied.first)
    #expect(line.hasPrefix("--columns \(names[0]),\(names[names.count - 1]),"))
    #expect(!line.contains(",\(names[1]),"))
    #expect(await screen.type("\r", shows: "c columns"))
    let other = await command.screen(line.replacing(" ", with: "="))
    #expect(await other.shows("c columns"))
    for screen in [screen, other] {
      // Two polls are a trend.
      if hasTrend { #expect(await screen.type("r", shows: "TREND") || !line.contains("trend")) }
    }
    func words(_ line: String) -> [Substring] {
      line.filter { !"▁▄".contains($0) }.split(separator: " ")
    }
    // A choice that needs another request has polled once more, so that the last row, and widths, can differ.
    for index in 1...2 { #expect(words(screen.lines[index]) == words(other.lines[index])) }
    #expect(await screen.quit() == 0)
    #expect(await other.quit() == 0)
  }

  @Test(arguments: RowsCommand.allCases)
  func `y and Y copy what a pipe has, digit for digit`(command: RowsCommand) async {
    let screen = await command.screen()
    #expect(screen.lines.contains { $0.contains("y copy") } == (command.price != nil))
    if let price = command.price {
      #expect(await screen.type("y", shows: "sent to the clipboard · "))
      #expect(await screen.display.copied == [command.row(price)])
    } else {
      screen.type("y")
    }
    let columns = Array(
      command.fields.filter {
        !["trend", "as_of", "complete", "age"].contains($0) && !$0.hasPrefix("percent_")
      }.reversed())
    let others = await command.screen("--columns", columns.joined(separator: ","))
    #expect(await others.type("Y", shows: "sent to the clipboard · "))
    let row = await command.row(columns.joined(separator: ","))
    #expect(others.display.copied == [row])
    #expect(await others.type(">", shows: "Y copy row"))
    #expect(await others.hides("sent to the clipboard"))
    #expect(screen.display.copied.count == (command.price == nil ? 0 : 1))
    for screen in [screen, others] { #expect(await screen.quit() == 0) }
  }
}
