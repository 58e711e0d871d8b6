import MarketCore

/// Responses as OKX sends them.
enum OKXMarket {
  static let bitcoin = """
    {"instType":"SPOT","instId":"BTC-USDT","last":"27412.3","lastSz":"0.1","askPx":"27412.4","askSz":"1",\
    "bidPx":"27412.2","bidSz":"2","open24h":"26954.1","high24h":"27500","low24h":"26900.5",\
    "volCcy24h":"8566343.75","vol24h":"312.5","sodUtc0":"27180","sodUtc8":"27001","ts":"1795183200000"}
    """
  static let ether = #"{"instId":"ETH-BTC","last":"0.0672","vol24h":"9"}"#
  static let all = "market/tickers?instType=SPOT"
  static let one = "market/ticker?instId=BTC-USDT"

  static let unknown = Transport.Response.text(
    #"{"code":"51001","msg":"Instrument ID doesn't exist.","data":[]}"#)

  /// The body of these rows.
  static func body(_ rows: String...) -> String {
    #"{"code":"0","msg":"","data":[\#(rows.joined(separator: ","))]}"#
  }

  /// A market of these data, by path and query, of the tickers of two pairs, and of a contract.
  static func market(_ data: [String: String] = [:]) -> CannedExchange {
    let common = [
      all: "\(bitcoin),\(ether)", one: bitcoin,
      "market/ticker?instId=BTC-USDT-SWAP": #"{"instId":"BTC-USDT-SWAP","last":"1"}"#,
      "market/books?instId=BTC-USDT-SWAP&sz=400": #"{"asks":[],"bids":[]}"#,
    ]
    return CannedExchange(
      common.merging(data) { $1 }.mapValues { body($0) }, of: OKX(), otherwise: unknown)
  }
}
