import Foundation
import MarketCore
import RandomInputs
import TestTools
import Testing

@testable import tickers

/// Rehearsals of recordings in which random pairs vanish and return, compared with a slow
/// reference.
@Suite(.timeLimit(.minutes(20)))
struct RandomGapsRehearsalTests {
  /// The list of all tickers of an exchange.
  struct Format: Sendable, CustomTestStringConvertible {
    let exchange: ExchangeID
    /// The folder of its responses.
    let folder: String
    /// A row of a base in dollars, without the quotes of its price.
    let row: @Sendable (_ base: String, _ price: String) -> String
    /// What stands around rows.
    let frame: (start: String, end: String)
    /// Responses that do not change, by folder.
    var constants: [String: String] = [:]

    var testDescription: String { exchange.rawValue }
  }

  private static let array = (start: "[", end: "]")

  static let formats = [
    Format(
      exchange: "blockchain", folder: "tickers",
      row: { #"{"symbol":"\#($0)-USD","last_trade_price":\#($1)}"# }, frame: array),
    Format(
      exchange: "bitfinex", folder: "tickers/symbols=ALL",
      row: { #"["t\#($0)USD",1,1,2,1,0,0,\#($1),5,9,1]"# }, frame: array),
    Format(
      exchange: "kraken", folder: "Ticker/assetVersion=1",
      row: { #""\#($0)/USD":{"c":["\#($1)","1"]}"# }, frame: (#"{"error":[],"result":{"#, "}}")),
    Format(
      exchange: "coinbase", folder: "products/stats",
      row: { #""\#($0)-USD":{"stats_24hour":{"last":"\#($1)"}}"# }, frame: ("{", "}")),
    Format(
      exchange: "bitstamp", folder: "ticker",
      row: { #"{"pair":"\#($0)/USD","last":"\#($1)"}"# }, frame: array),
    Format(
      exchange: "binance", folder: "ticker/24hr/type=MINI",
      row: { #"{"symbol":"\#($0)USD","lastPrice":"\#($1)"}"# }, frame: array,
      constants: [
        "exchangeInfo/showPermissionSets=false": #"{"symbols":["#
          + ["BTC", "ETH", "LTC"].map {
            #"{"symbol":"\#($0)USD","baseAsset":"\#($0)","quoteAsset":"USD"}"#
          }.joined(separator: ",") + "]}"
      ]),
    Format(
      exchange: "okx", folder: "market/tickers/instType=SPOT",
      row: { #"{"instId":"\#($0)-USD","last":"\#($1)"}"# },
      frame: (#"{"code":"0","msg":"","data":["#, "]}")),
    Format(
      exchange: "bybit", folder: "tickers/category=spot",
      row: { #"{"symbol":"\#($0)USD","lastPrice":"\#($1)"}"# },
      frame: (#"{"retCode":0,"retMsg":"OK","result":{"category":"spot","list":["#, "]}}"),
      constants: [
        "instruments-info/category=spot": #"{"retCode":0,"result":{"list":["#
          + ["BTC", "ETH", "LTC"].map {
            #"{"symbol":"\#($0)USD","baseCoin":"\#($0)","quoteCoin":"USD"}"#
          }.joined(separator: ",") + "]}}"
      ]),
    Format(
      exchange: "gate", folder: "spot/tickers",
      row: { #"{"currency_pair":"\#($0)_USD","last":"\#($1)"}"# }, frame: array),
    Format(
      exchange: "kucoin", folder: "v1/market/allTickers",
      row: { #"{"symbol":"\#($0)-USD","symbolName":"\#($0)-USD","last":"\#($1)"}"# },
      frame: (#"{"code":"200000","data":{"ticker":["#, "]}}"),
      constants: [
        "v2/symbols": #"{"code":"200000","data":["#
          + ["BTC", "ETH", "LTC"].map { #"{"symbol":"\#($0)-USD","name":"\#($0)-USD"}"# }
          .joined(separator: ",") + "]}"
      ]),
    Format(
      exchange: "bitget", folder: "spot/market/tickers",
      row: { #"{"symbol":"\#($0)USD","lastPr":"\#($1)"}"# },
      frame: (#"{"code":"00000","msg":"success","data":["#, "]}"),
      constants: [
        "spot/public/symbols": #"{"code":"00000","data":["#
          + ["BTC", "ETH", "LTC"].map {
            #"{"symbol":"\#($0)USD","baseCoin":"\#($0)","quoteCoin":"USD"}"#
          }.joined(separator: ",") + "]}"
      ]),
    Format(
      exchange: "cryptocom", folder: "get-tickers",
      row: { #"{"i":"\#($0)_USD","a":"\#($1)"}"# },
      frame: (#"{"id":-1,"code":0,"result":{"data":["#, "]}}")),
    Format(
      exchange: "upbit", folder: "ticker/all",
      row: { #"{"market":"USD-\#($0)","trade_price":\#($1)}"# }, frame: array),
    Format(
      exchange: "bitvavo", folder: "ticker/24h",
      row: { #"{"market":"\#($0)-USD","last":"\#($1)"}"# }, frame: array),
    Format(
      exchange: "bitso", folder: "ticker",
      row: { #"{"book":"\#($0.lowercased())_usd","last":"\#($1)"}"# },
      frame: (#"{"success":true,"payload":["#, "]}")),
  ]

  /// One poll: the prices by base that its response has; `nil` for an error.
  private typealias Poll = [String: Int]?

  private static func polls(_ random: inout Seeded, count: Int) -> [Poll] {
    (0..<count).map { index in
      // The first response decides which pairs are unknown.
      if index == 0 { return ["BTC": 1, "ETH": 1, "LTC": 1] }
      if Int.random(in: 0..<12, using: &random) == 0 { return nil }
      return ["BTC", "ETH", "LTC"].reduce(into: [:]) { prices, base in
        guard Int.random(in: 0..<3, using: &random) > 0 else { return }
        prices[base] = Int.random(in: 1...100, using: &random)
      }
    }
  }

  private static func time(_ index: Int) -> String {
    Date(timeIntervalSince1970: 1_795_258_800 + Double(index) * 10).rfc3339
  }

  private static func recording(_ polls: [Poll], _ format: Format) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, poll) in polls.enumerated() {
      let place = "\(format.exchange)/\(format.folder)/\(index + 1)"
      let rows = (poll ?? [:]).sorted { $0.key < $1.key }.map { format.row($0.key, "\($0.value)") }
      let body = format.frame.start + rows.joined(separator: ",") + format.frame.end
      try folder.write(poll == nil ? "" : body, to: "\(place).json")
      try folder.write(
        #"{"status":\#(poll == nil ? 503 : 200),"received_at":"\#(time(index))"}"#,
        to: "\(place).meta")
    }
    for (name, body) in format.constants {
      try folder.write(body, to: "\(format.exchange)/\(name)/1.json")
      try folder.write(
        #"{"received_at":"\#(time(0))"}"#, to: "\(format.exchange)/\(name)/1.meta")
    }
    try folder.write("\(time(0))\n", to: "started")
    return folder
  }

  /// The firings of `last > 50`: a poll without a pair changes nothing.
  private static func firings(_ polls: [Poll], of bases: [String]) -> [String] {
    var isArmed: [String: Bool] = [:]
    var rows: [String] = []
    for (index, poll) in polls.enumerated() {
      for base in bases {
        guard let price = poll?[base] else { continue }
        if price > 50, isArmed[base] ?? true {
          rows.append("\(time(index))\t\(base)-USD\t\(price)")
        }
        isArmed[base] = price <= 50
      }
    }
    return rows
  }

  @Test func `every exchange has a format here`() {
    #expect(Self.formats.map(\.exchange) == Exchanges.all.map(\.id))
  }

  @Test(arguments: formats)
  func `pairs that vanish and return end no rehearsal and lose no firing`(
    format: Format
  ) async throws {
    for seed in 1...UInt64(rounds(2)) {
      var random = Seeded(state: seed)
      let polls = Self.polls(&random, count: Int.random(in: 5...40, using: &random))
      let folder = try Self.recording(polls, format)
      for bases in [["BTC"], ["BTC", "ETH"], ["ETH", "LTC", "BTC"]] {
        let outcome = await TestWorld().run(
          ["alerts"] + bases.map { "\($0)-USD" } + [
            "-e", format.exchange.rawValue, "--replay", folder.path, "--alert", "high: last > 50",
            "-o", "tsv", "-c", "time,symbol,last", "--no-header",
          ])
        let rows = outcome.output.split(separator: "\n").map(String.init)
        #expect(rows == Self.firings(polls, of: bases), "\(seed) \(bases) \(outcome.errors)")
        // The failures of single pairs in the last response count, those of a whole response do not.
        let last = polls.last ?? nil
        let known = last.map { prices in bases.filter { prices[$0] != nil }.count } ?? 0
        #expect(outcome.status == (known == 0 || known == bases.count ? 0 : 69), "\(seed) \(bases)")
        #expect(!outcome.errors.contains("unknown pair"))
      }
    }
  }
}
