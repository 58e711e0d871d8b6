import Foundation
import MarketCore

/// Answers of Bitstamp as it spells them.
enum BitstampMarket {
  static let row = """
    "timestamp":"1795183200","open":"27180","high":"27464.50","low":"26927","last":"27409.00",\
    "volume":"1.82656597","vwap":"27267","bid":"27408","ask":"27409.10","side":"1",\
    "open_24":"26951","percent_change_24":"1.70","market_type":"SPOT"
    """
  static let all = """
    [{\(row),"pair":"BTC/USD","market":"BTC/USD"},{"last":"0.0000558","pair":"1INCH/BTC"},\
    {\(row),"pair":"PYUSD/EUR","market_type":null},\
    {\(row),"market_type":"PERPETUAL","pair":"BTC/USD-PERP"},{"market_type":"PERPETUAL","pair":"X"}]
    """
  static let markets = """
    [{"name":"BTC/USD","market_symbol":"btcusd","base_currency":"BTC","base_decimals":8,\
    "counter_currency":"USD","counter_decimals":0,"minimum_order_value":"10","trading":"Enabled",\
    "description":"Bitcoin / U.S. dollar","market_type":"SPOT"},\
    {"name":"1INCH/BTC","market_symbol":"1inchbtc","base_decimals":"8","counter_decimals":8,\
    "minimum_order_value":"0.00020","trading":"Disabled","description":"1inch"},\
    {"name":"PYUSD/EUR","counter_decimals":null},{"name":"BTC/USDT","market_symbol":"btcusdt"},\
    {"name":"BTC/USD-PERP","market_symbol":"btcusd-perp","market_type":"PERPETUAL"},\
    {"name":"ETH/USD","market_symbol":"../x"}]
    """

  static let answers = [
    "markets/": markets, "ticker/": all, "ticker/btcusd/": "{\(row)}",
    "ticker/1inchbtc/": "{\(row)}", "ticker/pyusdeur/": "{\(row)}", "ticker/btceth/": all,
    "ticker/ethgbp/": all,
  ]

  static let notFound = Transport.Response.text(
    "<!DOCTYPE html><title>Page not found</title>", status: 404)

  static func market(_ others: [String: String] = [:]) -> CannedExchange {
    CannedExchange(answers.merging(others) { $1 }, of: Bitstamp(), otherwise: notFound)
  }
}
