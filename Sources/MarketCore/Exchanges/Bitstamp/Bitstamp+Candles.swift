package import Foundation

extension Bitstamp {
  /// Requests `/ohlc/btcusd/?step=3600&limit=1000`: `{"data":{"pair":"BTC/USD","ohlc":[…]}}`; `pair` was
  /// not sent in 2019. A period without a trade has a row, too. A row at `end` is included.
  package func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    let (name, warnings) = try await name(of: pair, in: scope)
    let response = try await scope.get(
      "ohlc", "\(name)/",
      query: [
        "step": "\(Int(period.seconds))",
        "limit": "\(period.count(from: start, before: end, most: 1_000))",
        "end": end.map { "\($0.lastUnixTime())" },
      ])
    let (other, rows) = try response.parsed { (root: JSONObject) in
      let data = try root.object("data")
      let name = try data.text("pair")
      return (name.flatMap { Pair(name: $0) }, try data.array("ohlc").objects(Self.candle))
    }
    // A name without a separator can belong to another pair.
    if let other, other != pair { throw .unknownSymbol(pair.symbol, near: []) }
    return try Answer(rows, in: response, warnings)
  }

  /// `{"timestamp":"1700000000","open":"27412.31",…}`.
  private static func candle(_ row: JSONObject) throws -> Candle {
    Candle(
      time: try row.time("timestamp"), open: try row.price("open", quoted: true),
      high: try row.price("high", quoted: true), low: try row.price("low", quoted: true),
      close: try row.price("close", quoted: true), volume: try row.number("volume", quoted: true))
  }
}
