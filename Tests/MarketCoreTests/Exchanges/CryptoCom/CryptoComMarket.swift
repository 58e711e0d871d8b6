import MarketCore

/// Responses as the Crypto.com Exchange sends them.
enum CryptoComMarket {
  static let bitcoin = """
    {"i":"BTC_USD","h":"27500.00","l":"26900.50","a":"27412.30","v":"312.5000","vv":"8566343.75",\
    "c":"0.0170","b":"27412.20","k":"27412.40","oi":"0","t":1795183200159}
    """
  static let ether = #"{"i":"ETH_BTC","a":"0.0672","v":"9"}"#
  static let contract = #"{"i":"BTCUSD-PERP","a":"27410.1","v":"7","oi":"6160.4519"}"#
  static let all = "get-tickers"
  static let one = "get-tickers?instrument_name=BTC_USD"

  static let unknown = Transport.Response.text(
    #"{"code":40004,"message":"Invalid instrument_name"}"#, status: 400)

  /// The body of these rows.
  static func body(_ rows: String...) -> String {
    #"{"id":-1,"method":"public/x","code":0,"result":{"data":[\#(rows.joined(separator: ","))]}}"#
  }

  /// A market of these data, by path and query, and of the tickers of two pairs and a contract.
  static func market(_ data: [String: String] = [:]) -> CannedExchange {
    CannedExchange(
      [all: "\(contract),\(bitcoin),\(ether)", one: bitcoin].merging(data) { $1 }
        .mapValues { body($0) }, of: CryptoCom(), otherwise: unknown)
  }
}
