import MarketCore

/// Responses as Gate sends them.
enum GateMarket {
  static let bitcoin = """
    {"currency_pair":"BTC_USDT","last":"27412.3","lowest_ask":"27412.4","highest_bid":"27412.2",\
    "change_percentage":"-2","base_volume":"312.5","quote_volume":"8566343.75","high_24h":"27500",\
    "low_24h":"26900.5"}
    """
  static let ether = #"{"currency_pair":"ETH_BTC","last":"0.0672","base_volume":"9"}"#
  static let all = "spot/tickers"
  static let one = "spot/tickers?currency_pair=BTC_USDT"
  static let instruments = "spot/currency_pairs"
  static let instrument = #"{"id":"BTC_USDT","base_name":"Bitcoin","trade_status":"tradable"}"#

  static let unknown = Transport.Response.text(
    #"{"label":"INVALID_CURRENCY","message":"Invalid currency NOTACOIN"}"#, status: 400)

  /// A market of these responses, by path and query, of the tickers and instruments of two pairs.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    let common = [
      all: "[\(bitcoin),\(ether)]", one: "[\(bitcoin)]",
      instruments: #"[\#(instrument),{"id":"ETH_BTC","base_name":"Ethereum"}]"#,
      "\(instruments)/BTC_USDT": instrument,
    ]
    return CannedExchange(common.merging(bodies) { $1 }, of: Gate(), otherwise: unknown)
  }
}
