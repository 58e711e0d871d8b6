import Foundation

@testable import MarketCore

/// How further exchanges answer about pairs of any codes.
extension CodedMarket {
  /// The pairs of the symbol in a target, or all pairs. `nil` if the symbol is not listed.
  private func joinedPairs(_ target: String) -> [Pair]? {
    let asked = target.range(of: "symbol=").map { target[$0.upperBound...].prefix { $0 != "&" } }
    guard let asked else { return pairs }
    return pairs.first { $0.joined ?? "" == asked }.map { [$0] }
  }

  func bybit(_ target: String) -> String? {
    func answer(_ rows: [String]) -> String {
      let list = #"{"category":"spot","list":[\#(rows.joined(separator: ","))]}"#
      return #"{"retCode":0,"retMsg":"OK","result":\#(list)}"#
    }
    func ticker(_ pair: Pair) -> String {
      #"{"symbol":"\#(pair.joined ?? "")","lastPrice":"5","prevPrice24h":"4","volume24h":"1"}"#
    }
    func symbol(_ pair: Pair) -> String {
      let (base, quote) = Self.codes(pair)
      let names = #""symbol":"\#(base)\#(quote)","baseCoin":"\#(base)","quoteCoin":"\#(quote)""#
      return #"{\#(names),"status":"Trading","lotSizeFilter":{},"priceFilter":{}}"#
    }
    guard let pairs = joinedPairs(target) else { return nil }
    switch target.prefix(2) {
    case "ti": return answer(pairs.map(ticker))
    case "in": return answer(pairs.map(symbol))
    case "or": return #"{"retCode":0,"retMsg":"OK","result":{"b":[["1","2"]],"a":[["3","4"]]}}"#
    default: return answer([#"["3600000","1","1","1","1","1","1"]"#])
    }
  }

  func bitget(_ target: String) -> String? {
    func answer(_ rows: [String]) -> String {
      #"{"code":"00000","msg":"success","data":[\#(rows.joined(separator: ","))]}"#
    }
    func ticker(_ pair: Pair) -> String {
      #"{"symbol":"\#(pair.joined ?? "")","lastPr":"5","open":"4","baseVolume":"1"}"#
    }
    func symbol(_ pair: Pair) -> String {
      let (base, quote) = Self.codes(pair)
      let names = #""symbol":"\#(base)\#(quote)","baseCoin":"\#(base)","quoteCoin":"\#(quote)""#
      return #"{\#(names),"status":"online"}"#
    }
    guard let pairs = joinedPairs(target) else { return nil }
    switch target.prefix(13) {
    case "spot/market/t": return answer(pairs.map(ticker))
    case "spot/public/s": return answer(pairs.map(symbol))
    case "spot/market/o": return #"{"code":"00000","data":{\#(Self.sides)}}"#
    default: return answer([#"["3600000","1","1","1","1","1","1","1"]"#])
    }
  }

  func cryptoCom(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { pair.symbol.replacing("-", with: "_") }
    func answer(_ rows: [String]) -> String {
      #"{"id":-1,"code":0,"result":{"data":[\#(rows.joined(separator: ","))]}}"#
    }
    let asked = target.firstMatch(of: /instrument_name=([^&]*)/)?.1
    let pair = asked.flatMap { asked in pairs.first { name($0) == asked } }
    if asked != nil, pair == nil { return nil }
    switch target.prefix(5) {
    case "get-t":
      return answer(
        (pair.map { [$0] } ?? pairs).map { #"{"i":"\#(name($0))","a":"5","c":"0.25","v":"1"}"# })
    case "get-i": return answer(pairs.map { #"{"symbol":"\#(name($0))","tradable":true}"# })
    case "get-b": return answer(["{\(Self.sides)}"])
    default: return answer([#"{"o":"1","h":"1","l":"1","c":"1","v":"1","t":3600000}"#])
    }
  }

  /// Every row has the members of all lists.
  func upbit(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { "\(pair.quote ?? "")-\(pair.base ?? "")" }
    let names = target.firstMatch(of: /markets?=([^&]*)/)?.1.split(separator: "%2C")
    let asked = names?.compactMap { asked in pairs.first { name($0) == asked } }
    guard asked?.count == names?.count else { return nil }
    let rows = (asked ?? pairs).map {
      """
      {"market":"\(name($0))","trade_price":5,"prev_closing_price":4,"acc_trade_volume_24h":1,\
      "tick_size":"1","candle_date_time_utc":"1970-01-01T01:00:00",\
      "orderbook_units":[{"bid_price":1,"bid_size":2,"ask_price":3,"ask_size":4}]}
      """
    }
    return "[\(rows.joined(separator: ","))]"
  }

  func bitvavo(_ target: String) -> String? {
    func list(_ row: (Pair) -> String) -> String { "[\(pairs.map(row).joined(separator: ","))]" }
    func ticker(_ pair: Pair) -> String {
      #"{"market":"\#(pair)","last":"5","open":"4","volume":"1"}"#
    }
    switch target {
    case "markets": return list { #"{"market":"\#($0)","status":"trading"}"# }
    case "assets": return #"[{"symbol":"BTC","name":"Bitcoin"}]"#
    case "ticker/24h": return list(ticker)
    default: break
    }
    if let pair = pairs.first(where: { target == "ticker/24h?market=\($0)" }) {
      return ticker(pair)
    }
    guard pairs.contains(where: { target.hasPrefix("\($0)/") }) else { return nil }
    return target.contains("/book?")
      ? "{\(Self.sides)}" : #"[[3600000,"1","1","1","1","1"]]"#
  }

  func bitso(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { pair.symbol.lowercased().replacing("-", with: "_") }
    func answer(_ payload: String) -> String { #"{"success":true,"payload":\#(payload)}"# }
    func row(_ pair: Pair) -> String {
      #"{"book":"\#(name(pair))","last":"5","change_24":"1","volume":"1","tick_size":"1"}"#
    }
    let all = "[\(pairs.map(row).joined(separator: ","))]"
    if ["ticker", "available_books"].contains(target) { return answer(all) }
    let asked = target.range(of: "book=").map { target[$0.upperBound...].prefix { $0 != "&" } }
    guard let pair = pairs.first(where: { asked.map(String.init) == name($0) }) else { return nil }
    switch target.prefix(2) {
    case "ti": return answer(row(pair))
    case "or": return answer(#"{"bids":[{"price":"1","amount":"2"}],"asks":[]}"#)
    default: return answer(#"[{"bucket_start_time":3600000,"first_rate":"1","last_rate":"1"}]"#)
    }
  }

  func gate(_ target: String) -> String? {
    func name(_ pair: Pair) -> String { pair.symbol.replacing("-", with: "_") }
    func ticker(_ pair: Pair) -> String {
      #"{"currency_pair":"\#(name(pair))","last":"5","change_percentage":"25","base_volume":"1"}"#
    }
    func instrument(_ pair: Pair) -> String {
      #"{"id":"\#(name(pair))","trade_status":"tradable"}"#
    }
    func list(_ rows: [String]) -> String { "[\(rows.joined(separator: ","))]" }
    let pairs = "spot/currency_pairs"
    if target == pairs { return list(self.pairs.map(instrument)) }
    if let one = rows(target, pairs, "\(pairs)/", name, instrument) { return one[0] }
    let tickers = "spot/tickers"
    if let rows = rows(target, tickers, "\(tickers)?currency_pair=", name, ticker) {
      return list(rows)
    }
    let book = "spot/order_book?currency_pair="
    if rows(target, book, book, name, ticker) != nil { return "{\(Self.sides)}" }
    let candles = "spot/candlesticks?currency_pair="
    return rows(target, candles, candles, name, ticker)
      .map { _ in #"[["3600","1","1","1","1","1","1","true"]]"# }
  }

  func kuCoin(_ target: String) -> String? {
    func answer(_ data: String) -> String { #"{"code":"200000","data":\#(data)}"# }
    func ticker(_ pair: Pair) -> String {
      #"{"symbol":"\#(pair)","symbolName":"\#(pair)","last":"5","open":"4","vol":"1"}"#
    }
    func symbol(_ pair: Pair) -> String {
      #"{"symbol":"\#(pair)","name":"\#(pair)","enableTrading":true}"#
    }
    func list(_ row: (Pair) -> String) -> String { "[\(pairs.map(row).joined(separator: ","))]" }
    switch target {
    case "v1/market/allTickers": return answer(#"{"ticker":\#(list(ticker))}"#)
    case "v2/symbols": return answer(list(symbol))
    case "v3/currencies": return answer("[]")
    default: break
    }
    let path = target.prefix { $0 != "?" }.split(separator: "/")
    let asked = target.range(of: "symbol=").map { target[$0.upperBound...].prefix { $0 != "&" } }
    guard let pair = pairs.first(where: { $0.symbol == asked ?? path[path.count - 1] }) else {
      return nil
    }
    switch path[path.count - (asked == nil ? 2 : 1)] {
    case "symbols": return answer(symbol(pair))
    case "stats": return answer(ticker(pair))
    case "level2_100": return answer("{\(Self.sides)}")
    default: return answer(#"[["3600","1","1","1","1","1","1"]]"#)
    }
  }
}
