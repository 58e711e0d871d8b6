import Foundation
import MarketCore

/// Answers of Bitfinex as it spells them.
enum BitfinexMarket {
  static let spellings = "conf/pub:list:pair:exchange,pub:map:currency:sym"
  static let names = "conf/pub:map:currency:label"
  static let sizes = "conf/pub:list:pair:exchange,pub:map:currency:sym,pub:info:pair"
  private static let list = """
    ["BTCUSD","BTCUST","ETHUSD","LINK:USD","LINK:UST","WBTUSD","WHBT:USD","EOSUSD","XAUT:USD",\
    "USTUSD","LNX:USD","AAABBB","TESTBTC:TESTUSD","../x:USD","AB",7]
    """
  private static let map = """
    [["UST","USDt"],["WBT","WBTC"],["WHBT","WBT"],["EOS","A"],["XAUT","XAUt"],["LNX","LN-BTC"],["BTCF0","BTC"]]
    """

  static let answers = [
    spellings: "[\(list),\(map)]",
    names: #"[[["BTC","Bitcoin"],["WBT","Wrapped Bitcoin"],["LINK","Chainlink"],["X"," "]]]"#,
    sizes: """
    [\(list),\(map),[["BTCUSD",[null,null,null,"0.00004","2000.0",null,null,null,0.3,0.15]],\
    ["LINK:USD",[null,null,null,0.5,null]],["TESTBTC:TESTUSD",[null,null,null,"1","2"]],\
    ["ETHUSD",[null,null,null,"1e-9"]]]]
    """,
    "tickers?symbols=ALL": """
    [["tBTCUSD",27412,9.6,27413,4.1,458.5,0.0172,27418,12.5,27500,26900,1358182043000],\
    ["tLINK:UST",7.2,1,7.3,1,0.1,0,7.25,5,8,7],\
    ["tWBTUSD",27388,1,27390,1,0,0,27389,0,27389,27389,1358182043000],\
    ["fUSD",0.0003,0.0002,120,18.5,0.0002,7,16.7,-0.0000074,-0.02,0.0002,182.1,0.0003,0.00004,null,null,230.9],\
    ["tBTCF0:USTF0","x"],["tTESTBTC:TESTUSD","x"]]
    """,
    "tickers?symbols=tBTCUSD": "[\(btc)]",
    "tickers?symbols=tBTCUSD%2CtETHUSD": "[\(btc),\(eth)]",
    "tickers?symbols=tBTCUST%2CtLINK%3AUSD":
      #"[["tLINK:USD",7,1,8,1,0.5,0,7.5,9,8,7],["tBTCUST",3,1,4,1,0,0,3.5,1,4,3]]"#,
    "tickers?symbols=tBTCETH": "[]",
  ]

  private static let btc =
    #"["tBTCUSD",27412,9.6,27413,4.1,458.5,0.0172,27418,12.5,27500,26900,1358182043000]"#
  private static let eth = #"["tETHUSD",1842.1,9.6,1842.3,4.1,-2,-0.001,1842,1.5,1850,1800]"#

  static let invalid = Transport.Response.text(#"["error",10020,"symbol: invalid"]"#, status: 500)

  static func market(_ others: [String: String] = [:]) -> CannedExchange {
    CannedExchange(answers.merging(others) { $1 }, of: Bitfinex(), otherwise: invalid)
  }
}
