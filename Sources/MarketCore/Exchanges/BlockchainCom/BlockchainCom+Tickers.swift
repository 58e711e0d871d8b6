package import Foundation

extension BlockchainCom {
  /// `/tickers/SYMBOL` for one pair, `/tickers` for several, and for one that it fails to send.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    guard let pair = pairs.single, pair.isRequestable else {
      return try await allTickers(in: scope)
    }
    do throws(MarketError) {
      let response = try await scope.get("tickers", pair.symbol)
      let wire = try response.parsed(WireTicker.init)
      guard wire.symbol == pair.symbol else { throw .malformed("unexpected pair \(wire.symbol)") }
      return try Answer([wire.ticker], in: response)
    } catch  where canIndicateUnlistedPair(error) {
      if let answer = try? await allTickers(in: scope) { return answer }
      throw error
    }
  }

  private func allTickers(in scope: RequestScope) async throws(MarketError) -> Answer<[Ticker]> {
    try await scope.get("tickers").rows { (list: JSONArray) in
      try list.objects(named: "symbol") { try WireTicker($0).ticker }
    }
  }

  /// `{"symbol":"BTC-USD","price_24h":26954.18,"volume_24h":31.5,"last_trade_price":27412.35}` of
  /// `/tickers`, where only the symbol must be there.
  package struct WireTicker: Codable, Hashable, Sendable {
    /// The name of the pair, as in `BTC-USD`.
    package let symbol: String
    /// The price 24 hours ago, in the quote currency; 0 when there was no trade by then.
    package let price24h: Decimal?
    /// The quantity traded in the last 24 hours, in the base currency.
    package let volume24h: Decimal?
    /// The price of the last trade, in the quote currency; 0 when there never was one.
    package let lastTradePrice: Decimal?

    private enum CodingKeys: String, CodingKey {
      case symbol
      case price24h = "price_24h"
      case volume24h = "volume_24h"
      case lastTradePrice = "last_trade_price"
    }

    /// Throws a `DecodingError` also when a number cannot be kept digit for digit.
    package init(from decoder: any Decoder) throws { try self.init(JSONObject(from: decoder)) }

    // Borrows, for a row that is consumed is copied first.
    init(_ row: borrowing JSONObject) throws {
      symbol = try row.name("symbol")
      price24h = try row.number("price_24h")
      volume24h = try row.number("volume_24h")
      lastTradePrice = try row.number("last_trade_price")
    }

    var ticker: Ticker {
      Ticker(
        pair: Pair(symbol: symbol), open: price24h, volume: volume24h, last: lastTradePrice,
        showsMissingLastAsZero: true)
    }
  }
}
