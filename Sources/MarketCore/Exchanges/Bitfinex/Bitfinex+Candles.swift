package import Foundation

extension Bitfinex {
  /// Requests `/candles/trade:1h:tBTCUSD/hist`: rows `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME]`, `MTS` in
  /// milliseconds. A period without a trade has no row. A row at `end` is included.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let symbol = try await directory(of: [pair], in: scope).symbol(of: pair)
    let code = period < .oneDay ? period.rawValue : period.rawValue.uppercased()
    // No candle begins before the first block of bitcoin (2009-01-03).
    let first = max(start ?? .distantPast, Date(timeIntervalSince1970: 1_230_940_800))
    let response = try await scope.get(
      "candles", "trade:\(code):t\(symbol.text)", "hist",
      query: [
        "end": end.map { "\($0.lastUnixTime(units: 1000))" },
        "limit": "\(period.count(from: first, before: end, most: 10_000))",
      ], limit: info.candleLimit)
    let answer = try response.rows { (list: JSONArray) in
      try list.candles([\.open, \.close, \.high, \.low, \.volume], units: 1000)
    }
    // An empty response may mean that the pair is unknown (unconfirmed).
    if answer.value.isEmpty, let listed = try? await directory(in: scope), listed.lacks([pair]) {
      throw .unknownSymbol(pair.symbol, near: [])
    }
    return answer
  }
}
