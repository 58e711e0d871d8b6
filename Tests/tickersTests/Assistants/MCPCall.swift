import Reports
import Testing

@testable import tickers

/// A call, and the command line that it stands for.
struct MCPCall: Sendable, CustomTestStringConvertible {
  let tool: String
  let arguments: String
  let words: [String]

  /// - Parameter words: the options and operands of the command, separated by spaces; `+` is a space.
  init(_ tool: String, _ arguments: String, _ words: String) {
    (self.tool, self.arguments) = (tool, arguments)
    self.words = words.split(separator: " ").map { String($0).replacing("+", with: " ") }
  }

  var testDescription: String { "\(tool) \(arguments)" }

  /// The command, which prints one document.
  func commandLine(_ source: [String]) -> [String] {
    let isPolling = !["exchanges", "convert"].contains(tool)
    return [tool, "-o", "json"] + (isPolling ? ["--once"] : [])
      + (tool == "exchanges" ? [] : source)
      + words
  }

  static let all = lists + prices + conversions + books + histories + failures

  static let lists = [
    MCPCall("exchanges", "{}", ""),
    MCPCall(
      "exchanges", #"{"columns":["exchange","history","orders"]}"#, "-c exchange,history,orders"),
    MCPCall("list", "{}", ""), MCPCall("list", #"{"filter":"BTC-USD"}"#, "-f BTC-USD"),
    MCPCall(
      "list", #"{"filter":["USD","*-USD"],"sort":"-percent","limit":5}"#,
      "-f USD -f *-USD -s -percent -n 5"),
    MCPCall(
      "list",
      #"{"where":["last > 100","volume > 1"],"columns":["symbol","last"],"exchange":"kraken"}"#,
      "-w last+>+100 -w volume+>+1 -c symbol,last -e kraken"),
    MCPCall(
      "list",
      #"{"columns":"symbol,turnover","exchange":["kraken","blockchain"],"in":"EUR","limit":"7"}"#,
      "-c symbol,turnover -e kraken,blockchain --in EUR -n 7"),
    MCPCall(
      "list", #"{"exchange":"all","sort":"last:asc","limit":30}"#, "-e all -s last:asc -n 30"),
    MCPCall("list", #"{"filter":"-x"}"#, "--filter=-x"),
    MCPCall("list", #"{"where":"last > 1000000000"}"#, "-w last+>+1000000000"),
    MCPCall("coins", "{}", ""), MCPCall("coins", #"{"coins":"btc","in":"EUR"}"#, "btc --in EUR"),
    MCPCall("coins", #"{"coins":["btc","ETH"],"exchange":"all"}"#, "btc ETH -e all"),
    MCPCall(
      "coins", #"{"coins":[],"sort":"name","limit":3,"columns":["coin","name"]}"#,
      "-s name -n 3 -c coin,name"),
    MCPCall("coins", #"{"coins":["BTC-USD"]}"#, "BTC-USD"),
    MCPCall("coins", #"{"where":"price > 1000","filter":"b*"}"#, "-w price+>+1000 -f b*"),
  ]

  static let prices = [
    MCPCall(
      "price", #"{"symbols":"BTC-USD","at":"2026-11-17","exchange":"kraken"}"#,
      "BTC-USD --at 2026-11-17 -e kraken"),
    MCPCall("price", #"{"symbols":["BTC-USD"]}"#, "BTC-USD"),
    MCPCall("price", #"{"symbols":"BTC-USD"}"#, "BTC-USD"),
    MCPCall(
      "price", #"{"symbols":["btc","kraken:BTC-USD","eth/usd"]}"#, "btc kraken:BTC-USD eth/usd"),
    MCPCall("price", #"{"symbols":["btc"],"exchange":"all","in":"EUR"}"#, "btc -e all --in EUR"),
    MCPCall(
      "price", #"{"symbols":["BTC-USD","NOPE-USD"],"columns":["symbol","last"]}"#,
      "BTC-USD NOPE-USD -c symbol,last"),
    MCPCall(
      "price", #"{"symbols":["BTC-USD","XLM-BTC"],"exchange":["kraken","blockchain"]}"#,
      "BTC-USD XLM-BTC -e kraken,blockchain"),
    MCPCall("price", #"{"symbols":["--help","BTC-USD"]}"#, "-- --help BTC-USD"),
    MCPCall("price", #"{"symbols":"BTC-USD","in":null,"at":null,"columns":null}"#, "BTC-USD"),
  ]

  static let conversions = [
    MCPCall("convert", #"{"amount":"0.35","from":"ETH","to":"EUR"}"#, "0.35 ETH EUR"),
    MCPCall(
      "convert", #"{"to":["usd","bitcoin"],"from":"eth","amount":"1k","exchange":"all"}"#,
      "1k eth usd bitcoin -e all"),
    MCPCall(
      "convert",
      #"{"amount":"2","from":"BTC","to":["USD"],"exchange":"kraken","at":"2026-11-17"}"#,
      "2 BTC USD -e kraken --at 2026-11-17"),
    MCPCall(
      "convert", #"{"amount":"2","from":"BTC","to":["USD"],"columns":["rate","route"]}"#,
      "2 BTC USD -c rate,route"),
  ]

  static let books = [
    MCPCall("book", #"{"symbol":"BTC-USD"}"#, "BTC-USD"),
    MCPCall("book", #"{"symbol":"btc/usd","depth":3}"#, "btc/usd -d 3"),
    MCPCall("book", #"{"symbol":"BTC-USD","depth":"all","orders":false}"#, "BTC-USD -d all"),
    MCPCall(
      "book", #"{"symbol":"BTC-USD","group":0.5,"columns":["price","total"]}"#,
      "BTC-USD -g 0.5 -c price,total"),
    MCPCall("book", #"{"symbol":"BTC-USD","orders":true,"depth":"2"}"#, "BTC-USD --orders -d 2"),
    MCPCall("book", #"{"symbol":"BTC-USD","buy":1.5}"#, "BTC-USD --buy 1.5"),
    MCPCall(
      "book",
      #"{"symbol":"BTC-USD","sell":"1000USD","depth":1,"exchange":["kraken","blockchain"]}"#,
      "BTC-USD --sell 1000USD -d 1 -e kraken,blockchain"),
    MCPCall("book", #"{"symbol":"BTC-USD","buy":100000000}"#, "BTC-USD --buy 100000000"),
    MCPCall("book", #"{"symbol":"kraken:BTC-USD"}"#, "kraken:BTC-USD"),
    MCPCall(
      "book",
      #"{"symbol":"BTC-USD","buy":2,"compare":true,"fee":["0.1","kraken=0"],"exchange":"all"}"#,
      "BTC-USD --buy 2 --compare --fee 0.1 --fee kraken=0 -e all"),
    MCPCall("book", #"{"symbol":"BTC-USD","buy":"2","fee":"0.1"}"#, "BTC-USD --buy 2 --fee 0.1"),
  ]

  static let histories = [
    MCPCall(
      "history", #"{"symbols":["BTC-USD"],"exchange":"kraken","limit":3}"#, "BTC-USD -e kraken -n 3"
    ),
    MCPCall(
      "history", #"{"symbols":"BTC-USD","exchange":"bitfinex","period":"1h","limit":50}"#,
      "BTC-USD -e bitfinex -p 1h -n 50"),
    MCPCall(
      "history",
      #"{"symbols":"BTC-USD","exchange":"bitfinex","period":"1h","limit":50,"fill":true}"#,
      "BTC-USD -e bitfinex -p 1h -n 50 --fill"),
    MCPCall(
      "history",
      #"{"symbols":["BTC-USD","ETH-USD"],"exchange":["kraken","okx"],"from":"5d","to":"2026-11-19","sort":"close"}"#,
      "BTC-USD ETH-USD -e kraken,okx --from 5d --to 2026-11-19 -s close"),
    MCPCall(
      "history",
      #"{"symbols":"BTC-USD","exchange":"kraken","in":"EUR","where":"percent > 0","columns":["time","close"]}"#,
      "BTC-USD -e kraken --in EUR -w percent+>+0 -c time,close"),
    MCPCall("history", #"{"symbols":"BTC-USD","limit":2}"#, "BTC-USD -n 2"),
    MCPCall(
      "history", #"{"symbols":["BTC-USD","LTC-USD"],"exchange":"kraken","period":"1h"}"#,
      "BTC-USD LTC-USD -e kraken -p 1h"),
  ]

  /// Those for which the command prints nothing.
  static let failures = [
    MCPCall("price", #"{"symbols":"7"}"#, "7"),
    MCPCall("price", #"{"symbols":["-BTC"]}"#, "-- -BTC"),
    MCPCall("price", #"{"symbols":["NOPE-USD"]}"#, "NOPE-USD"), MCPCall("price", "{}", ""),
    MCPCall(
      "price", #"{"symbols":["BTC-USD"],"at":"2026-11-18","exchange":"kraken"}"#,
      "BTC-USD --at 2026-11-18 -e kraken"),
    // It prints no price, but a document.
    MCPCall(
      "price", #"{"symbols":["BTC-USD"],"at":"2026-11-15","exchange":"kraken"}"#,
      "BTC-USD --at 2026-11-15 -e kraken"),
    MCPCall("book", #"{"symbol":"NOPE-USD"}"#, "NOPE-USD"),
    MCPCall("book", #"{"symbol":"BTC-USD","orders":true,"group":1}"#, "BTC-USD --orders -g 1"),
    MCPCall("book", #"{"symbol":"BTC-USD","buy":1,"sell":1}"#, "BTC-USD --buy 1 --sell 1"),
    MCPCall("book", #"{"symbol":"BTC-USD","columns":["order_id"]}"#, "BTC-USD -c order_id"),
    MCPCall(
      "book", #"{"symbol":"BTC-USD","orders":true,"exchange":"okx"}"#, "BTC-USD --orders -e okx"),
    MCPCall("book", #"{"symbol":"BTC-USD","compare":true}"#, "BTC-USD --compare"),
    MCPCall("convert", #"{"amount":"-1","from":"BTC","to":"USD"}"#, "-- -1 BTC USD"),
    MCPCall("convert", #"{"amount":"1","from":"XYZ","to":"USD"}"#, "1 XYZ USD"),
    MCPCall("convert", #"{"from":"BTC","to":"USD"}"#, "BTC USD"),
    MCPCall("list", #"{"limit":0}"#, "-n 0"), MCPCall("list", #"{"limit":1.5}"#, "-n 1.5"),
    MCPCall("list", #"{"where":"last >"}"#, "-w last+>"),
    MCPCall("list", #"{"sort":"nope"}"#, "-s nope"),
    MCPCall("list", #"{"columns":["nope"]}"#, "-c nope"),
    MCPCall("list", #"{"columns":["trend"]}"#, "-c trend"),
    MCPCall("list", #"{"exchange":"nope"}"#, "-e nope"),
    MCPCall("list", #"{"exchange":""}"#, "--exchange="),
    MCPCall("list", #"{"filter":"kraken:BTC-USD"}"#, "-f kraken:BTC-USD"),
    MCPCall("coins", #"{"coins":"NOPE"}"#, "NOPE"),
    MCPCall(
      "history", #"{"symbols":"BTC-USD","from":"2026-11-19","to":"2026-11-18"}"#,
      "BTC-USD --from 2026-11-19 --to 2026-11-18"),
    MCPCall("history", #"{"symbols":"BTC-USD","period":"2h"}"#, "BTC-USD -p 2h"),
  ]
}

extension Tool {
  /// The names of its arguments.
  var argumentNames: [String] {
    get throws {
      Array(try JSONText(inputSchema.text)["properties"]?.members?.keys ?? [:].keys)
    }
  }
}
