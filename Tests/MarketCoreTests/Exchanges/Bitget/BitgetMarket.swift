import MarketCore

/// Responses as Bitget sends them.
enum BitgetMarket {
  static let bitcoin = """
    {"open":"26954.1","symbol":"BTCUSDT","high24h":"27500","low24h":"26900.50","lastPr":"27412.3",\
    "quoteVolume":"8566343.75","baseVolume":"312.5","usdtVolume":"8566343.751","ts":"1000000000",\
    "bidPr":"27412.2","askPr":"27412.4","bidSz":"2","askSz":"1","openUtc":"27180",\
    "changeUtc24h":"0.00855","change24h":"0.017"}
    """
  static let world = #"{"symbol":"WLFIUSD1","lastPr":"0.1788","baseVolume":"0"}"#
  static let all = "spot/market/tickers"
  static let one = "spot/market/tickers?symbol=BTCUSDT"
  static let book = "spot/market/orderbook?symbol=BTCUSDT&type=step0&limit=150"

  static let symbols = "spot/public/symbols"
  static let symbol = "spot/public/symbols?symbol=BTCUSDT"
  static let bitcoinSymbol = instrument("BTC", "USDT")

  static let unknown = Transport.Response.text(
    #"{"code":"40034","msg":"Parameter XUSDT does not exist","requestTime":1,"data":null}"#,
    status: 400)

  /// A row of the list of symbols.
  static func instrument(_ base: String, _ quote: String, _ members: String = "") -> String {
    #"{"symbol":"\#(base)\#(quote)","baseCoin":"\#(base)","quoteCoin":"\#(quote)"\#(members)}"#
  }

  /// The body of these data.
  static func body(_ data: String) -> String {
    #"{"code":"00000","msg":"success","requestTime":1795183200123,"data":\#(data)}"#
  }

  /// The body of these rows.
  static func list(_ rows: String...) -> String { body("[\(rows.joined(separator: ","))]") }

  /// A market of these bodies, by path and query, and of the tickers and symbols of two pairs.
  static func market(_ bodies: [String: String] = [:]) -> CannedExchange {
    let common = [
      all: list(bitcoin, world), one: list(bitcoin),
      symbols: list(bitcoinSymbol, instrument("WLFI", "USD1")), symbol: list(bitcoinSymbol),
    ]
    return CannedExchange(common.merging(bodies) { $1 }, of: Bitget(), otherwise: unknown)
  }
}
