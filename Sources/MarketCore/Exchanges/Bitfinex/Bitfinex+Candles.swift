package import Foundation

extension Bitfinex {
  /// `/candles/trade:1h:tBTCUSD/hist`: no row where nothing was traded; `end` is included.
  /// `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME]`: the close comes before the high.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let symbol = try await symbol(of: pair, in: scope)
    // As ours, but `1D`, `1W` and `1M`.
    let code = period < .oneDay ? period.rawValue : period.rawValue.uppercased()
    // There is Bitcoin since then.
    let first = max(start ?? .distantPast, Date(timeIntervalSince1970: 1_230_940_800))
    let response = try await scope.get(
      "candles", "trade:\(code):t\(symbol.text)", "hist",
      query: [
        "end": end.map { "\($0.lastUnixTime(units: 1000))" },
        "limit": "\(period.count(from: first, before: end, most: 10_000))",
      ],
      limit: Self.candlesLimit)
    let rows = try response.parsed { (list: JSONArray) in
      try list.candles([\.open, \.close, \.high, \.low, \.volume], units: 1000)
    }
    // The response for an unknown pair is unconfirmed.
    if rows.elements.isEmpty, let map = try? await symbolMap(in: scope), map.symbols[pair] == nil {
      throw .unknownSymbol(pair.symbol, near: [])
    }
    return try Answer(rows, in: response)
  }
}
