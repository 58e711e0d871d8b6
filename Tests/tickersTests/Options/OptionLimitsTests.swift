import Arguments
import Foundation
@testable import MarketCore
import Reports
import Testing

@testable import tickers

/// The values that options accept.
struct OptionLimitsTests {
  private static func options<Options>(
    _ words: [String], _ read: (Invocation) throws -> Options
  ) throws -> Options {
    try read(Tickers.invocation(words))
  }

  /// Kraken on this machine, where no exchange has a minimum of intervals.
  private static let local = Market(
    ["kraken"],
    in: ClientPool(of: Exchanges.all, isRemote: { _ in false }) {
      .stub($0) { _ in .failure(.cancelled) }
    })

  private static func history(_ invocation: Invocation) throws -> HistoryFeed {
    var feed = HistoryFeed(local, ListQuery(), .oneDay)
    try feed.read(invocation)
    return feed
  }

  @Test(arguments: [("0.001", 0.001), ("3600", 3600)])
  func `a timeout is of a millisecond to an hour`(text: String, seconds: Double) throws {
    let options = try Self.options(["list", "--timeout", text], ConnectionOptions.init)
    #expect(options.timeout == .seconds(seconds))
  }

  @Test(arguments: ["0.0009", "3600.001", "0", "-1"])
  func `other timeouts are refused`(text: String) {
    #expect(throws: UsageError.self) {
      try Self.options(["list", "--timeout=\(text)"], ConnectionOptions.init)
    }
  }

  @Test(arguments: [("0.001", 0.001), ("86400", 86_400)])
  func `an interval is of a millisecond to a day`(text: String, seconds: Double) throws {
    func interval(_ text: String) throws -> Duration? {
      try Self.options(["list", "--interval", text]) {
        try Pace($0, .endless, waits: false, screenInterval: nil).interval(for: Self.local)
      }
    }
    #expect(try interval(text) == .seconds(seconds))
    #expect(throws: UsageError.self) { try interval("86400.001") }
  }

  @Test func `a step has at most 21 digits, as 1 and 20 zeros`() throws {
    let largest = "1" + String(repeating: "0", count: 20)
    let query = try Self.options(
      ["book", "BTC-USD", "--group", largest], { try BookQuery($0, of: Pair("BTC-USD")) })
    #expect(query.step == Decimal(string: largest))
    for step in [largest + ".1", "0", "-1"] {
      #expect(throws: UsageError.self) {
        try Self.options(
          ["book", "BTC-USD", "--group=\(step)"], { try BookQuery($0, of: Pair("BTC-USD")) })
      }
    }
  }

  @Test(arguments: ["http://h:1", "https://h:65535/v3"])
  func `a base URL has a host, and perhaps a port and a path`(url: String) throws {
    let options = try Self.options(["list", "--url", url], ConnectionOptions.init)
    #expect(options.url(of: Exchanges.kraken).absoluteString == url)
  }

  @Test(arguments: ["http://h:0", "http://h:65536", "http://h/#a", "http://h/?a", "http://me@h"])
  func `a URL with more than that is refused`(url: String) {
    #expect(throws: UsageError.self) {
      try Self.options(["list", "--url", url], ConnectionOptions.init)
    }
  }

  @Test func `exchanges that are named twice are asked once`() throws {
    let options = try Self.options(
      ["list", "-e", "kraken,blockchain,kraken"], ConnectionOptions.init)
    let chosen = try #require(try options.chosen(in: World.terminal))
    #expect(chosen.exchanges.map(\.id) == ["kraken", "blockchain"])
  }

  @Test(arguments: ["1000000d", "0d", "2026-02-30"])
  func `a time that is not a date, or too long ago, is invalid`(time: String) {
    #expect(throws: UsageError.self) {
      try Self.options(["history", "BTC-USD", "--from", time], Self.history)
    }
  }

  @Test func `a range without a moment is refused`() throws {
    let words = ["history", "BTC-USD", "--from", "2026-11-20", "--to", "2026-11-20"]
    #expect(throws: UsageError.self) { try Self.options(words, Self.history) }
  }

  @Test func `the trend is for screens only`() throws {
    let columns = ["list", "--columns", "last,trend"]
    let options = try Self.options(columns, { try FormatOptions<Ticker>.read($0) })
    #expect(options.output.hasTrend)
    #expect(throws: UsageError.self) {
      try Self.options(columns + ["--format", "json"], { try FormatOptions<Ticker>.read($0) })
    }
  }

  @Test func `a time may be long ago, and a range of a second`() throws {
    for words in [
      ["--from", "999999d"], ["--from", "2026-11-20T00:00:00Z", "--to", "2026-11-20T00:00:01Z"],
    ] {
      _ = try Self.options(["history", "BTC-USD"] + words, Self.history)
    }
  }
}
