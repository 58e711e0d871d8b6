import MarketCore

/// Responses as Bybit sends them.
enum BybitMarket {
  static let bitcoin = """
    {"symbol":"BTCUSDT","bid1Price":"27412.2","bid1Size":"2","ask1Price":"27412.4","ask1Size":"1",\
    "lastPrice":"27412.3","prevPrice24h":"26954.1","price24hPcnt":"0.0170","highPrice24h":"27500",\
    "lowPrice24h":"26900.50","turnover24h":"8566343.75","volume24h":"312.5","usdIndexPrice":"27413.1"}
    """
  static let alpha = #"{"symbol":"AUSDT","lastPrice":"0.5","volume24h":"9"}"#
  static let all = "tickers?category=spot"
  static let one = "tickers?category=spot&symbol=BTCUSDT"
  static let book = "orderbook?category=spot&symbol=BTCUSDT&limit=1000"

  static let symbols = "instruments-info?category=spot"
  static let symbol = "instruments-info?category=spot&symbol=BTCUSDT"
  static let bitcoinSymbol = instrument("BTC")

  static let unknown = Transport.Response.text(
    #"{"retCode":10001,"retMsg":"Not supported symbols","result":{},"retExtInfo":{},"time":1}"#)

  /// A row of the list of symbols.
  static func instrument(_ base: String) -> String {
    """
    {"symbol":"\(base)USDT","baseCoin":"\(base)","quoteCoin":"USDT","status":"Trading",\
    "lotSizeFilter":{},"priceFilter":{}}
    """
  }

  /// The body of this result.
  static func body(_ result: String) -> String {
    #"{"retCode":0,"retMsg":"OK","result":\#(result),"retExtInfo":{},"time":1795183200123}"#
  }

  /// The body of these rows.
  static func list(_ rows: String...) -> String {
    body(#"{"category":"spot","list":[\#(rows.joined(separator: ","))]}"#)
  }

  /// A market of these bodies, by path and query, and of the tickers and symbols of two pairs.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    let common = [
      all: list(bitcoin, alpha), one: list(bitcoin), symbols: list(bitcoinSymbol, instrument("A")),
      symbol: list(bitcoinSymbol),
    ]
    return CannedExchange(common.merging(bodies) { $1 }, of: Bybit(), otherwise: unknown)
  }
}
