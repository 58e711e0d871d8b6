import MarketCore
import Testing

/// The errors for invalid lines in earlier output of `history` and `price`.
struct PriceFileErrorTests {
  private static func error(
    _ bytes: [UInt8], columns: [String] = PriceFileTests.columns, pair: Pair? = nil
  ) -> PriceFileError? {
    do throws(PriceFileError) {
      _ = try PriceFile(bytes, columns: columns, pair: pair)
      return nil
    } catch {
      return error
    }
  }

  private static func expect(
    _ text: String, _ line: Int, _ reason: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let error = error(Array(text.utf8))
    #expect(error?.line == line, "\(text)", sourceLocation: location)
    #expect(error?.reason == reason, "\(text)", sourceLocation: location)
  }

  @Test(arguments: [
    ("a,BTC-USD,2026-11-20T00:00:00Z,1,true,\n", 1, "6 fields, but 5 columns"),
    ("symbol,time\nA,2026-11-20T00:00:00Z\n\nA\n", 4, "1 field, but 2 columns"),
    ("symbol,time\nA,2026-11-20T00:00:00Z\ntime,symbol\n", 3, "invalid time 'symbol'"),
    ("symbol,time\nA,2026-13-01\n", 2, "invalid time '2026-13-01'"),
    ("symbol,time\nA,\n", 2, "invalid time ''"),
    ("symbol,time\n,2026-11-20T00:00:00Z\n", 2, "missing symbol"),
    ("\nexchange,time\n", 2, "missing column symbol"),
    ("symbol,time,complete\nA,2026-11-20T00:00:00Z,no\n", 2, "invalid complete 'no'"),
    ("symbol,time,complete\nA,2026-11-31,false\n", 2, "invalid time '2026-11-31'"),
    ("symbol,time\n\"A,2026-11-20T00:00:00Z\n", 2, "unclosed quote"),
    ("symbol,time\n\"A\"B,2026-11-20T00:00:00Z\n", 2, textAfterQuote),
    ("symbol,time\nA\"B\",2026-11-20T00:00:00Z\n", 2, "quote inside an unquoted field"),
    ("symbol,time\n\"A\"B\"\",2026-11-20T00:00:00Z\n", 2, textAfterQuote),
    ("symbol,time\nA\rB,2026-11-20T00:00:00Z\n", 2, "carriage return inside a line"),
    ("# prices\nsymbol,time\n", 1, "1 field, but 5 columns"),
    ("27412.35\n", 1, "1 field, but 5 columns"),
    ("BTC-USD\t27412.35\n", 1, "2 fields, but 5 columns"),
    ("| symbol | time |\n| --- | --- |\n", 1, "1 field, but 5 columns"),
    ("symbol\ttime\n\\x\t2026-11-20T00:00:00Z\n", 2, "invalid escape in '\\x'"),
    ("symbol\ttime\nA\\\t2026-11-20T00:00:00Z\n", 2, "invalid escape in 'A\\'"),
  ])
  func `a table has its fields, times and symbols`(text: String, line: Int, reason: String) {
    Self.expect(text, line, reason)
  }

  @Test func `a table without a heading has the columns of a time and a symbol`() {
    let row = Array("2026-11-20T00:00:00Z,1\n".utf8)
    #expect(Self.error(row, columns: ["close", "x"])?.reason == "missing column time")
    #expect(Self.error(row, columns: ["time", "close"])?.reason == "missing column symbol")
    #expect(Self.error(row, columns: ["time", "close"], pair: Pair(symbol: "A")) == nil)
  }

  @Test func `an empty symbol is not that of the pair`() {
    let texts = [
      "symbol,time\n,2026-11-20T00:00:00Z\n",
      "\n{\"symbol\":null,\"time\":\"2026-11-20T00:00:00Z\"}\n",
    ]
    for text in texts {
      let error = Self.error(Array(text.utf8), pair: Pair(symbol: "A"))
      #expect(error?.line == 2 && error?.reason == "missing symbol")
    }
  }

  private static let object = #"{"symbol":"A","time":"2026-11-20T00:00:00Z"}"#

  @Test(arguments: [
    ("{", "invalid JSON object"), ("{}{}", "invalid JSON object"), ("[]", "invalid JSON object"),
    (object + ",", "invalid JSON object"), ("{}", "missing symbol"),
    (#"{"symbol":"","time":"2026-11-20T00:00:00Z"}"#, "missing symbol"),
    (#"{"symbol":null,"time":"2026-11-20T00:00:00Z"}"#, "missing symbol"),
    (#"{"symbol":1,"time":"2026-11-20T00:00:00Z"}"#, "invalid symbol"),
    (#"{"symbol":"A"}"#, "missing time"),
    (#"{"symbol":"A","time":null,"as_of":"2026-11-20T00:00:00Z"}"#, "missing time"),
    (#"{"symbol":"A","time":1}"#, "invalid time"),
    (#"{"symbol":"A","time":"2026-11-20"}"#, "invalid time '2026-11-20'"),
    (#"{"symbol":"A","time":"2026-11-20T00:00:00Z","exchange":1}"#, "invalid exchange"),
    (#"{"symbol":"A","time":"2026-11-20T00:00:00Z","complete":"no"}"#, "invalid complete"),
    (#"{"as_of":"2026-11-20T00:00:00Z","history":[\#(object)]}"#, "missing symbol"),
    ("symbol,time", "invalid JSON object"),
  ])
  func `ndjson has objects with a symbol and a time`(line: String, reason: String) {
    Self.expect("\(Self.object)\n\n\(line)\n\(Self.object)\n", 3, reason)
  }

  private static let textAfterQuote =
    "text after closing quote; write \"\" for a quote inside a field"
  private static let ledgerForm = "expected P DATE TIME NAME PRICE CURRENCY"

  @Test(arguments: [
    ("P 2026-11-20 14:00:00 BTC 27412.35", "invalid price 'BTC'"), ("P", ledgerForm),
    ("P 2026-11-20 BTC 27412.35", ledgerForm), ("P 2026-11-20 1 2 BTC 1 USD", ledgerForm),
    ("2026-11-20 price BTC 27412.35 USD", ledgerForm), (" P 2026-11-20 BTC 1 USD", ledgerForm),
    ("P 2026-11-20 25:00:00 BTC 1 USD", "invalid time '2026-11-20 25:00:00'"),
    ("P 2026/11/20 BTC 1 USD", "invalid time '2026/11/20'"),
    ("P 2026-11-20 BTC x USD", "invalid price 'x'"),
    ("P 2026-11-20 BTC - USD", "invalid price '-'"),
    ("P 2026-11-20 \"\" 1 USD", "missing name"), ("P 2026-11-20 BTC 1 \"US", "unclosed quote"),
    ("P 2026-11-20 \"B\"C 1 USD", "text after closing quote"), ("exchange,symbol", ledgerForm),
  ])
  func `ledger has price directives only`(line: String, reason: String) {
    Self.expect("; a\n\nP 2026-11-20 BTC 1 USD\n\(line)\n", 4, reason)
  }

  private static let beancountForm = "expected DATE price NAME PRICE CURRENCY"

  @Test(arguments: [
    ("2026-11-20 price BTC 27412.35", beancountForm), ("2026-11-20 open A B C", beancountForm),
    ("2026-11-20 price BTC 1 USD x", beancountForm), ("# x", beancountForm),
    (" 2026-11-20 price BTC 1 USD", beancountForm), ("* x", beancountForm),
    ("2026-02-29 price BTC 1 USD", "invalid time '2026-02-29'"),
    ("2026-11-20 price BTC x USD", "invalid price 'x'"),
  ])
  func `beancount has price directives only`(line: String, reason: String) {
    Self.expect("; a\n\n2026-11-20 price BTC 1 USD\n\(line)\n", 4, reason)
  }

  @Test(arguments: [
    "2026-11-31", "2026-11-2", "20.11.2026", "2026-11-20T14:00Z", "2026-11-20T14:00:00",
    "2026-11-20T14:00:00+01:00",
    "2026-02-30T14:00:00Z", "2026-00-10T14:00:00Z", "2026-11-00T14:00:00Z", "2026-11-20T24:00:00Z",
    "2026-11-20T14:60:00Z", "2026-11-20T14:00:60Z", "2026-11-20T14:00:00.Z",
    "2026-11-20T14:00:00.5.5Z", "2026-11-20T14:00:00.1e3Z", "2026-11-20T14:00:00ZZ",
    "12026-11-20T14:00:00Z", "2026-11-20 14:00:00Z", " 2026-11-20T14:00:00Z", "Z", ".Z",
  ])
  func `other forms of a time are invalid`(time: String) {
    Self.expect("symbol,time\nA,\(time)\n", 2, "invalid time '\(time)'")
  }

  @Test(arguments: [
    "symbol,time\nA,2026-11-20T00:00:00Z", "symbol,time\nA,2026-11-20T00:00:00Z\r",
    "symbol\ttime\nA", "\(object)\n\(object)", "P 2026-11-20 A 1 B\nP 2026-11-20 A 1 B",
    "2026-11-20 price A 1 B\n2026-11-20 price A 1 BT", "; a\n;", "\n ", "\r\n\r",
  ])
  func `the last line ends in a newline`(text: String) {
    Self.expect(text, 2, "incomplete last line")
  }

  @Test(arguments: [
    "symbol,time\n", "symbol\ttime\n", "\(object)\n", "P 2026-11-20 A 1 B\n",
  ])
  func `text is UTF-8`(start: String) {
    let error = Self.error(Array("\(start)\n\u{E9}\n".utf8).filter { $0 != 0xC3 })
    #expect(error?.line == 3 && error?.reason == "invalid UTF-8")
  }
}
