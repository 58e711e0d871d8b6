import Foundation
import MarketCore
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import tickers

/// Trends of candles beside a list, and the requests for them.
@Suite(.timeLimit(.minutes(20)))
struct TrendScreenTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")
  private static let ether = Pair(symbol: "ETH-USD")
  private static let hour = ["--trend", "1h"]

  private static func list(
    _ exchange: TestExchange, _ arguments: [String] = hour, columns: Int = 80, rows: Int = 24
  ) -> ScreenRun {
    ScreenRun(
      ["list", "--interval", "30", "--sort", "symbol"] + arguments, columns: columns, rows: rows,
      exchange: exchange)
  }

  /// The pairs whose candles were requested, in order.
  private static func requests(_ exchange: TestExchange) -> [Pair] {
    exchange.questions.compactMap {
      if case .candles(let pair, _) = $0 { pair } else { nil }
    }
  }

  /// Waits until a poll is due at this second, and moves the clock on to it.
  private static func passes(_ screen: ScreenRun, to seconds: Int) async {
    _ = await screen.clock.waits { $0.contains(.seconds(seconds)) }
    screen.clock.pass(.seconds(seconds) - screen.clock.now)
  }

  /// Waits until a row ends with this text.
  private static func ends(_ screen: ScreenRun, _ symbol: String, with text: String) async -> Bool {
    await screen.display.waits { lines in
      lines.contains { $0.dropFirst(2).hasPrefix(symbol) && $0.hasSuffix(text) }
    }
  }

  private static let all: [Period] = [
    .oneMinute, .thirtyMinutes, .oneHour, .fourHours, .sixHours, .oneDay,
  ]
  private static let few: [Period] = [.oneMinute, .oneHour, .sixHours, .oneDay]

  @Test(
    arguments: [
      ("1h", all, .oneMinute, 60), ("1d", all, .thirtyMinutes, 48), ("1d", few, .oneHour, 24),
      ("7d", all, .fourHours, 42), ("7d", few, .sixHours, 28),
    ] as [(String, [Period], Period, Int)])
  func `it has the closes of a time, and the live price last`(
    trend: String, periods: [Period], period: Period, count: Int
  ) async {
    // Live prices are 100 and 50; the first close is too old.
    let half = count / 2
    let exchange = TestExchange(
      periods: periods,
      closes: { _, _ in
        [900] + Array(repeating: 170, count: half) + Array(repeating: 135, count: half)
      })
    let screen = Self.list(exchange, ["--trend", trend], columns: 200)
    let closes = String(repeating: "█", count: half)
    #expect(
      await Self.ends(
        screen, "BTC-USD", with: "  " + closes + String(repeating: "▅", count: half) + "▁"))
    #expect(
      await Self.ends(
        screen, "ETH-USD", with: "  " + closes + String(repeating: "▆", count: half) + "▁"))
    #expect(
      exchange.questions == [
        .tickers, .candles(Self.bitcoin, period), .candles(Self.ether, period),
      ])
    #expect(await screen.quit() == 0)
    #expect(screen.printed?.dropFirst().first?.hasSuffix("▅▁") == true)
  }

  @Test func `in less room it has the whole time, and a period without a candle the close before`()
    async
  {
    let exchange = TestExchange(
      periods: [.oneMinute],
      closes: { _, _ in
        Array(repeating: nil, count: 30) + [100] + Array(repeating: nil, count: 9) + [170]
          + Array(repeating: nil, count: 19)
      })
    let screen = Self.list(exchange, Self.hour + ["--columns", "symbol,last,trend"], columns: 32)
    // 12 values of 61: about each fifth.
    #expect(await Self.ends(screen, "BTC-USD", with: "  ······▁▁███▁"))
    #expect(await screen.quit() == 0)
  }

  @Test func `requests are made one after the other`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = Self.list(exchange)
    #expect(await Self.ends(screen, "ETH-USD", with: "▁"))
    exchange.reply = .stall
    await Self.passes(screen, to: 30)
    #expect(await exchange.isAsked(4))
    exchange.release(3)
    await Self.passes(screen, to: 60)
    #expect(await exchange.isAsked(5))
    exchange.release(4)
    #expect(await exchange.isAsked(6))
    // The candles of one pair are in flight: those of the other wait.
    await Self.redraws(screen)
    #expect(Self.requests(exchange) == [Self.bitcoin, Self.ether, Self.bitcoin])
    exchange.release(5)
    #expect(await exchange.isAsked(7))
    #expect(Self.requests(exchange).last == Self.ether)
    exchange.release(6)
    #expect(await screen.quit() == 0)
  }

  @Test func `only rows that are shown are requested, and others as soon as they are`() async {
    let (one, two) = (
      TestExchange("one", periods: [.oneMinute]), TestExchange("two", periods: [.oneMinute])
    )
    let screen = ScreenRun(
      ["list", "-e", "one,two", "--interval", "30", "--sort", "symbol"] + Self.hour, rows: 5,
      exchange: one, two)
    #expect(await Self.ends(screen, "one       BTC-USD", with: "█▁"))
    #expect(await Self.ends(screen, "two       BTC-USD", with: "█▁"))
    await Self.passes(screen, to: 30)
    #expect(await screen.shows("$102.00"))
    #expect([one, two].map(Self.requests) == [[Self.bitcoin], [Self.bitcoin]])
    screen.type("G")
    #expect(await Self.ends(screen, "one       ETH-USD", with: "▁"))
    #expect(await Self.ends(screen, "two       ETH-USD", with: "▁"))
    let both = [Self.bitcoin, Self.ether]
    #expect([one, two].map(Self.requests) == [both, both])
    #expect(await screen.quit() == 0)
  }

  @Test func `a trend is kept for one period, and then requested again`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = Self.list(exchange)
    #expect(await Self.ends(screen, "ETH-USD", with: "▁"))
    await Self.passes(screen, to: 30)
    #expect(await exchange.isAsked(4))
    await Self.passes(screen, to: 60)
    #expect(await exchange.isAsked(7))
    #expect(exchange.questions[3] == .tickers)
    #expect(Self.requests(exchange) == [Self.bitcoin, Self.ether, Self.bitcoin, Self.ether])
    #expect(await screen.quit() == 0)
  }

  @Test func `a paused screen requests none`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = Self.list(exchange)
    #expect(await Self.ends(screen, "ETH-USD", with: "▁"))
    #expect(await screen.type(" ", shows: " · paused"))
    screen.clock.pass(.seconds(90))
    #expect(await screen.type("r", shows: "$103.00"))
    await Self.redraws(screen)
    #expect(Self.requests(exchange).count == 2)
    screen.type(" ")
    #expect(await exchange.isAsked(6))
    #expect(Self.requests(exchange).count == 4)
    #expect(await screen.quit() == 0)
  }

  @Test func `a screen below another requests none until it is shown again`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = Self.list(exchange)
    #expect(await Self.ends(screen, "ETH-USD", with: "▁"))
    #expect(await screen.type("\r", shows: "BTC-USD · depth 9"))
    #expect(await screen.clock.waits { $0 == [.seconds(30), .seconds(30)] })
    screen.clock.pass(.seconds(61))
    #expect(await exchange.isAsked(6))
    #expect(await screen.clock.waits { $0 == [.seconds(90), .seconds(90)] })
    #expect(await screen.type("?", shows: "Toggle this help"))
    #expect(await screen.type("?", shows: "BTC-USD · depth 9"))
    #expect(Self.requests(exchange).count == 2)
    #expect(await screen.type("\u{1B}", shows: "› BTC-USD"))
    #expect(await exchange.isAsked(8))
    #expect(Self.requests(exchange).count == 4)
    #expect(await screen.quit() == 0)
  }

  @Test func `leaving the screen cancels the request`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = Self.list(exchange)
    #expect(await Self.ends(screen, "ETH-USD", with: "▁"))
    #expect(await screen.clock.waits { $0 == [.seconds(30)] })
    exchange.reply = .stall
    screen.clock.pass(.seconds(61))
    #expect(await exchange.isAsked(4))
    exchange.reply = .hang
    exchange.release(3)
    #expect(await exchange.isAsked(5))
    #expect(await screen.quit() == 0)
    #expect(await exchange.isGivenUp(1))
  }

  @Test func `an exchange without history has blanks, and no request`() async {
    for periods in [[], [Period.oneDay]] {
      let exchange = TestExchange(periods: periods)
      let screen = Self.list(exchange)
      #expect(await screen.shows("TREND"))
      #expect(await Self.ends(screen, "BTC-USD", with: "$5.47k"))
      await Self.passes(screen, to: 30)
      #expect(await screen.shows("$101.00"))
      #expect(exchange.questions == [.tickers, .tickers])
      #expect(await screen.quit() == 0)
    }
  }

  /// Draws a few times, and waits until that is done.
  private static func redraws(_ screen: ScreenRun) async {
    #expect(await screen.type("?", shows: "Toggle this help"))
    #expect(await screen.type("?", shows: "› BTC-USD"))
  }

  /// Answers a request that has stalled, and waits until its result is taken.
  private static func release(
    _ number: Int, of exchange: TestExchange, on screen: ScreenRun
  ) async {
    #expect(await exchange.isAsked(number + 1))
    await redraws(screen)
    let draws = screen.display.draws
    exchange.release(number)
    #expect(await screen.display.draws(moreThan: draws))
  }

  @Test func `one that fails is blank without an error, and tried again after an interval`() async {
    let fault = Observed<MarketError?>(.malformed("no"))
    let exchange = TestExchange(
      periods: [.oneMinute],
      closes: { pair, _ throws(MarketError) in
        if pair == Self.bitcoin, let error = fault.value { throw error }
        return Array(repeating: 170, count: 60)
      })
    exchange.reply = .stall
    let screen = Self.list(exchange)
    #expect(await exchange.isAsked(1))
    exchange.release(0)
    #expect(await screen.shows("$100.00"))
    await Self.release(1, of: exchange, on: screen)
    exchange.reply = .answer
    fault.change { $0 = nil }
    await Self.redraws(screen)
    #expect(await Self.ends(screen, "BTC-USD", with: "$5.47k"))
    #expect(!screen.lines.contains { $0.contains("invalid response") })
    #expect(Self.requests(exchange) == [Self.bitcoin])
    await Self.passes(screen, to: 30)
    // The one that was not tried yet comes first.
    #expect(await Self.ends(screen, "BTC-USD", with: "█▁"))
    #expect(await Self.ends(screen, "ETH-USD", with: "█▁"))
    #expect(Self.requests(exchange) == [Self.bitcoin, Self.ether, Self.bitcoin])
    #expect(await screen.quit() == 0)
    #expect(screen.errors == "")
  }

  @Test
  func `a longer wait of the exchange is kept, and a pair without candles is not tried again`()
    async
  {
    let exchange = TestExchange(
      periods: [.oneMinute],
      closes: { pair, _ throws(MarketError) in
        if pair == Self.ether { throw .rateLimited(retryAfter: 70) }
        throw .missing("no candles")
      })
    exchange.reply = .stall
    let screen = Self.list(exchange)
    #expect(await exchange.isAsked(1))
    exchange.release(0)
    #expect(await screen.shows("$100.00"))
    #expect(await exchange.isAsked(2))
    exchange.release(1)
    // A pair that may be unlisted costs a request for the list.
    #expect(await exchange.isAsked(3))
    exchange.release(2)
    await Self.release(3, of: exchange, on: screen)
    exchange.reply = .answer
    for (seconds, price) in [(30, 104), (60, 105), (90, 106)] {
      #expect(Self.requests(exchange) == [Self.bitcoin, Self.ether])
      await Self.passes(screen, to: seconds)
      #expect(await screen.shows("$\(price).00"))
    }
    #expect(await exchange.isAsked(8))
    #expect(Self.requests(exchange) == [Self.bitcoin, Self.ether, Self.ether])
    #expect(await screen.quit() == 0)
  }

  @Test func `requests for it come second to those of polls`() async {
    let kinds = Observed<[String: URLRequest.NetworkServiceType]>([:])
    let screen = ScreenRun(["list", "-e", "okx"] + Self.hour, columns: 120) { world in
      world.client = { exchange, url in
        let transport = Transport { request in
          let path = request.url?.lastPathComponent ?? ""
          kinds.change { $0[path] = request.networkServiceType }
          let data =
            path == "candles"
            ? #"[["1795258800000","1","1","1","1","1","1","1","0"]]"#
            : #"[{"instType":"SPOT","instId":"BTC-USDT","last":"2","vol24h":"1"}]"#
          return .success(
            Transport.Response(
              body: Data(#"{"code":"0","msg":"","data":\#(data)}"#.utf8),
              receivedAt: ScreenRun.date))
        }
        return MarketClient(transport, exchange: exchange, base: url, keepsLimits: false)
      }
    }
    #expect(await Self.ends(screen, "BTC-USDT", with: "·▁█"))
    #expect(kinds.value == ["tickers": .default, "candles": .background])
    #expect(await screen.quit() == 0)
  }

  @Test func `where it does not fit, or is no column, nothing is requested`() async {
    for (columns, arguments) in [(44, []), (120, ["--columns", "symbol,last,volume"])] {
      let exchange = TestExchange(periods: [.oneMinute])
      let screen = Self.list(exchange, Self.hour + arguments, columns: columns)
      #expect(await screen.shows("$100.00"))
      await Self.passes(screen, to: 30)
      #expect(await screen.shows("$101.00"))
      #expect(exchange.questions == [.tickers, .tickers])
      #expect(await screen.quit() == 0)
    }
  }

  @Test func `holdings have trends of their pairs, and cash has none`() async {
    let exchange = TestExchange(
      periods: [.oneMinute],
      closes: { _, _ in
        Array(repeating: 170, count: 60)
      })
    let screen = ScreenRun(
      ["holdings", "mine.csv", "-c", "symbol,last,trend"] + Self.hour, exchange: exchange
    ) { world in
      world.files.read = { _ in Array("symbol,quantity\nBTC-USD,2\nUSD,10".utf8) }
    }
    #expect(await Self.ends(screen, "BTC-USD", with: "██▁"))
    #expect(await Self.ends(screen, "USD", with: "$1.00"))
    #expect(Self.requests(exchange) == [Self.bitcoin])
    #expect(await screen.quit() == 0)
  }

  @Test func `a coin has the candles of its largest pair with history, and that pair's price last`()
    async
  {
    func exchange(_ id: String, last: Decimal, volume: Decimal) -> TestExchange {
      TestExchange(
        id, periods: [.oneMinute],
        rows: { _ in [Ticker(pair: Self.bitcoin, open: 100, volume: volume, last: last)] },
        closes: { _, _ in Array(repeating: 100, count: 30) + Array(repeating: 200, count: 30) })
    }
    // Blockchain.com has the price of the coin, and no history.
    let exchanges = [
      exchange("blockchain", last: 100, volume: 90), exchange("kraken", last: 150, volume: 1),
      exchange("coinbase", last: 200, volume: 2),
    ]
    let screen = ScreenRun(
      ["coins", "-e", "all", "--columns", "coin,price,trend", "--interval", "30"] + Self.hour,
      columns: 120
    ) { $0.exchanges = exchanges }
    let closes = String(repeating: "▁", count: 30) + String(repeating: "█", count: 30)
    #expect(await Self.ends(screen, "BTC   $100.00", with: "  \(closes)█"))
    #expect(exchanges.map(Self.requests) == [[], [], [Self.bitcoin]])
    #expect(await screen.quit() == 0)
  }

  @Test func `in a pipe the option is ignored`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    var world = TestWorld()
    world.exchanges = [exchange]
    let outcome = await world.run(["list", "--once"] + Self.hour)
    #expect(outcome.status == 0 && !outcome.output.contains("TREND"))
    #expect(exchange.questions == [.tickers])
  }
}
