import Arguments
import Foundation
import MarketCore
import Testing

@testable import tickers

/// The least and the largest values of options, and the first that are refused.
struct OptionLimitsTests {
  private static func options<Group: OptionGroup>(
    _ words: [String], _: Group.Type = Group.self
  ) throws -> Group {
    guard case .run(let invocation) = try Tickers.program.parse(words) else {
      throw UsageError("no command")
    }
    return try Group(invocation)
  }

  @Test(arguments: [("0.001", 0.001), ("3600", 3600)])
  func `a timeout is of a millisecond to an hour`(text: String, seconds: Double) throws {
    let options: SourceOptions = try Self.options(["list", "--timeout", text])
    #expect(options.timeout == .seconds(seconds))
  }

  @Test(arguments: ["0.0009", "3600.001", "0", "-1"])
  func `other timeouts are refused`(text: String) {
    #expect(throws: UsageError.self) {
      try Self.options(["list", "--timeout=\(text)"], SourceOptions.self)
    }
  }

  @Test(arguments: [("0.001", 0.001), ("86400", 86_400)])
  func `an interval is of a millisecond to a day`(text: String, seconds: Double) throws {
    let options: PollOptions = try Self.options(["list", "--interval", text])
    #expect(options.interval == .seconds(seconds))
    #expect(throws: UsageError.self) {
      try Self.options(["list", "--interval", "86400.001"], PollOptions.self)
    }
  }

  @Test func `a step has at most 21 digits, as 1 and 20 zeros`() throws {
    let largest = "1" + String(repeating: "0", count: 20)
    let options: BookOptions = try Self.options(["book", "BTC-USD", "--group", largest])
    #expect(options.query.step == Decimal(string: largest))
    for step in [largest + ".1", "0", "-1"] {
      #expect(throws: UsageError.self) {
        try Self.options(["book", "BTC-USD", "--group=\(step)"], BookOptions.self)
      }
    }
  }

  @Test(arguments: ["http://h:1", "https://h:65535/v3"])
  func `a base URL has a host, and perhaps a port and a path`(url: String) throws {
    let options: ExchangeOptions = try Self.options(["list", "--url", url])
    #expect(options.urls.map(\.value.url.absoluteString) == [url])
  }

  @Test(arguments: ["http://h:0", "http://h:65536", "http://h/#a", "http://h/?a", "http://me@h"])
  func `a URL with more than that is refused`(url: String) {
    #expect(throws: UsageError.self) {
      try Self.options(["list", "--url", url], ExchangeOptions.self)
    }
  }

  @Test func `exchanges that are named twice are asked once`() throws {
    let options: ExchangeOptions = try Self.options(["list", "-e", "kraken,blockchain,kraken"])
    let chosen = try #require(try options.chosen(in: World.terminal))
    #expect(chosen.exchanges.map(\.id) == ["kraken", "blockchain"])
  }

  @Test(arguments: ["1000000d", "0d", "2026-02-30"])
  func `a time that is not a date, or too long ago, is invalid`(time: String) {
    #expect(throws: UsageError.self) {
      try Self.options(["history", "BTC-USD", "--from", time], HistoryOptions.self)
    }
  }

  @Test func `a range without a moment is refused`() throws {
    let options: HistoryOptions = try Self.options(
      ["history", "BTC-USD", "--from", "2026-11-20", "--to", "2026-11-20"])
    #expect(throws: UsageError.self) { try options.check(now: .now) }
  }

  @Test func `the trend is for screens only`() throws {
    let columns = ["list", "--columns", "last,trend"]
    let options: FormatOptions<Ticker> = try Self.options(columns)
    #expect(options.hasTrend)
    #expect(throws: UsageError.self) {
      try Self.options(columns + ["--format", "json"], FormatOptions<Ticker>.self)
    }
  }

  @Test func `another period has the last candles, not those since a time`() throws {
    let now = Date(timeIntervalSince1970: 1_795_132_800)
    let history = ["history", "BTC-USD", "--period", "1d"]
    let all: HistoryOptions = try Self.options(history + ["--from", "2026-01-01"])
    let last: HistoryOptions = try Self.options(history)
    #expect(all.changed(to: .oneDay).range(now: now) == all.range(now: now))
    #expect(all.changed(to: .oneHour).range(now: now) == last.changed(to: .oneHour).range(now: now))
  }

  @Test func `a time may be long ago, and a range of a second`() throws {
    for words in [
      ["--from", "999999d"], ["--from", "2026-11-20T00:00:00Z", "--to", "2026-11-20T00:00:01Z"],
    ] {
      _ = try Self.options(["history", "BTC-USD"] + words, HistoryOptions.self)
    }
  }
}
