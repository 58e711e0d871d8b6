import Foundation
import MarketCore
import Testing

@testable import tickers

/// The file of holdings: what is read of it, and what is refused.
struct HoldingsFileTests {
  static func read(_ text: String) -> HoldingsFile {
    HoldingsFile(Array(text.utf8), home: "blockchain", exchanges: Exchanges.all)
  }

  /// A holding in a line: exchange, symbol, quantity, cost.
  private static func line(_ holding: Holding) -> String {
    let cost = holding.cost.map(\.plain) ?? "–"
    return "\(holding.isCash ? "cash" : holding.exchange) \(holding.pair) "
      + "\(holding.quantity.plain) \(cost)"
  }

  @Test(arguments: [
    ("symbol,quantity\nBTC-USD,1", ["blockchain BTC-USD 1 –"]),
    ("QUANTITY , Symbol\r\n0.50,btc/usd\r\n", ["blockchain BTC-USD 0.5 –"]),
    ("\u{FEFF}symbol,quantity\rBTC-USD,1\r", ["blockchain BTC-USD 1 –"]),
    (
      "note,symbol,unit_cost,quantity,exchange\n\"a, \"\"b\"\"\nc\",eth_usd,100.5,-2,KRAKEN",
      ["kraken ETH-USD -2 -201"]
    ),
    ("\n# first\n symbol,quantity\n  # second\n\n,\nBTC-USD,1\n", ["blockchain BTC-USD 1 –"]),
    (
      "symbol,quantity,unit_cost\nBTC-USD,1,100\nBTC-USD,0.5,200\nbtc-usd,0,\n",
      ["blockchain BTC-USD 1.5 –"]
    ),
    ("symbol,quantity,unit_cost\nBTC-USD,1,100\nbtc_usd,3,200\n", ["blockchain BTC-USD 4 700"]),
    (
      "symbol,quantity,exchange\nBTC-USD,1,\nBTC-USD,1,kraken\nbitstamp:BTC-USD,1,",
      ["blockchain BTC-USD 1 –", "kraken BTC-USD 1 –", "bitstamp BTC-USD 1 –"]
    ),
    (
      "symbol,quantity,unit_cost,exchange\neur,10\nEUR,5,1,kraken\nBTC,1",
      ["cash EUR 15 –", "cash BTC 1 –"]
    ),
    ("symbol,quantity\nBITCOIN,1", ["blockchain BITCOIN 1 –"]),
    ("symbol,quantity\nBTC-USD,1e-8\nBTC-USD,.5", ["blockchain BTC-USD 0.50000001 –"]),
    ("symbol,quantity\nBTC-USD,\"1\"  \n", ["blockchain BTC-USD 1 –"]),
    ("symbol,quantity\n# BTC-USD,1\n", []),
  ])
  func `a file is read`(text: String, holdings: [String]) {
    let file = Self.read(text)
    #expect(file.holdings.map(Self.line) == holdings)
    #expect(file.errors.isEmpty)
  }

  @Test(arguments: [
    ("", "1: the file is empty; it begins with a heading like symbol,quantity,unit_cost,exchange"),
    ("symbol;quantity\nBTC-USD;1,5", "1: columns are separated by ';' here; they are to be"),
    ("symbol\tquantity\nBTC-USD\t1", "1: columns are separated by tabs here"),
    ("# x\nsymbol,amount\n", "2: the heading has no quantity; the file begins with a heading like"),
    ("BTC-USD,1\n", "1: the heading has no symbol and quantity"),
    ("symbol,symbol,quantity\n", "1: there are two columns symbol"),
    ("symbol,quantity\nBTC-USD,1,5", "2: there are 3 fields, and 2 in the heading; decimals"),
    ("symbol,quantity\nBTC-USD,\"1,5\"", "2: quantity '1,5' is not a number like 0.5; decimals"),
    ("symbol,quantity\nBTC-USD,0x1", "2: quantity '0x1' is not a number like 0.5"),
    ("symbol,quantity\nBTC-USD,$5", "2: quantity '$5' is not a number like 0.5"),
    ("symbol,quantity\nBTC-USD", "2: quantity is missing"),
    ("symbol,quantity\n,1", "2: symbol is missing"),
    ("symbol,quantity\nBTC USD,1", "2: 'BTC USD' is no symbol; a pair is written like BTC-USD"),
    ("symbol,quantity\n-USD,1", "2: '-USD' is no symbol"),
    ("symbol,quantity\nkraken:,1", "2: 'kraken:' is no symbol"),
    ("symbol,quantity,unit_cost\nBTC-USD,1,-5", "2: unit_cost '-5' is below 0"),
    (
      "symbol,quantity,exchange\nBTC-USD,1,krakn",
      "2: unknown exchange 'krakn'; did you mean kraken?"
    ),
    ("symbol,quantity\nkrakn:BTC-USD,1", "2: unknown exchange 'krakn'; did you mean kraken?"),
    (
      "symbol,quantity,exchange\nkraken:BTC-USD,1,bitstamp",
      "2: the symbol names kraken, the column exchange bitstamp"
    ),
    ("symbol,quantity\n\"a\nb\",1\nBTC-USD,x", "2: 'a\nb' is no symbol"),
    ("symbol,quantity\nBTC-USD,1\"", "2: a quote stands within a field that does not begin with"),
    ("symbol,quantity\n\"BTC-USD\"x,1", "2: there is text behind a closing quote"),
    ("symbol,quantity\n\"BTC-USD,1\n", "2: a quote is opened here and never closed"),
    (
      "symbol,quantity\nBTC-USD,123456789012345678901234567890123456789",
      "2: quantity '123456789012345678901234567890123456789' has more digits than can be kept"
    ),
    (
      "symbol,quantity\nBTC-USD,1e30\nBTC-USD,1e-30",
      "3: the quantities of BTC-USD add up to more digits than can be kept"
    ),
  ])
  func `a wrong line is told with its number`(text: String, error: String) throws {
    let file = Self.read(text)
    let first = try #require(file.errors.first)
    #expect("\(first.line): \(first.reason)".hasPrefix(error))
  }

  @Test func `text that is not UTF-8 is refused`() {
    for bytes in [[0xFF, 0xFE, 0x73, 0], Array("symbol,quantity\nB".utf8) + [0xC3, 0x28]] {
      let file = HoldingsFile(bytes, home: "blockchain", exchanges: Exchanges.all)
      #expect(file.errors.map(\.reason) == ["this is not text in UTF-8"])
    }
  }

  @Test func `all wrong lines are told, and the line of each first lot is known`() {
    let file = Self.read("symbol,quantity\nBTC-USD,x\nETH-USD,1\nETH-USD,1\nXLM-BTC,\n")
    #expect(file.errors.map(\.line) == [2, 5])
    #expect(file.lines == [Listing(exchange: "blockchain", pair: Pair(symbol: "ETH-USD")): 3])
  }
}
