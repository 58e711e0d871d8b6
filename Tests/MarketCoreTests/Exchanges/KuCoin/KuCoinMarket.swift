import MarketCore

/// Responses as KuCoin sends them.
enum KuCoinMarket {
  static let bitcoin = """
    {"symbol":"BTC-USDT","symbolName":"BTC-USDT","buy":"27412.2","bestBidSize":"2","sell":"27412.4",\
    "changeRate":"0.017","changePrice":"458.2","open":"26954.1","high":"27500","low":"26900.5",\
    "vol":"312.5000000000000137","volValue":"8566343.75","last":"27412.3","lastSize":"x"}
    """
  static let satoshi = #"{"symbol":"BCHSV-USDT","symbolName":"BSV-USDT","last":"31.5","vol":"9"}"#
  static let all = "v1/market/allTickers"
  static let symbols = "v2/symbols"
  static let currencies = "v3/currencies"

  static func stats(_ symbol: String) -> String { "v1/market/stats?symbol=\(symbol)" }

  static let unknown = Transport.Response.text(
    #"{"msg":"Trading pair NOTACOIN-USDT does not exist.","code":"900001"}"#)

  static func body(_ data: String) -> String { #"{"code":"200000","data":\#(data)}"# }

  /// The body of a list of tickers.
  static func tickers(_ rows: String...) -> String {
    body(#"{"time":1795183200000,"ticker":[\#(rows.joined(separator: ","))]}"#)
  }

  /// A market of these responses, by path and query, and of two pairs, of which one was renamed.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    let pairs = ["BTC-USDT": "BTC-USDT", "BCHSV-USDT": "BSV-USDT"]
    let rows = pairs.sorted { $0.key > $1.key }.map { #"{"symbol":"\#($0)","name":"\#($1)"}"# }
    var common = [
      all: tickers(bitcoin, satoshi), symbols: body("[\(rows.joined(separator: ","))]"),
      stats("BTC-USDT"): body(bitcoin), stats("BCHSV-USDT"): body(satoshi),
      currencies: body(
        #"[{"currency":"BTC","name":"BTC","fullName":"Bitcoin"},{"currency":"BCHSV","name":"BSV","fullName":"Bitcoin SV"}]"#
      ),
    ]
    for (symbol, name) in pairs {
      common["\(symbols)/\(symbol)"] = body(#"{"symbol":"\#(symbol)","name":"\#(name)"}"#)
    }
    return CannedExchange(common.merging(bodies) { $1 }, of: KuCoin(), otherwise: unknown)
  }
}
