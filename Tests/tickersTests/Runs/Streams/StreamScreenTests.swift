import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Live screens, on a clock that the test moves on.
@Suite(.timeLimit(.minutes(20)))
struct StreamScreenTests {
  /// A screen of live tickers of Kraken.
  private struct LiveScreen {
    let streams: StreamMarkets
    let screen: ScreenRun
    var clock: HandClock { screen.clock }

    init(
      _ arguments: String..., prices: [String: Decimal] = ["BTC-USD": 100, "ETH-USD": 10],
      columns: Int = 80, rows: Int = 24
    ) {
      self.init(arguments, prices: prices, columns: columns, rows: rows)
    }

    init(
      _ arguments: [String], prices: [String: Decimal] = ["BTC-USD": 100, "ETH-USD": 10],
      columns: Int = 80, rows: Int = 24
    ) {
      let streams = StreamMarkets(prices: prices)
      self.streams = streams
      screen = ScreenRun(
        arguments + ["-e", "kraken", "--live"], columns: columns, rows: rows
      ) { streams.serve(&$0) }
    }

    /// Whether the rows are shown in this order.
    func shows(_ symbols: String...) async -> Bool {
      await screen.display.waits { lines in
        lines.compactMap { line in symbols.first { line.dropFirst(2).hasPrefix("\($0) ") } }
          == symbols
      }
    }
  }

  @Test func `prices are shown as they arrive, at most four times a second`() async {
    let run = LiveScreen("list")
    let stream = await run.streams.connection()
    stream.pushKraken(last: 101)
    stream.pushKraken("ETH/USD", last: 11)
    #expect(await run.screen.shows("101"))
    stream.pushKraken(last: 555)
    _ = await run.clock.waits { $0.contains(.milliseconds(250)) }
    #expect(!run.screen.lines.contains { $0.contains("555") })
    await run.clock.passes(toMilliseconds: 250)
    #expect(await run.screen.shows("555"))
    #expect(await run.screen.quit() == 0)
    await stream.ends()
  }

  @Test func `rows are sorted again after 10 s, and at a key`() async {
    let run = LiveScreen("list", "--sort=-last")
    let stream = await run.streams.connection()
    stream.pushKraken(last: 100)
    stream.pushKraken("ETH/USD", last: 10)
    #expect(await run.shows("BTC-USD", "ETH-USD"))
    stream.pushKraken("ETH/USD", last: 500)
    await run.clock.passes(toMilliseconds: 250)
    #expect(await run.screen.shows("500"))
    #expect(await run.shows("BTC-USD", "ETH-USD"))
    run.screen.type("j")
    #expect(await run.shows("ETH-USD", "BTC-USD"))
    stream.pushKraken("ETH/USD", last: 50)
    await run.clock.passes(toMilliseconds: 500)
    #expect(await run.shows("BTC-USD", "ETH-USD"))
    stream.pushKraken("ETH/USD", last: 700)
    await run.clock.passes(toMilliseconds: 750)
    #expect(await run.screen.shows("700"))
    #expect(await run.shows("BTC-USD", "ETH-USD"))
    // The connection is not silent for too long.
    run.clock.pass(.seconds(5))
    stream.pushKraken("ETH/USD", last: 701)
    #expect(await run.screen.shows("701"))
    #expect(await run.shows("BTC-USD", "ETH-USD"))
    run.clock.pass(.seconds(5))
    stream.pushKraken("ETH/USD", last: 702)
    #expect(await run.shows("ETH-USD", "BTC-USD"))
    #expect(await run.screen.quit() == 0)
  }

  @Test func `a pause keeps the prices, and its end shows the newest ones`() async {
    let run = LiveScreen("list")
    let stream = await run.streams.connection()
    stream.pushKraken(last: 101)
    stream.pushKraken("ETH/USD", last: 11)
    #expect(await run.screen.shows("101"))
    #expect(await run.screen.type(" ", shows: "paused"))
    run.clock.pass(.seconds(1))
    stream.pushKraken(last: 555)
    stream.pushKraken(last: 333)
    #expect(await run.screen.type("?", shows: "Toggle this help"))
    #expect(await run.screen.type("?", shows: "101"))
    #expect(await run.screen.type(" ", shows: "333"))
    #expect(await run.screen.quit() == 0)
  }

  @Test func `a pause of a recorded run applies updates, and its end shows the newest ones`()
    async throws
  {
    let folder = try TemporaryFolder()
    let run = LiveScreen("list", "--record", folder.url.appending(path: "new").path())
    let stream = await run.streams.connection()
    stream.pushKraken(last: 101)
    stream.pushKraken("ETH/USD", last: 11)
    await run.clock.passes(toMilliseconds: 50)
    #expect(await run.screen.shows("101"))
    #expect(await run.screen.type(" ", shows: "paused"))
    // Outputs are due 50 ms after their time, as exactly as dates are.
    for time in [301, 551, 801] {
      stream.pushKraken(last: Decimal(time))
      #expect(await run.clock.waits { $0[0] < .milliseconds(time) })
      run.clock.pass(.milliseconds(time) - run.clock.now)
    }
    #expect(await run.clock.waits { $0[0] < .milliseconds(1051) })
    #expect(await run.screen.type("?", shows: "Toggle this help"))
    #expect(await run.screen.type("?", shows: "101"))
    run.screen.type(" ")
    #expect(await run.screen.hides("paused"))
    run.clock.pass(.milliseconds(250))
    #expect(await run.screen.shows("801"))
    #expect(await run.screen.quit() == 0)
  }

  @Test(arguments: [["list"], ["book", "BTC-USD"]])
  func `a lost connection is told below the data, which stays`(arguments: [String]) async {
    let run = LiveScreen(arguments)
    let stream = await run.streams.connection()
    if arguments == ["list"] {
      stream.pushKraken(last: 101)
      stream.pushKraken("ETH/USD", last: 11)
    } else {
      stream.push(BookStreamRunTests.snapshot)
    }
    #expect(await run.screen.shows("live"))
    #expect(await run.screen.shows("101"))
    // The age counts from the last heartbeat, not from the last price.
    run.clock.pass(.seconds(5))
    stream.push(#"{"channel":"heartbeat"}"#)
    run.streams.refusal.change { $0 = .unreachable("cannot connect") }
    stream.close()
    #expect(await run.screen.shows("stale 0 s: cannot connect; next try in"))
    #expect(run.screen.lines.contains { $0.contains("101") })
    #expect(await run.screen.quit() == 0)
  }

  @Test func `the rows in view are streamed when they have been in view for 0.3 s`() async {
    // All turnovers are equal, so the rows are sorted by name.
    let names = (0..<150).map { "C\($0 + 100)" }
    let run = LiveScreen(
      "list", prices: Dictionary(uniqueKeysWithValues: names.map { ("\($0)-USD", 5) }), rows: 20)
    let first = await run.streams.connection()
    #expect(!first.sentTexts.joined().contains("C249/USD"))
    for name in names.prefix(100) { first.pushKraken("\(name)/USD", last: 6) }
    #expect(await run.screen.shows("C100-USD"))
    #expect(await run.screen.type("G", shows: "C249-USD"))
    #expect(run.streams.connectionCount == 1)
    await run.clock.passes(toMilliseconds: 300)
    let second = await run.streams.connection(1)
    #expect(second.sentTexts.joined().contains("C249/USD"))
    // Until all first messages have arrived, the first connection is in use.
    #expect(first.isOpen)
    for name in names { second.pushKraken("\(name)/USD", last: 7.25) }
    #expect(await run.screen.shows("7.25"))
    await first.ends()
    #expect(await run.screen.quit() == 0)
    await second.ends()
  }

  @Test func `the book of the selected row is streamed, beside the rows and on its own screen`()
    async
  {
    let run = LiveScreen("list", "BTC-USD", columns: 160, rows: 40)
    await run.streams.connection().pushKraken(last: 101)
    #expect(await run.screen.shows("101"))
    await run.clock.passes(toMilliseconds: 300)
    let beside = await run.streams.connection(1)
    #expect(beside.sentTexts[0].contains(#""channel":"book","symbol":["BTC/USD"]"#))
    beside.push(BookStreamRunTests.snapshot)
    #expect(await run.screen.shows("book · live · checksum ok · 0 updates"))
    #expect(await run.screen.type("\r", shows: "depth"))
    await beside.ends()
    let book = await run.streams.connection(2)
    #expect(book.sentTexts[0].contains(#""depth":1000"#))
    book.push(BookStreamRunTests.snapshot)
    #expect(await run.screen.shows("live · checksum ok · 0 updates"))
    #expect(await run.screen.quit() == 0)
    await book.ends()
  }

  @Test func `rows that a changed filter adds are streamed when they are in view`() async {
    let run = LiveScreen("list", "--filter", "BTC")
    let first = await run.streams.connection()
    first.pushKraken(last: 101)
    #expect(await run.screen.shows("101"))
    #expect(await run.screen.type("/\u{15}\r", shows: "ETH-USD"))
    await run.clock.passes(toMilliseconds: 300)
    let second = await run.streams.connection(1)
    #expect(second.sentTexts.joined().contains("ETH/USD"))
    second.pushKraken(last: 103)
    second.pushKraken("ETH/USD", last: 13)
    #expect(await run.screen.shows("$13.00"))
    #expect(await run.screen.quit() == 0)
  }
}

extension StubWebSocket.Connection {
  /// Waits until the program has closed the connection.
  fileprivate func ends() async {
    while isOpen { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
