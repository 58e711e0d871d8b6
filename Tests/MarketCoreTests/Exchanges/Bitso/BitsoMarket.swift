import MarketCore

/// Responses as Bitso sends them.
enum BitsoMarket {
  static let bitcoin = """
    {"high":"475000","last":"466010","created_at":"2026-11-20T14:00:00+00:00","book":"btc_mxn",\
    "volume":"31.50000000","vwap":"461900.2509718407","low":"455000.50","ask":"466020","bid":"466000",\
    "change_24":"7810","rolling_average_change":{"6":"0.0276"}}
    """
  static let ether = #"{"book":"eth_btc","last":"0.0672","volume":"9"}"#
  static let all = "ticker/"
  static let one = "ticker/?book=btc_mxn"

  static let unknown = Transport.Response.text(
    #"{"error":{"code":20,"message":"Unknown OrderBook btc_mxnd"}}"#, status: 400)

  /// A successful response with this payload.
  static func body(_ payload: String) -> String { #"{"success":true,"payload":\#(payload)}"# }

  /// A market of these payloads, by path and query, and of the tickers of two pairs.
  static func market(_ payloads: [String: String] = [:]) -> CannedExchange {
    let common = [all: "[\(bitcoin),\(ether)]", one: bitcoin]
    return CannedExchange(
      common.merging(payloads) { $1 }.mapValues(body), of: Bitso(), otherwise: unknown)
  }
}
