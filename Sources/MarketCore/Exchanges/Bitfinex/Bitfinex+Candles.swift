package import Foundation

extension Bitfinex {
  /// `/candles/trade:1h:tBTCUSD/hist`: a period without a trade has no row; `end` is included.
  /// `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME]`, MTS in milliseconds. The close is before the high.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let symbol = try await directory(of: [pair], in: scope).symbol(of: pair)
    // The codes of ``Period``, except `1D`, `1W` and `1M`.
    let code = period < .oneDay ? period.rawValue : period.rawValue.uppercased()
    // Bitcoin has existed since this time.
    let first = max(start ?? .distantPast, Date(timeIntervalSince1970: 1_230_940_800))
    let response = try await scope.get(
      "candles", "trade:\(code):t\(symbol.text)", "hist",
      query: [
        "end": end.map { "\($0.lastUnixTime(units: 1000))" },
        "limit": "\(period.count(from: first, before: end, most: 10_000))",
      ], limit: RateLimit("candles", 30, per: .seconds(60)))
    let answer = try response.rows { (list: JSONArray) in
      try list.candles([\.open, \.close, \.high, \.low, \.volume], units: 1000)
    }
    // The response for an unknown pair is unconfirmed.
    if answer.value.isEmpty, let listed = try? await directory(in: scope), listed.lacks([pair]) {
      throw .unknownSymbol(pair.symbol, near: [])
    }
    return answer
  }
}
