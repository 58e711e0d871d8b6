import Foundation
import Testing

@testable import MarketCore

/// Earlier output of `history` and `price`, read from a file of each format.
struct PriceFileTests {
  static let columns = ["exchange", "symbol", "time", "close", "complete"]

  static func read(
    _ text: String, columns: [String] = columns, pair: String? = nil
  ) throws(PriceFileError) -> PriceFile {
    try PriceFile(
      Array(text.utf8), columns: columns, pair: pair.map { Pair(symbol: $0) })
  }

  /// The newest time of a pair, as `dd hh:mm:ss` of November 2026.
  static func newest(
    _ file: PriceFile, _ symbol: String = "BTC-USD", on exchange: ExchangeID = "kraken"
  ) -> String? {
    file.newest(Pair(symbol: symbol), on: exchange).map { time in
      let text = time.formatted(.iso8601)
      #expect(text.hasPrefix("2026-11-"))
      return String(text.dropFirst(8).dropLast().replacing("T", with: " "))
    }
  }

  private static let csv = """
    exchange,symbol,time,close,complete
    kraken,BTC-USD,2026-11-21T00:00:00Z,27500,true
    kraken,BTC-USD,2026-11-20T00:00:00Z,27412.35,true
    kraken,BTC-USD,2026-11-22T00:00:00Z,27600,false
    bitstamp,BTC-USD,2026-11-19T00:00:00Z,,true
    kraken,ETH-USD,2026-11-18T00:00:00Z,1000,true

    """

  @Test func `csv has the newest complete time of each pair on each exchange`() throws {
    let file = try Self.read(Self.csv)
    #expect(file.format == .csv && !file.isEmpty)
    #expect(Self.newest(file) == "21 00:00:00")
    #expect(Self.newest(file, on: "bitstamp") == "19 00:00:00")
    #expect(Self.newest(file, "ETH-USD") == "18 00:00:00")
    #expect(Self.newest(file, "ETH-USD", on: "bitstamp") == nil)
    #expect(Self.newest(file, on: "coinbase") == nil)
    #expect(Self.newest(file, "BTC-EUR") == nil)
  }

  @Test(arguments: [
    ("time,symbol\n", nil), ("time,symbol\n2026-11-21,BTC-USD\n", true),
    ("2026-11-21\tBTC-USD\n", true), ("time,symbol\n2026-11-21T00:00:00Z,BTC-USD\n", false),
  ])
  func `a time can be a date`(text: String, hasDates: Bool?) throws {
    let file = try Self.read(text, columns: ["time", "symbol"])
    #expect(file.hasDates == hasDates)
    #expect(Self.newest(file) == hasDates.map { _ in "21 00:00:00" })
  }

  @Test func `a heading can have any order, be repeated, and be absent`() throws {
    let rows = Self.csv.drop { $0 != "\n" }.dropFirst()
    for text in [
      Self.csv + Self.csv, String(rows), String(rows) + Self.csv, "\n" + Self.csv + "\n\n",
      "note,time,symbol\n,2026-11-21T00:00:00Z,BTC-USD\n",
      "time,exchange,complete,symbol\n2026-11-21T00:00:00Z,kraken,true,BTC-USD\n"
        + "2026-11-22T00:00:00Z,kraken,false,BTC-USD\ntime,exchange,complete,symbol\n",
    ] {
      #expect(Self.newest(try Self.read(text)) == "21 00:00:00", "\(text)")
    }
  }

  @Test func `fields of csv may be quoted`() throws {
    let file = try Self.read(
      """
      symbol,name,"time","exchange"
      "BTC-USD","a, ""b"", c",2026-11-20T00:00:00Z,"kraken"
      "A""B-USD","",2026-11-21T00:00:00Z,
      "BTC-USD","",2026-11-22T00:00:00Z,""
      #X-USD,x,2026-11-23T00:00:00Z,kraken

      """)
    #expect(Self.newest(file) == "22 00:00:00")
    #expect(Self.newest(file, "A\"B-USD") == "21 00:00:00")
    #expect(Self.newest(file, "#X-USD") == "23 00:00:00")
  }

  @Test func `fields of tsv have escapes`() throws {
    let file = try Self.read(
      "symbol\ttime\n" + #"A\tB\\n\nC-USD"# + "\t2026-11-20T00:00:00Z\n"
        + "A,\"-USD\t2026-11-21T00:00:00Z\n")
    #expect(file.format == .tsv)
    #expect(Self.newest(file, "A\tB\\n\nC-USD") == "20 00:00:00")
    #expect(Self.newest(file, "A,\"-USD") == "21 00:00:00")
  }

  @Test func `ndjson is read by members`() throws {
    let file = try Self.read(
      #"""
      {"as_of":"2026-11-23T00:00:00.123Z","exchange":"kraken","symbol":"BTC-USD","time":"2026-11-20T14:00:00Z","complete":true}
      {"symbol":"BTC-USD","exchange":null,"time":"2026-11-20T13:00:00Z","close":1e999,"x":[{}]}

      { "symbol" : "\u0042TC-USD", "exchange" : "kraken", "time" : "2026-11-20T15:00:00Z", "complete" : false }

      """#)
    #expect(file.format == .ndjson)
    #expect(Self.newest(file) == "20 14:00:00")
    #expect(Self.newest(file, on: "bitstamp") == "20 13:00:00")
  }

  @Test func `ledger has directives with and without a time of day`() throws {
    let file = try Self.read(
      """
      ; prices
      # % | *

      P 2026-11-20 14:00:00 BTC 27412.35 USD
      P 2026-11-20 "1INCH" 0.3 "US D"  ; with a comment
      | 5
      P  2026-11-21  A  -1,000.5  B\t
      * prices
      % x

      """)
    #expect(file.format == .ledger)
    #expect(Self.newest(file) == "20 14:00:00")
    #expect(Self.newest(file, on: "coinbase") == "20 14:00:00")
    #expect(Self.newest(file, "1INCH-US D") == "20 00:00:00")
    #expect(Self.newest(file, "A-B") == "21 00:00:00")
  }

  @Test func `beancount has directives of days`() throws {
    let file = try Self.read(
      """
      ; prices

      2026-11-20 price BTC 27412.35 USD
      2026-11-21 price  BTC  27412.35  USD ; with a comment
        ; a comment

      """)
    #expect(file.format == .beancount)
    #expect(Self.newest(file) == "21 00:00:00")
  }

  @Test func `currencies with dashes are those of the symbol`() throws {
    let file = try Self.read("P 2026-11-20 \"A-B\" 1 \"C-D\"\n")
    #expect(file.newest(Pair(base: "A-B", quote: "C-D"), on: "kraken") != nil)
    #expect(file.newest(Pair(base: "A", quote: "B-C-D"), on: "kraken") != nil)
    #expect(Self.newest(file, "A-B-C-D") == "20 00:00:00")
  }

  @Test(arguments: [
    ("time,as_of,at", "20"), ("as_of,at,time", "22"), ("x,at,as_of", "21"), ("x,as_of,y", "21"),
  ])
  func `the time is that of the candle, of the price, or of its arrival`(
    heading: String, day: String
  ) throws {
    let times = (20...22).map { "2026-11-\($0)T00:00:00Z" }
    let csv = "symbol,\(heading)\nBTC-USD,\(times.joined(separator: ","))\n"
    #expect(Self.newest(try Self.read(csv)) == "\(day) 00:00:00")
    let members = zip(heading.split(separator: ","), times).map { #""\#($0)":"\#($1)""# }
    let ndjson = "{\"symbol\":\"BTC-USD\",\(members.joined(separator: ","))}\n"
    #expect(Self.newest(try Self.read(ndjson)) == "\(day) 00:00:00")
  }

  @Test func `rows without a symbol are of the pair`() throws {
    let csv = try Self.read("time,close\n2026-11-20T00:00:00Z,1\n", pair: "BTC-USD")
    #expect(Self.newest(csv) == "20 00:00:00" && Self.newest(csv, "ETH-USD") == nil)
    let ndjson = try Self.read("{\"time\":\"2026-11-20T00:00:00Z\"}\n", pair: "BTC-USD")
    #expect(Self.newest(ndjson) == "20 00:00:00")
    let headless = try Self.read("2026-11-20T00:00:00Z\n", columns: ["time"], pair: "BTC-USD")
    #expect(headless.format == .csv && Self.newest(headless) == "20 00:00:00")
  }

  @Test func `rows without an exchange are of all, exchanges ignore case`() throws {
    let file = try Self.read(
      """
      exchange,symbol,time
      ,BTC-USD,2026-11-20T00:00:00Z
      KRAKEN,BTC-USD,2026-11-21T00:00:00Z
      mtgox,BTC-USD,2026-11-22T00:00:00Z

      """)
    #expect(Self.newest(file) == "21 00:00:00")
    #expect(Self.newest(file, on: "bitstamp") == "20 00:00:00")
  }

  @Test func `a pair that has only running candles has no time`() throws {
    let file = try Self.read("symbol,time,complete\nA,2026-11-20T00:00:00Z,false\n")
    #expect(!file.isEmpty && file.newest(Pair(symbol: "A"), on: "kraken") == nil)
  }

  @Test(arguments: ["", "\n", "\r\n\n", "\u{FEFF}", "; prices\n", " \n# a\n;\n"])
  func `a file of blank lines and comments is empty`(text: String) throws {
    let file = try Self.read(text)
    #expect(file.isEmpty && file.format == nil)
  }

  @Test func `a heading alone is a format without times`() throws {
    let file = try Self.read("symbol\ttime\n")
    #expect(!file.isEmpty && file.format == .tsv)
  }

  @Test(arguments: [
    csv, csv.replacing(",", with: "\t"), "P 2026-11-21 BTC 1 USD\n",
    "2026-11-21 price BTC 1 USD\n",
    "{\"symbol\":\"BTC-USD\",\"time\":\"2026-11-21T00:00:00Z\"}\n",
  ])
  func `carriage returns at line ends and a byte order mark are ignored`(text: String) throws {
    let plain = try Self.read(text)
    let file = try Self.read("\u{FEFF}" + text.replacing("\n", with: "\r\n"))
    #expect(file.format == plain.format)
    #expect(Self.newest(file) == "21 00:00:00")
  }

  @Test(arguments: [
    "2024-02-29T23:59:59Z", "1970-01-01T00:00:00Z", "2000-02-29T12:30:00Z", "9999-12-31T00:00:00Z",
  ])
  func `times are those of the calendar`(text: String) throws {
    let time = try #require(Date(rfc3339: text))
    #expect(time == (try Date(text, strategy: .iso8601)))
    let fraction = try #require(Date(rfc3339: text.dropLast() + ".25Z"))
    #expect(fraction == time + 0.25)
  }

  @Test(
    arguments: [
      (Period.oneDay, ["2026-11-01", "2026-11-04", "2026-11-02"], ["2026-11-03"]),
      // Weeks begin on the day of the file.
      (.oneWeek, ["2026-11-05", "2026-11-26"], ["2026-11-12", "2026-11-19"]),
      (.oneMonth, ["2026-11-01", "2026-07-01"], ["2026-08-01", "2026-09-01", "2026-10-01"]),
      (.oneDay, ["2026-11-01"], []), (.oneDay, [], []),
      // Polled prices count for the period in which they are.
      (.oneDay, ["2026-11-01T08:00:05Z", "2026-11-03T09:00:00Z"], ["2026-11-02"]),
    ] as [(Period, [String], [String])])
  func `holes are the periods without a time, between the oldest and the newest`(
    period: Period, times: [String], holes: [String]
  ) throws {
    let rows = times.map { "BTC-USD,\($0.count == 10 ? $0 + "T00:00:00Z" : $0)\n" }
    let file = try Self.read("symbol,time\n" + rows.joined())
    let pair = Pair(symbol: "BTC-USD")
    #expect(
      file.holes(of: pair, on: "kraken", period).map {
        String($0.formatted(.iso8601).prefix(10))
      } == holes)
  }
}
