import MarketCore
import RandomInputs
import Testing

/// Files of earlier output that end at a random byte, and files of random bytes.
struct RandomPriceFilesTests {
  private enum Kind: CaseIterable { case csv, headless, tsv, ndjson, ledger, beancount }

  /// A line, and what it has: the day of a pair on an exchange, if that is complete.
  private static func line(
    _ kind: Kind, using random: inout Seeded
  ) -> (text: String, exchange: String?, symbol: String, day: Int, isComplete: Bool) {
    let day = Int.random(in: 10...28, using: &random)
    let symbol = ["BTC-USD", "ETH-USD", "É-EUR"].randomElement(using: &random) ?? ""
    let exchange = ["kraken", "bitstamp", nil].randomElement(using: &random) ?? nil
    let isComplete = Int.random(in: 0..<4, using: &random) > 0
    let time = "2026-11-\(day)T00:00:00Z"
    let codes = symbol.split(separator: "-")
    switch kind {
    case .csv, .headless, .tsv:
      let name = kind == .tsv ? "a\\tb" : "\"a, \"\"b\""
      let fields = [exchange ?? "", symbol, name, time, "\(isComplete)"]
      let text = fields.joined(separator: kind == .tsv ? "\t" : ",")
      return (text, exchange, symbol, day, isComplete)
    case .ndjson:
      let name = exchange.map { "\"\($0)\"" } ?? "null"
      let text = #"{"exchange":\#(name),"symbol":"\#(symbol)","time":"\#(time)","#
      return (text + "\"complete\":\(isComplete)}", exchange, symbol, day, isComplete)
    case .ledger:
      return ("P 2026-11-\(day) \"\(codes[0])\" 1.5 \(codes[1])", nil, symbol, day, true)
    case .beancount:
      return ("2026-11-\(day) price \(codes[0]) 1.5 \(codes[1])", nil, symbol, day, true)
    }
  }

  @Test(arguments: 1...UInt64(rounds(5)))
  func `a cut file is an error, or has the times of the lines that are left`(
    seed: UInt64
  ) throws {
    var random = Seeded(state: seed)
    let kind = Kind.allCases[Int(seed) % Kind.allCases.count]
    let columns = ["exchange", "symbol", "name", "time", "complete"]
    let end = Bool.random(using: &random) ? "\n" : "\r\n"
    let lines = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Self.line(kind, using: &random)
    }
    let heading: [String]
    switch kind {
    case .csv: heading = [columns.joined(separator: ",")]
    case .tsv: heading = [columns.joined(separator: "\t")]
    default: heading = []
    }
    let bytes = Array((heading + lines.map(\.text)).map { $0 + end }.joined().utf8)
    for count in 0...bytes.count {
      let cut = Array(bytes[..<count])
      let newlines = cut.count { $0 == UInt8(ascii: "\n") }
      guard cut.isEmpty || cut.last == UInt8(ascii: "\n") else {
        let error = #expect(throws: PriceFileError.self) {
          try PriceFile(cut, columns: columns, pair: nil)
        }
        #expect(error?.line == newlines + 1)
        continue
      }
      let file = try PriceFile(cut, columns: columns, pair: nil)
      #expect(file.isEmpty == cut.isEmpty)
      let left = lines.prefix(max(newlines - heading.count, 0)).filter(\.isComplete)
      for symbol in ["BTC-USD", "ETH-USD", "É-EUR"] {
        for exchange in ["kraken", "bitstamp"] {
          let days = left.filter { $0.symbol == symbol && [exchange, nil].contains($0.exchange) }
          #expect(
            PriceFileTests.newest(file, symbol, on: ExchangeID(rawValue: exchange))
              == days.map(\.day).max().map { "\($0) 00:00:00" })
        }
      }
    }
  }

  @Test(arguments: UInt64(1)...10)
  func `random bytes are read or refused`(seed: UInt64) {
    var random = Seeded(state: seed)
    let parts = [
      "symbol,time\n", "P ", "2026-11-20", " price ", "{\"symbol\":\"A\"", "\n", "\"", "\\", ",",
      "\t", "T00:00:00Z", "; a\n", "BTC 1 USD", "}", "\r", "\u{FEFF}",
    ]
    for _ in 0..<rounds(100) {
      let text = Array(random.words(of: parts, upTo: 12).utf8)
      let bytes =
        Bool.random(using: &random) ? text : random.mutation(of: text, parts: parts)
      do throws(PriceFileError) {
        let file = try PriceFile(bytes, columns: ["symbol", "time"], pair: nil)
        #expect(file.isEmpty || bytes.last == UInt8(ascii: "\n"))
      } catch {
        #expect(1...(bytes.count { $0 == UInt8(ascii: "\n") } + 1) ~= error.line)
        #expect(!error.reason.isEmpty)
      }
    }
  }
}
