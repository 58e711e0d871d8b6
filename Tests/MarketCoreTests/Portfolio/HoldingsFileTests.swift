import Foundation
import MarketCore
import Testing

/// The file of holdings, and the errors for its lines.
struct HoldingsFileTests {
  static func read(_ text: String) -> HoldingsFile {
    HoldingsFile(Array(text.utf8), defaultExchange: "blockchain", exchanges: Exchanges.all)
  }

  /// A trade in a line: exchange, symbol, quantity, price, and the time from which it counts.
  private static func line(_ trade: Trade) -> String {
    let (holding, price) = (trade.holding, trade.price?.amount.plain ?? "–")
    return "\(holding.isAmount ? "cash" : holding.exchange?.rawValue ?? "–") \(holding.pair) "
      + "\(trade.quantity.plain) \(price)"
      + (trade.time.map { " since " + $0.formatted(.iso8601) } ?? "")
  }

  @Test(arguments: [
    ("symbol,quantity\nBTC-USD,1", ["blockchain BTC-USD 1 –"]),
    ("QUANTITY , Symbol\r\n0.50,btc/usd\r\n", ["blockchain BTC-USD 0.5 –"]),
    ("\u{FEFF}symbol,quantity\rBTC-USD,1\r", ["blockchain BTC-USD 1 –"]),
    (
      "note,symbol,unit_cost,quantity,exchange\n\"a, \"\"b\"\"\nc\",eth_usd,100.5,-2,KRAKEN",
      ["kraken ETH-USD -2 100.5"]
    ),
    ("\n# first\n symbol,quantity\n  # second\n\n,\nBTC-USD,1\n", ["blockchain BTC-USD 1 –"]),
    (
      "symbol,quantity,unit_cost\nBTC-USD,1,100\nBTC-USD,0.5,200\nbtc-usd,0,\n",
      ["blockchain BTC-USD 1 100", "blockchain BTC-USD 0.5 200", "blockchain BTC-USD 0 –"]
    ),
    (
      "symbol,quantity,unit_cost\nBTC-USD,1,100\nbtc_usd,3,200\n",
      ["blockchain BTC-USD 1 100", "blockchain BTC-USD 3 200"]
    ),
    (
      "symbol,quantity,exchange\nBTC-USD,1,\nBTC-USD,1,kraken\nbitstamp:BTC-USD,1,",
      ["blockchain BTC-USD 1 –", "kraken BTC-USD 1 –", "bitstamp BTC-USD 1 –"]
    ),
    (
      "symbol,quantity,unit_cost,exchange\neur,10\nEUR,5,1,kraken\nBTC,1",
      ["cash EUR 10 –", "cash EUR 5 –", "cash BTC 1 –"]
    ),
    ("symbol,quantity\nFOO,1\nfoo,2", ["cash FOO 1 –", "cash FOO 2 –"]),
    ("Symbol,QUANTITY,Unit Cost\nBTC-USD,2,3", ["blockchain BTC-USD 2 3"]),
    // The heading decides the separator. If it is a semicolon, a comma is a decimal comma.
    ("symbol;quantity;price\nBTC-USD;1,5;2.5", ["blockchain BTC-USD 1.5 2.5"]),
    ("symbol\tquantity\nBTC-USD\t1", ["blockchain BTC-USD 1 –"]),
    (
      "symbol,quantity,side\nBTC-USD,1,buy\nBTC-USD,2,Sell\nBTC-USD,3,",
      ["blockchain BTC-USD 1 –", "blockchain BTC-USD -2 –", "blockchain BTC-USD 3 –"]
    ),
    (
      "symbol,quantity,unit-cost,Date\nBTC-USD,2,3,2026-01-01\nEUR,1,,2028-02-29\nBTC,1,,1999-12-31",
      [
        "blockchain BTC-USD 2 3 since 2026-01-01T00:00:00Z",
        "cash EUR 1 – since 2028-02-29T00:00:00Z", "cash BTC 1 – since 1999-12-31T00:00:00Z",
      ]
    ),
    // Each line is a trade, even if its day is to come.
    (
      "date,symbol,quantity,unit_cost\n,BTC-USD,1,5\n2026-01-02,BTC-USD,2,6\n2999-01-01,BTC-USD,4,\n"
        + " 2026-01-02 ,btc/usd,-8,7\n\"\",BTC-USD,16,8",
      [
        "blockchain BTC-USD 1 5", "blockchain BTC-USD 2 6 since 2026-01-02T00:00:00Z",
        "blockchain BTC-USD 4 – since 2999-01-01T00:00:00Z",
        "blockchain BTC-USD -8 7 since 2026-01-02T00:00:00Z", "blockchain BTC-USD 16 8",
      ]
    ),
    (
      "symbol,quantity\nBTC-USD,1e-8\nBTC-USD,.5",
      ["blockchain BTC-USD 0.00000001 –", "blockchain BTC-USD 0.5 –"]
    ),
    ("symbol,quantity\nBTC-USD,\"1\"  \n", ["blockchain BTC-USD 1 –"]),
    ("symbol,quantity\n# BTC-USD,1\n", []),
  ])
  func `a file is read`(text: String, trades: [String]) {
    let file = Self.read(text)
    #expect(file.trades.map(Self.line) == trades)
    #expect(file.errors.isEmpty)
  }

  @Test(arguments: [
    ("", "1: empty file; expected a header such as symbol,quantity,unit_cost,exchange,date"),
    (
      "# x\nsymbol,amount\n",
      "2: missing column quantity; expected a header such as symbol,quantity,unit_cost"
    ),
    ("BTC-USD,1\n", "1: missing columns symbol, quantity; expected a header"),
    ("symbol,symbol,quantity\n", "1: duplicate column symbol"),
    (
      "\nid, TYPE ,symbol,quantity\n1,buy,BTC-USD,1",
      "2: column 'TYPE' holds buy and sell; its name must be side"
    ),
    ("side,amount\n", "1: missing columns symbol, quantity; expected a header"),
    ("symbol,quantity,side\nBTC-USD,1,bought", "2: side 'bought' is not buy or sell"),
    ("symbol,quantity,side\nBTC-USD,-1,sell", "2: quantity '-1' below 0 with a side"),
    ("symbol,quantity\nBTC-USD,1,5", "2: 3 fields, but 2 in the heading; use a decimal point"),
    (
      "symbol,quantity\nBTC-USD,\"1,5\"",
      "2: quantity '1,5' is not a number; use a decimal point and no thousands separator"
    ),
    ("symbol,quantity\nBTC-USD,0x1", "2: quantity '0x1' is not a number"),
    ("symbol,quantity\nBTC-USD,$5", "2: quantity '$5' is not a number"),
    ("symbol,quantity\nBTC-USD", "2: missing quantity"),
    ("symbol,quantity\n,1", "2: missing symbol"),
    (
      "symbol,quantity\nBTC USD,1",
      "2: invalid symbol 'BTC USD'; expected a pair (BTC-USD) or a currency (EUR)"
    ),
    ("symbol,quantity\nBitcoin,1", "2: invalid symbol 'Bitcoin'; did you mean BTC?"),
    ("symbol,quantity\nBTCUSD,1", "2: invalid symbol 'BTCUSD'; did you mean BTC-USD?"),
    ("symbol,quantity\nethbtc,1", "2: invalid symbol 'ethbtc'; did you mean ETH-BTC?"),
    ("symbol,quantity\n-USD,1", "2: invalid symbol '-USD'"),
    ("symbol,quantity\nkraken:,1", "2: invalid symbol 'kraken:'"),
    ("symbol,quantity,unit_cost\nBTC-USD,1,-5", "2: negative unit_cost '-5'"),
    (
      "symbol,quantity,exchange\nBTC-USD,1,krakn",
      "2: unknown exchange 'krakn'; did you mean kraken?"
    ),
    ("symbol,quantity\nkrakn:BTC-USD,1", "2: unknown exchange 'krakn'; did you mean kraken?"),
    (
      "symbol,quantity,exchange\nkraken:BTC-USD,1,bitstamp",
      "2: conflicting exchanges kraken (symbol) and bitstamp (column exchange)"
    ),
    ("symbol,quantity\n\"a\nb\",1\nBTC-USD,x", "2: invalid symbol 'a\nb'"),
    ("symbol,quantity\nBTC-USD,1\"", "2: quote inside an unquoted field"),
    (
      "symbol,quantity\n\"BTC-USD\"x,1",
      "2: text after closing quote; write \"\" for a quote inside a field"
    ),
    ("symbol,quantity\n\"BTC-USD,1\n", "2: unclosed quote"),
    (
      "symbol,quantity\nBTC-USD,123456789012345678901234567890123456789",
      "2: quantity '123456789012345678901234567890123456789' exceeds 38 digits"
    ),
    (
      "symbol,quantity\nBTC-USD,1e30\nBTC-USD,1e-30",
      "3: total quantity of BTC-USD exceeds 38 digits"
    ),
    (
      "symbol,quantity,date\nBTC-USD,1e30,\nBTC-USD,1,\nBTC-USD,1e-30,2026-01-01",
      "4: total quantity of BTC-USD exceeds 38 digits"
    ),
    (
      "symbol,quantity,date\nEUR,1,2026-02-30",
      "2: invalid date '2026-02-30'; expected 2026-11-20"
    ),
    ("symbol,quantity,date\nEUR,1,2026-2-3", "2: invalid date '2026-2-3'"),
    ("symbol,quantity,date\nEUR,1,2027-02-29", "2: invalid date '2027-02-29'"),
    ("symbol,quantity,date\nEUR,1,20260203", "2: invalid date '20260203'"),
    ("symbol,quantity,date\nEUR,1,2026-02-03T25:00:00Z", "2: invalid date '2026-02-03T25:00:00Z'"),
    ("symbol,quantity,date\nEUR,1,26-02-03", "2: invalid date '26-02-03'"),
    ("symbol,quantity,date\nEUR,1,2026-02-03junk", "2: invalid date '2026-02-03junk'"),
    ("symbol,quantity,date\nEUR,1,2026-13-03", "2: invalid date '2026-13-03'"),
    ("symbol,quantity,date\nEUR,1,today", "2: invalid date 'today'"),
    ("symbol,quantity,date,Date\nEUR,1,,", "1: duplicate column date"),
  ])
  func `a wrong line is reported with its number`(text: String, error: String) throws {
    let file = Self.read(text)
    let first = try #require(file.errors.first)
    #expect("\(first.line): \(first.reason)".hasPrefix(error))
  }

  @Test func `text that is not UTF-8 is refused`() {
    for bytes in [[0xFF, 0xFE, 0x73, 0], Array("symbol,quantity\nB".utf8) + [0xC3, 0x28]] {
      let file = HoldingsFile(bytes, defaultExchange: "blockchain", exchanges: Exchanges.all)
      #expect(file.errors.map(\.reason) == ["invalid UTF-8"])
    }
  }

  @Test func `all wrong lines are told, and the line of each first trade is known`() {
    let file = Self.read(
      "symbol,quantity,date\nBTC-USD,x\nETH-USD,1\nETH-USD,1,2026-01-01\nXLM-BTC,\n")
    #expect(file.errors.map(\.line) == [2, 5])
    #expect(file.lines == [Listing(exchange: "blockchain", pair: Pair(symbol: "ETH-USD")): 3])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines are counted through a quoted field, however they end`(end: String) {
    let lines = ["symbol,quantity,note", "BTC-USD,1,\"two", "lines\"", "BTC-USD,x,"]
    #expect(Self.read(lines.joined(separator: end)).errors.map(\.line) == [4])
  }

  @Test(arguments: [
    ("symbol,quantity,unit_cost,exchange,date", []), ("symbol,quantity,note,Comment,ID", []),
    ("symbol,quantity,,Unit Cost,", []),
    ("symbol,quantity,fee,account,price", []),
    ("symbol,quantity,fees,accounts,prices", ["fees", "accounts", "prices"]),
    ("symbol,quantity,Day,bought,Purchase Date", ["Day", "bought", "Purchase Date"]),
    ("symbol,quantity,x,note,Buy Price", ["x", "Buy Price"]),
  ])
  func `all columns that are not read are known`(heading: String, ignored: [String]) {
    let file = Self.read("# x\n\(heading)\nBTC-USD,1\n")
    #expect(file.errors.isEmpty && file.headingLine == 2)
    #expect(file.ignoredColumns == ignored)
  }
}
