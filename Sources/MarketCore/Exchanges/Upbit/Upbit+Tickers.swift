import Foundation

extension Upbit {
  /// Requests `/ticker?markets=KRW-BTC,…` for at most 100 pairs, else `/ticker/all`. One unknown pair makes a
  /// request fail. Bid and ask require the order books, names the list of markets.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await scope.tickers(
      of: pairs, withNames: details.names, names: { await names(of: $0, in: scope) }
    ) { () async throws(MarketError) in
      try await rows(of: pairs, withQuotes: details.quotes, in: scope)
    }
  }

  private func rows(
    of pairs: [Pair]?, withQuotes needsQuotes: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let response: Transport.Response
    if let pairs = pairs.few, !pairs.isEmpty {
      let names = try Set(pairs).map(Self.name).sorted().joined(separator: ",")
      response = try await scope.get("ticker", query: ["markets": names])
    } else {
      response = try await scope.get("ticker", "all", query: ["quote_currencies": "KRW,BTC,USDT"])
    }
    var answer = try response.rows { (list: JSONArray) in
      try list.objects(named: "market", ticker)
    }
    guard needsQuotes else { return answer }
    let found = answer.value.map(\.pair)
    let wanted = pairs.map { found.filter(Set($0).contains) } ?? found
    let quotes = await quotes(of: wanted, in: scope)
    answer.value = answer.value.map {
      $0.with(bid: quotes.byPair[$0.pair]?.bid, ask: quotes.byPair[$0.pair]?.ask)
    }
    answer.warnings += quotes.warnings
    return answer
  }

  /// `{"market":"KRW-BTC","trade_price":39871000.00000000,"prev_closing_price":39204000.00000000,
  /// "acc_trade_volume_24h":312.5,"trade_timestamp":1795183199870,…}`, plain numbers. Only the values of
  /// `acc_…_24h` are of 24 hours. `prev_closing_price` is the last price of the previous day in UTC, from which
  /// Upbit measures the change; it can differ from `opening_price` (response of 2018). `high_price` and
  /// `low_price` are of the day in UTC, too, so the prices of 24 hours are unknown. `trade_timestamp` is the time
  /// of the last trade.
  private func ticker(_ row: JSONObject) throws -> Ticker {
    Ticker(
      pair: try Self.pair(in: row), open: try row.price("prev_closing_price"),
      volume: try row.number("acc_trade_volume_24h"), last: try row.price("trade_price"),
      changeReference: info.changeReference,
      tradedAt: try row.time(milliseconds: "trade_timestamp"))
  }

  private typealias Quote = (bid: Decimal?, ask: Decimal?)

  /// The best level of each book. `level=0`, the default, keeps the recordings of quotes and books apart.
  private func quotes(
    of pairs: [Pair], in scope: RequestScope
  ) async -> (byPair: [Pair: Quote], warnings: [Warning]) {
    await rows(
      of: pairs, "orderbook", count: "1", level: "0", lacking: "bid and ask", in: scope
    ) { row in
      var units = try row.array("orderbook_units")
      guard !units.elements.isAtEnd else { return (nil, nil) }
      let best = try units.object()
      return (bid: try best.price("bid_price"), ask: try best.price("ask_price"))
    }
  }

  /// The cached names of base currencies.
  private func names(of pairs: [Pair], in scope: RequestScope) async -> NameList {
    await scope.currencyNames(of: pairs) { () async throws(MarketError) in
      try await scope.get("market", "all").parsed { (list: JSONArray) in
        try list.objects(Self.currency)
      }
    }
  }

  private static func currency(_ row: JSONObject) throws -> (code: String, name: String)? {
    let code = try pair(in: row).base ?? ""
    return try row.text("english_name").map { (code, $0) }
  }
}
