import MarketCore

/// Responses as Bitvavo sends them.
enum BitvavoMarket {
  static let bitcoin = """
    {"market":"BTC-EUR","startTimestamp":913600000,"timestamp":1000000000,"open":"24806",\
    "openTimestamp":913612345,"high":"2.541E+4","low":"24790.50","last":"25223","closeTimestamp":999995123,\
    "bid":"25222.0000","bidSize":"0.1","ask":"25224","askSize":"27197.33784800","volume":"31.5",\
    "volumeQuote":"790125.25"}
    """
  static let ether = #"{"market":"ETH-BTC","last":"0.0672","volume":"9"}"#
  static let all = "ticker/24h"
  static let one = "ticker/24h?market=BTC-EUR"
  static let assets = """
    [{"symbol":"BTC","name":"Bitcoin","decimals":8},{"symbol":"ETH","name":null},{"symbol":"A"},{"name":"B"}]
    """

  static let unknown = Transport.Response.text(
    #"{"errorCode":205,"error":"market parameter BTC-EURD is invalid."}"#, status: 400)

  /// A market of these bodies, by path and query, of the tickers of two pairs, and of names.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    let common = [all: "[\(bitcoin),\(ether)]", one: bitcoin, "assets": assets]
    return CannedExchange(common.merging(bodies) { $1 }, of: Bitvavo(), otherwise: unknown)
  }
}
