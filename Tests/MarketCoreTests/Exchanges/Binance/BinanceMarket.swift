import MarketCore

/// Answers in the dialect of Binance.
enum BinanceMarket {
  static let bitcoin = """
    {"symbol":"BTCUSDT","priceChange":"1173.08","lastPrice":"27944.70000000","bidPrice":"27944.70000000",
    "askPrice":"27944.71000000","openPrice":"26771.62000000","highPrice":"28140.00000000",
    "lowPrice":"26652.00000000","volume":"62285.78422000","firstId":3148265489,"count":1081296}
    """
  static let threshold = #"{"symbol":"TUSDT","lastPrice":"0.01807000","volume":"90112.00000000"}"#
  static let dead = """
    {"symbol":"BCCUSDT","lastPrice":"0.00000000","bidPrice":"0.00000000","askPrice":"0.00000000",
    "openPrice":"0","highPrice":"0.00000000","lowPrice":"0.00000000","volume":"0.00000000","count":0}
    """
  static let life = #"{"symbol":"币安人生USDT","lastPrice":"0.1523","volume":"1"}"#
  static let rows = "[\(bitcoin),\(threshold),\(dead),\(life)]"

  static let symbols = """
    {"symbols":[{"symbol":"BTCUSDT","status":"TRADING","baseAsset":"BTC","quoteAsset":"USDT","filters":[
    {"filterType":"PRICE_FILTER","minPrice":"x","tickSize":"0.01000000"},
    {"filterType":"LOT_SIZE","minQty":"0.00010000","maxQty":"9000.00000000","stepSize":"0.00001000"},
    {"filterType":"MARKET_LOT_SIZE","minQty":"0.5","stepSize":"0.7"},
    {"filterType":"NOTIONAL","minNotional":"5.00000000"},{"filterType":"NEW","tickSize":"7"}]},
    {"symbol":"TUSDT","status":"HALT","baseAsset":"T","quoteAsset":"USDT","filters":[
    {"filterType":"PRICE_FILTER","tickSize":"0.00000000"},
    {"filterType":"MIN_NOTIONAL","minNotional":"10"}]},
    {"symbol":"BCCUSDT","status":"BREAK","baseAsset":"BCC","quoteAsset":"USDT"},
    {"symbol":"币安人生USDT","status":"TRADING","baseAsset":"币安人生","quoteAsset":"USDT","filters":[]}]}
    """
  static let unknown = Transport.Response.text(
    #"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)

  static let all = "exchangeInfo?showPermissionSets=false"
  static let one = "exchangeInfo?symbol=BTCUSDT"

  /// The answers about some symbols alone.
  static func information(_ symbols: String...) -> String {
    let rows = symbols.map { symbol in
      let base = symbol.dropLast(4)
      return #"{"symbol":"\#(symbol)","baseAsset":"\#(base)","quoteAsset":"USDT"}"#
    }
    return #"{"symbols":[\#(rows.joined(separator: ","))]}"#
  }

  /// A market of these answers and of some common ones.
  static func market(
    _ bodies: [String: String] = [:], responses: [String: Transport.Response] = [:]
  ) -> CannedExchange {
    let common = [
      "ticker/24hr": rows, "ticker/24hr?type=MINI": rows, all: symbols,
      one: information("BTCUSDT"), "ticker/24hr?symbol=BTCUSDT&type=MINI": bitcoin,
    ]
    return CannedExchange(
      common.merging(bodies) { $1 }, of: Binance(), responses: responses, otherwise: unknown)
  }
}
