import MarketCore

/// Answers in the dialect of Coinbase.
enum CoinbaseMarket {
  static let stats = """
    {"BTC-USD":{"stats_30day":{"volume":"177144.2"},"stats_24hour":{"open":"84146.86","high":"85158.5",
    "low":"83811.99","last":"84435.15","volume":"2398.12214278","rfq_volume":"19.8"}},
    "GODS-USD":{"stats_30day":{},"stats_24hour":{}},"NONE-USD":{},"NULL-USD":{"stats_24hour":null},
    "ZEC-USDC":{"stats_24hour":{"open":"0","high":"0","low":"0","last":"0.00","volume":"0"}},
    "ETH-BTC":{"stats_24hour":{"open":null,"high":0.07,"last":1E-8,"volume":"3","new":[{}]},"more":1}}
    """
  static let currencies = """
    [{"id":"BTC","name":"Bitcoin","details":{"min_withdrawal_amount":1E-8}},{"id":"ETH","name":"Ethereum"},
    {"id":"XXX","name":null},{"name":"nameless"}]
    """
  static let products = """
    [{"id":"BTC-USD","base_currency":"BTC","quote_currency":"USD","quote_increment":"0.01",
    "base_increment":"0.00000001","min_market_funds":"1","status":"online","trading_disabled":false},
    {"id":"ETH-BTC","quote_increment":"0.00001","base_increment":"0","min_market_funds":null,
    "status":"online","cancel_only":true},
    {"id":"BTCAUCTION-USD","base_currency":"BTC","status":"online","trading_disabled":true},
    {"id":"MOVE-USD","status":"delisted","trading_disabled":true}]
    """
  static let notFound = Transport.Response.text(#"{"message":"NotFound"}"#, status: 404)

  /// A market of these answers and of some common ones.
  static func market(
    _ bodies: [String: String] = [:], responses: [String: Transport.Response] = [:]
  ) -> CannedExchange {
    let common = ["products/stats": stats, "currencies": currencies, "products": products]
    return CannedExchange(
      common.merging(bodies) { $1 }, of: Coinbase(), responses: responses, otherwise: notFound)
  }
}
