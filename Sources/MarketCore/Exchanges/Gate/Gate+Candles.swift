package import Foundation

extension Gate {
  /// The number of periods of a page that has an end. `from` and `to` are included, and must be at most 999
  /// periods apart (measured on 2026-09-25).
  private static let pageLength: Int64 = 999

  /// Requests `/spot/candlesticks`: rows `[TIME s,QUOTE VOLUME,CLOSE,HIGH,LOW,OPEN,VOLUME,CLOSED]`, all as
  /// text, oldest first. The volume is in the base currency; `CLOSED` is `false` for the running period.
  /// `limit` is at most 1,000, and is rejected beside `from` or `to`. On Gate's futures market, a period
  /// without a trade has a row; whether it has one here is unconfirmed.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let last = end?.lastUnixTime()
    let earliest = start.map { Int64($0.timeIntervalSince1970.rounded(.down)) } ?? 0
    let first = last.map { max($0 + 1 - Self.pageLength * Int64(period.seconds), earliest, 0) }
    let count = period.count(from: start, before: end, most: 1000)
    let response = try await scope.get(
      "spot", "candlesticks",
      query: [
        "currency_pair": try Self.name(of: pair), "interval": Self.code(of: period),
        "limit": last == nil ? "\(count)" : nil, "from": first.map { "\($0)" },
        "to": last.map { "\($0)" },
      ])
    // An error that `error(in:)` ignores: the start of the page is too old. Its end may not be (unconfirmed).
    if response.status != 200 {
      let depth = Double(info.historyDepth ?? 0)
      let oldest = response.sentAt - (depth - 1) * period.seconds
      guard let end, let first, oldest < end,
        oldest.timeIntervalSince1970 - Double(first) >= period.seconds
      else { return try Answer([], in: response) }
      return try await candles(of: pair, period: period, from: oldest, before: end, in: scope)
    }
    let answer = try response.rows { (list: JSONArray) in
      try list.candles(
        [nil, \.close, \.high, \.low, \.open, \.volume], quoted: true, quotedTime: true
      ) { row in (try? row.text()) == "false" }
    }
    // For an unknown period, one client received candles of another one (September 2026).
    let isUndocumented = [Period.sixHours, .twelveHours].contains(period)
    let isAligned = answer.value.allSatisfy {
      $0.time.timeIntervalSince1970.truncatingRemainder(dividingBy: period.seconds) == 0
    }
    if isUndocumented, !isAligned { throw .malformed("candles of another period") }
    return answer
  }

  /// The oldest candle of this page. Before an empty page, there can be older candles.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    oldestCandle ?? end.map { $0 - Double(Self.pageLength) * period.seconds }
  }

  /// Days begin at 00:00 UTC (github.com/gateio/gateapi-python/issues/24), `7d` on Thursdays (documented
  /// for the futures market, here unconfirmed). `30d` is a calendar month.
  private static func code(of period: Period) -> String {
    switch period {
    case .oneWeek: "7d"
    case .oneMonth: "30d"
    default: period.rawValue
    }
  }
}
