import MarketCore

/// Responses as Upbit sends them.
enum UpbitMarket {
  static let bitcoin = """
    {"market":"KRW-BTC","trade_date":"20261120","trade_timestamp":1795183199870,\
    "opening_price":39205000.00000000,"high_price":39990000.00000000,"low_price":39100000.00000000,\
    "trade_price":39871000.00000000,"prev_closing_price":39204000.00000000,"change":"RISE",\
    "signed_change_price":667000.00000000,"acc_trade_volume":99.5,"acc_trade_volume_24h":312.50000000,\
    "acc_trade_price_24h":12459687500.00000000,"timestamp":1795183199960}
    """
  static let ether = #"{"market":"BTC-ETH","trade_price":0.0672,"acc_trade_volume_24h":9}"#
  static let all = "ticker/all?quote_currencies=KRW%2CBTC%2CUSDT"
  static let one = "ticker?markets=KRW-BTC"
  static let names = "market/all"
  static let steps = "orderbook/instruments?markets=BTC-ETH%2CKRW-BTC"

  static let unknown = Transport.Response.text(
    #"{"error":{"name":404,"message":"Code not found"}}"#, status: 404)

  /// The target of the best bids and asks of these markets.
  static func quotes(_ names: String...) -> String {
    "orderbook?markets=\(names.joined(separator: "%2C"))&count=1&level=0"
  }

  /// A book of one level.
  static func book(_ name: String, _ bid: String, _ ask: String) -> String {
    """
    {"market":"\(name)","timestamp":1,"orderbook_units":[\
    {"ask_price":\(ask),"bid_price":\(bid),"ask_size":2,"bid_size":3}],"level":0}
    """
  }

  /// A market of these rows, by path and query, and of two pairs.
  static func market(_ data: [String: String] = [:]) -> CannedExchange {
    let books = [book("KRW-BTC", "39870000", "39872000"), book("BTC-ETH", "0", "6.73E-2")]
    let common = [
      all: "\(bitcoin),\(ether)", one: bitcoin,
      "ticker?markets=BTC-ETH%2CKRW-BTC": "\(ether),\(bitcoin)",
      quotes("KRW-BTC"): books[0], quotes("BTC-ETH", "KRW-BTC"): "\(books[1]),\(books[0])",
      names: """
      {"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"},\
      {"market":"BTC-ETH","korean_name":"이더리움","english_name":"Ethereum"}
      """,
      steps: """
      {"market":"KRW-BTC","quote_currency":"KRW","tick_size":"1000"},\
      {"market":"BTC-ETH","quote_currency":"BTC","tick_size":"0.00000001"}
      """,
      "orderbook/instruments?markets=KRW-BTC": #"{"market":"KRW-BTC","tick_size":"1000"}"#,
    ]
    return CannedExchange(
      common.merging(data) { $1 }.mapValues { "[\($0)]" }, of: Upbit(), otherwise: unknown)
  }
}
