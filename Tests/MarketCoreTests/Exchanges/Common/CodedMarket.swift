import Foundation
import Testing

@testable import MarketCore

/// An exchange that lists pairs of any codes, in its own spelling: it answers about these, and about no others.
struct CodedMarket: Sendable {
  let exchange: any Exchange
  let pairs: [Pair]
  /// What Bitfinex sends as its map of codes.
  var map: [(own: String, everyday: String)] = []

  /// A market of each code in dollars, and of bitcoin in each code.
  init(_ exchange: any Exchange, codes: [String]) {
    self.exchange = exchange
    pairs = codes.flatMap { [Pair(base: $0, quote: "USD"), Pair(base: "BTC", quote: $0)] }
  }

  init(_ exchange: any Exchange, pairs: [String]) {
    self.exchange = exchange
    self.pairs = pairs.map { Pair(symbol: $0) }
  }

  var client: MarketClient { MarketClient.stub(exchange) { .success(response(to: $0)) } }

  func response(to target: String) -> Transport.Response {
    let body: String? =
      switch exchange.id {
      case "blockchain": blockchain(target)
      case "bitfinex": bitfinex(target)
      case "kraken": kraken(target)
      case "coinbase": coinbase(target)
      case "bitstamp": bitstamp(target)
      case "binance": binance(target)
      case "okx": okx(target)
      case "bybit": bybit(target)
      case "gate": gate(target)
      case "kucoin": kuCoin(target)
      case "bitget": bitget(target)
      case "cryptocom": cryptoCom(target)
      case "upbit": upbit(target)
      case "bitvavo": bitvavo(target)
      case "bitso": bitso(target)
      default: nil
      }
    return body.map { .text($0) } ?? unknown
  }

  /// The answer to a request about a pair that is not listed.
  private var unknown: Transport.Response {
    switch exchange.id {
    case "blockchain": .broken
    case "bitfinex": .text(#"["error",10020,"symbol: invalid"]"#, status: 500)
    case "kraken": .text(#"{"error":["EQuery:Unknown asset pair"]}"#)
    case "coinbase": .text(#"{"message":"NotFound"}"#, status: 404)
    case "bitstamp": .text("", status: 404)
    case "binance": .text(#"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)
    case "okx": .text(#"{"code":"51001","msg":"Instrument ID doesn't exist.","data":[]}"#)
    case "bybit": .text(#"{"retCode":10001,"retMsg":"Not supported symbols","result":{}}"#)
    case "gate": .text(#"{"label":"INVALID_CURRENCY","message":"Invalid currency X"}"#, status: 400)
    case "kucoin": .text(#"{"msg":"Trading pair X does not exist.","code":"900001"}"#)
    case "bitget":
      .text(#"{"code":"40034","msg":"Parameter X does not exist","data":null}"#, status: 400)
    case "cryptocom":
      .text(#"{"code":40004,"message":"Invalid instrument_name"}"#, status: 400)
    case "upbit": .text(#"{"error":{"name":404,"message":"Code not found"}}"#, status: 404)
    case "bitvavo":
      .text(#"{"errorCode":205,"error":"market parameter is invalid."}"#, status: 400)
    case "bitso": .text(#"{"error":{"code":20,"message":"Unknown OrderBook"}}"#, status: 400)
    default: unsaid
    }
  }

  private var unsaid: Transport.Response {
    Issue.record("how \(exchange.id) answers about a pair of any codes is not known")
    return .broken
  }

  /// The rows of all pairs, or of the one whose name stands in the target.
  func rows(
    _ target: String, _ all: String, _ prefix: String, _ name: (Pair) -> String,
    _ row: (Pair) -> String
  ) -> [String]? {
    if target == all { return pairs.map(row) }
    guard target.hasPrefix(prefix) else { return nil }
    let rest = target.dropFirst(prefix.count)
    return pairs.first { rest == name($0) || rest.hasPrefix("\(name($0))&") }.map { [row($0)] }
  }

  private func pair(in target: String, _ name: (Pair) -> String) -> Pair? {
    pairs.first { target.contains(name($0)) }
  }

  static func codes(_ pair: Pair) -> (String, String) {
    (pair.base ?? "", pair.quote ?? "")
  }
  static let sides = #""bids":[["1","2"]],"asks":[["3","4"]]"#
}

extension CodedMarket {
  private func blockchain(_ target: String) -> String? {
    func ticker(_ pair: Pair) -> String {
      #"{"symbol":"\#(pair)","price_24h":4,"volume_24h":1,"last_trade_price":5}"#
    }
    func symbol(_ pair: Pair) -> String {
      let (base, quote) = Self.codes(pair)
      return #"{"base_currency":"\#(base)","counter_currency":"\#(quote)","status":"open"}"#
    }
    if target == "tickers" { return "[\(pairs.map(ticker).joined(separator: ","))]" }
    if target == "symbols" {
      return "{\(pairs.map { #""\#($0)":\#(symbol($0))"# }.joined(separator: ","))}"
    }
    guard let pair = pairs.first(where: { target.hasSuffix("/\($0)") }) else { return nil }
    switch target.prefix(2) {
    case "ti": return ticker(pair)
    case "l2": return #"{"symbol":"\#(pair)","bids":[{"px":1,"qty":2,"num":1}],"asks":[]}"#
    default: return symbol(pair)
    }
  }

  private func bitfinex(_ target: String) -> String? {
    func name(_ pair: Pair) -> String {
      let (base, quote) = Self.codes(pair)
      return base.count == 3 && quote.count == 3 ? base + quote : "\(base):\(quote)"
    }
    func ticker(_ pair: Pair) -> String { #"["t\#(name(pair))",1,1,2,1,0,0,5,1,6,4]"# }
    if target.hasPrefix("conf/pub:list") {
      let names = pairs.map { "\"\(name($0))\"" }.joined(separator: ",")
      let map = map.map { #"["\#($0.own)","\#($0.everyday)"]"# }.joined(separator: ",")
      return "[[\(names)],[\(map)]\(target.contains("info") ? ",[]" : "")]"
    }
    if target.hasPrefix("conf") { return "[[]]" }
    if target.hasPrefix("tickers") {
      return rows(
        target, "tickers?symbols=ALL", "tickers?symbols=t",
        { name($0).replacing(":", with: "%3A") }, ticker
      ).map { "[\($0.joined(separator: ","))]" }
    }
    guard
      pairs.contains(where: {
        target.contains(":t\(name($0))/") || target.contains("/t\(name($0))/")
      })
    else { return nil }
    return target.hasPrefix("book") ? "[[1,1,1]]" : "[[3600000,1,1,1,1,1]]"
  }

  private func kraken(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { pair.symbol.replacing("-", with: "/") }
    func result(_ rows: [String]?) -> String? {
      rows.map { #"{"error":[],"result":{\#($0.joined(separator: ","))}}"# }
    }
    let contents = [
      "Ticker?assetVersion=1": #"{"c":["5","1"],"v":["1","1"],"o":"4"}"#,
      "AssetPairs?assetVersion=1": #"{"altname":"x","status":"online"}"#,
      "Depth?": #"{\#(Self.sides)}"#, "OHLC?": #"[[60,"1","1","1","1","1","1",1]]"#,
    ]
    for (all, content) in contents where target.hasPrefix(all) {
      return result(
        rows(
          target, all, all + (all.hasSuffix("?") ? "pair=" : "&pair="),
          { name($0).replacing("/", with: "%2F") }
        ) { #""\#(name($0))":\#(content)"# })
    }
    return nil
  }

  private func coinbase(_ target: String) -> String? {
    let stats = #"{"open":"4","high":"6","low":"3","last":"5","volume":"1"}"#
    func product(_ pair: Pair) -> String { #"{"id":"\#(pair)","status":"online"}"# }
    if target == "products/stats" {
      return "{\(pairs.map { #""\#($0)":{"stats_24hour":\#(stats)}"# }.joined(separator: ","))}"
    }
    if target == "products" { return "[\(pairs.map(product).joined(separator: ","))]" }
    if target.hasPrefix("currencies") { return target == "currencies" ? "[]" : nil }
    let parts = target.prefix { $0 != "?" }.split(separator: "/")
    guard parts.count > 1, let pair = pairs.first(where: { $0.symbol == parts[1] }) else {
      return nil
    }
    switch parts.count == 2 ? "product" : parts[2] {
    case "stats": return stats
    case "book": return "{\(Self.sides)}"
    case "candles": return "[[3600,1,1,1,1,1]]"
    default: return product(pair)
    }
  }

  private func bitstamp(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { pair.symbol.replacing("-", with: "/") }
    func ticker(_ pair: Pair) -> String {
      #"{"pair":"\#(name(pair))","last":"5","open_24":"4","volume":"1"}"#
    }
    let path = { (pair: Pair) in (pair.joined ?? "").lowercased() }
    let parts = target.prefix { $0 != "?" }.split(separator: "/")
    if target.hasPrefix("markets") {
      let rows = pairs.map {
        #"{"name":"\#(name($0))","market_symbol":"\#(path($0))","trading":"Enabled"}"#
      }
      return "[\(rows.joined(separator: ","))]"
    }
    if parts.count == 1 { return "[\(pairs.map(ticker).joined(separator: ","))]" }
    guard let pair = pairs.first(where: { path($0) == parts[1] }) else { return nil }
    switch target.prefix(2) {
    case "ti": return ticker(pair)
    case "or": return "{\(Self.sides)}"
    default:
      return
        #"{"data":{"pair":"\#(name(pair))","ohlc":[{"timestamp":"3600","open":"1","high":"1","low":"1","close":"1","volume":"1"}]}}"#
    }
  }

  private func binance(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { pair.joined ?? "" }
    let asked = target.range(of: "symbol=").map { target[$0.upperBound...].prefix { $0 != "&" } }
    let pair = asked.flatMap { asked in pairs.first { name($0) == asked } }
    if asked != nil, pair == nil { return nil }
    func ticker(_ pair: Pair) -> String {
      #"{"symbol":"\#(name(pair))","lastPrice":"5","openPrice":"4","volume":"1"}"#
    }
    func symbol(_ pair: Pair) -> String {
      let (base, quote) = Self.codes(pair)
      return
        #"{"symbol":"\#(name(pair))","baseAsset":"\#(base)","quoteAsset":"\#(quote)","status":"TRADING"}"#
    }
    switch target.prefix(2) {
    case "ti": return pair.map(ticker) ?? "[\(pairs.map(ticker).joined(separator: ","))]"
    case "ex":
      return #"{"symbols":[\#((pair.map { [$0] } ?? pairs).map(symbol).joined(separator: ","))]}"#
    case "de": return "{\(Self.sides)}"
    default: return #"[[3600000,"1","1","1","1","1",7199999]]"#
    }
  }

  private func okx(_ target: String) -> String? {
    func answer(_ rows: [String]) -> String {
      #"{"code":"0","msg":"","data":[\#(rows.joined(separator: ","))]}"#
    }
    func ticker(_ pair: Pair) -> String {
      #"{"instId":"\#(pair)","last":"5","open24h":"4","vol24h":"1"}"#
    }
    let asked = target.range(of: "instId=").map { target[$0.upperBound...].prefix { $0 != "&" } }
    let pair = asked.flatMap { asked in pairs.first { $0.symbol == asked } }
    if asked != nil, pair == nil { return nil }
    switch target.prefix(10) {
    case "market/tic": return answer((pair.map { [$0] } ?? pairs).map(ticker))
    case "public/ins":
      return answer((pair.map { [$0] } ?? pairs).map { #"{"instId":"\#($0)","state":"live"}"# })
    case "market/boo": return answer(["{\(Self.sides)}"])
    default: return answer([#"["3600000","1","1","1","1","1","1","1","1"]"#])
    }
  }
}
