import Foundation
import Testing

@testable import MarketCore

/// Measures alerts that each update of a stream tests: 100 alerts on 200 rows, 2,000 updates per second, with and
/// without windows in 50 of the alerts.
///
/// Prints a line each: alerts, alerts with windows, simulated seconds, the CPU that a second of updates takes in
/// percent of a core, and the largest memory of the process in megabytes, with tabs between. The environment says
/// in `ALERT_MINUTES` how many minutes are simulated.
@Suite(.enabled(if: minutes > 0), .serialized) struct AlertStageTests {
  private static let rate = 2_000
  private static let windows = [
    "last > ago(last, N) * 1.5", "last < min(last, N) * 0.5", "last > max(last, N) * 1.5",
    "last > avg(last, N) * 1.5",
  ]
  private static let lengths = ["10s", "1m", "5m", "15m", "30m"]

  @Test(arguments: [0, 50]) func `alerts on the updates of streams`(windowed: Int) throws {
    let alerts = try (0..<100).map { number -> Alert<Ticker> in
      let text = Self.windows[number % 4].replacing("N", with: Self.lengths[number % 5])
      return Alert(
        name: "a\(number)",
        condition: try Condition(number < windowed ? text : "last > \(1_000_000 + number)"))
    }
    var tickers = (0..<200).map {
      var ticker = Ticker(pair: Pair(symbol: "C\($0)-USD"), open: 100, volume: 5, last: 100)
      ticker.exchange = "kraken"
      return ticker
    }
    let pool = ClientPool(of: Exchanges.all) { .stub($0) { _ in .failure(.cancelled) } }
    var feed = ListFeed(Market(["kraken"], in: pool), ListQuery(), in: "USD")
    feed.watch.alerts = alerts
    var state = PollState(feed, at: Pace(every: .seconds(1), isLive: true))
    var firings = 0
    let start = clock()
    for update in 0..<(Self.rate * 60 * minutes) {
      let time = Date(timeIntervalSince1970: 1_800_000_000 + Double(update) / Double(Self.rate))
      let row = update * 7_919 % tickers.count
      tickers[row].last = Decimal(9_500 + update * 104_729 % 1_001) / 100
      tickers[row].receivedAt = time
      var answer = Answer(tickers, asOf: time)
      answer.live = LiveState(isLive: true)
      var poll = Poll(exchange: "kraken", result: .success(answer))
      // An output per second has all rows.
      if update % Self.rate > 0 { poll.updatedRow = row }
      state.apply([poll])
      firings += state.firings.count
    }
    #expect(firings == 0)
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(60 * minutes)
    var usage = rusage()
    // 0 is RUSAGE_SELF, which has another type on each system.
    getrusage(0, &usage)
    print(
      "alerts", 100, windowed, 60 * minutes, (seconds * 1_000).rounded() / 10,
      usage.ru_maxrss / 1_024, separator: "\t")
  }
}

private let minutes = Int(ProcessInfo.processInfo.environment["ALERT_MINUTES"] ?? "") ?? 0
