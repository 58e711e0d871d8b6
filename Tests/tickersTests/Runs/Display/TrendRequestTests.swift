import Foundation
import MarketCore
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import tickers

/// The requests for trends of candles.
@Suite(.timeLimit(.minutes(20)))
struct TrendRequestTests {
  @Test func `requests are made one after the other`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = TrendList.list(exchange)
    #expect(await TrendList.ends(screen, "ETH-USD", with: "▁"))
    exchange.reply = .stall
    await screen.clock.passes(to: 30)
    #expect(await exchange.isAsked(4))
    exchange.release(3)
    await screen.clock.passes(to: 60)
    #expect(await exchange.isAsked(5))
    exchange.release(4)
    #expect(await exchange.isAsked(6))
    // The candles of one pair are in flight: those of the other wait.
    await Self.redraws(screen)
    #expect(
      TrendList.requests(exchange) == [TrendList.bitcoin, TrendList.ether, TrendList.bitcoin])
    exchange.release(5)
    #expect(await exchange.isAsked(7))
    #expect(TrendList.requests(exchange).last == TrendList.ether)
    exchange.release(6)
    #expect(await screen.quit() == 0)
  }

  @Test func `only rows that are shown are requested, and others as soon as they are`() async {
    let (one, two) = (
      TestExchange("one", periods: [.oneMinute]), TestExchange("two", periods: [.oneMinute])
    )
    let screen = ScreenRun(
      ["list", "-e", "one,two", "--interval", "30", "--sort", "symbol"] + TrendList.hour, rows: 5,
      exchange: one, two)
    #expect(await TrendList.ends(screen, "one       BTC-USD", with: "█▁"))
    #expect(await TrendList.ends(screen, "two       BTC-USD", with: "█▁"))
    await screen.clock.passes(to: 30)
    #expect(await screen.shows("$102.00"))
    #expect([one, two].map(TrendList.requests) == [[TrendList.bitcoin], [TrendList.bitcoin]])
    screen.type("G")
    #expect(await TrendList.ends(screen, "one       ETH-USD", with: "▁"))
    #expect(await TrendList.ends(screen, "two       ETH-USD", with: "▁"))
    let both = [TrendList.bitcoin, TrendList.ether]
    #expect([one, two].map(TrendList.requests) == [both, both])
    #expect(await screen.quit() == 0)
  }

  @Test func `a trend is kept for one period, and then requested again`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = TrendList.list(exchange)
    #expect(await TrendList.ends(screen, "ETH-USD", with: "▁"))
    await screen.clock.passes(to: 30)
    #expect(await exchange.isAsked(4))
    await screen.clock.passes(to: 60)
    #expect(await exchange.isAsked(7))
    #expect(exchange.questions[3] == .tickers)
    #expect(
      TrendList.requests(exchange) == [
        TrendList.bitcoin, TrendList.ether, TrendList.bitcoin, TrendList.ether,
      ])
    #expect(await screen.quit() == 0)
  }

  @Test func `a paused screen requests none`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = TrendList.list(exchange)
    #expect(await TrendList.ends(screen, "ETH-USD", with: "▁"))
    #expect(await screen.type(" ", shows: " · paused"))
    screen.clock.pass(.seconds(90))
    #expect(await screen.type("r", shows: "$103.00"))
    await Self.redraws(screen)
    #expect(TrendList.requests(exchange).count == 2)
    screen.type(" ")
    #expect(await exchange.isAsked(6))
    #expect(TrendList.requests(exchange).count == 4)
    #expect(await screen.quit() == 0)
  }

  @Test func `a screen below another requests none until it is shown again`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = TrendList.list(exchange)
    #expect(await TrendList.ends(screen, "ETH-USD", with: "▁"))
    #expect(await screen.type("\r", shows: "BTC-USD · depth 9"))
    #expect(await screen.clock.waits { $0 == [.seconds(30), .seconds(30)] })
    screen.clock.pass(.seconds(61))
    #expect(await exchange.isAsked(6))
    #expect(await screen.clock.waits { $0 == [.seconds(90), .seconds(90)] })
    #expect(await screen.type("?", shows: "Toggle this help"))
    #expect(await screen.type("?", shows: "BTC-USD · depth 9"))
    #expect(TrendList.requests(exchange).count == 2)
    #expect(await screen.type("\u{1B}", shows: "› BTC-USD"))
    #expect(await exchange.isAsked(8))
    #expect(TrendList.requests(exchange).count == 4)
    #expect(await screen.quit() == 0)
  }

  @Test func `leaving the screen cancels the request`() async {
    let exchange = TestExchange(periods: [.oneMinute])
    let screen = TrendList.list(exchange)
    #expect(await TrendList.ends(screen, "ETH-USD", with: "▁"))
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
        if pair == TrendList.bitcoin, let error = fault.value { throw error }
        return Array(repeating: 170, count: 60)
      })
    exchange.reply = .stall
    let screen = TrendList.list(exchange)
    #expect(await exchange.isAsked(1))
    exchange.release(0)
    #expect(await screen.shows("$100.00"))
    await Self.release(1, of: exchange, on: screen)
    exchange.reply = .answer
    fault.change { $0 = nil }
    await Self.redraws(screen)
    #expect(await TrendList.ends(screen, "BTC-USD", with: "$5.47k"))
    #expect(!screen.lines.contains { $0.contains("invalid response") })
    #expect(TrendList.requests(exchange) == [TrendList.bitcoin])
    await screen.clock.passes(to: 30)
    // The one that was not tried yet comes first.
    #expect(await TrendList.ends(screen, "BTC-USD", with: "█▁"))
    #expect(await TrendList.ends(screen, "ETH-USD", with: "█▁"))
    #expect(
      TrendList.requests(exchange) == [TrendList.bitcoin, TrendList.ether, TrendList.bitcoin])
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
        if pair == TrendList.ether { throw .rateLimited(retryAfter: 70) }
        throw .missing("no candles")
      })
    exchange.reply = .stall
    let screen = TrendList.list(exchange)
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
      #expect(TrendList.requests(exchange) == [TrendList.bitcoin, TrendList.ether])
      await screen.clock.passes(to: seconds)
      #expect(await screen.shows("$\(price).00"))
    }
    #expect(await exchange.isAsked(8))
    #expect(TrendList.requests(exchange) == [TrendList.bitcoin, TrendList.ether, TrendList.ether])
    #expect(await screen.quit() == 0)
  }

  @Test func `requests for it come second to those of polls`() async {
    let kinds = Observed<[String: URLRequest.NetworkServiceType]>([:])
    let screen = ScreenRun(["list", "-e", "okx"] + TrendList.hour, columns: 120) { world in
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
    #expect(await TrendList.ends(screen, "BTC-USDT", with: "·▁█"))
    #expect(kinds.value == ["tickers": .default, "candles": .background])
    #expect(await screen.quit() == 0)
  }

  @Test func `where it does not fit, or is no column, nothing is requested`() async {
    for (columns, arguments) in [(44, []), (120, ["--columns", "symbol,last,volume"])] {
      let exchange = TestExchange(periods: [.oneMinute])
      let screen = TrendList.list(exchange, TrendList.hour + arguments, columns: columns)
      #expect(await screen.shows("$100.00"))
      await screen.clock.passes(to: 30)
      #expect(await screen.shows("$101.00"))
      #expect(exchange.questions == [.tickers, .tickers])
      #expect(await screen.quit() == 0)
    }
  }
}
