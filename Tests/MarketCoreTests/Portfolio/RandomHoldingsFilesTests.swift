import Foundation
import MarketCore
import RandomInputs
import Testing

/// Random files of holdings: no file crashes the reader, and each line is a trade or an error.
struct RandomHoldingsFilesTests {
  private static let seeds = Array(1...UInt64(rounds(4)))

  @Test(arguments: seeds)
  func `random bytes are read or refused`(seed: UInt64) {
    var random = Seeded(state: seed)
    let alphabet: [UInt8] =
      Array("symbol,quantity\n\r\"#;,.-05e BTCUSD\u{FEFF}é\t".utf8) + [0, 0xFF, 0xC3]
    for _ in 0..<200 {
      let bytes: [UInt8] = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let heading = Bool.random(using: &random) ? Array("symbol,quantity\n".utf8) : []
      let file = HoldingsFile(heading + bytes, defaultExchange: "kraken", exchanges: Exchanges.all)
      #expect(file.lines.count == Set(file.trades.map(\.holding.listing)).count)
      #expect(file.errors.map(\.line) == file.errors.map(\.line).sorted())
    }
  }

  /// A line, and what it is: a quantity of a symbol in thousandths, or wrong.
  private static func line(
    using random: inout Seeded
  ) -> (text: String, trade: (symbol: String, thousandths: Int)?, isData: Bool) {
    let symbol = ["BTC-USD", "ETH-USD", "EUR", "XLM-BTC"].randomElement(using: &random) ?? ""
    let thousandths = Int.random(in: -5000...5000, using: &random)
    let sign = thousandths < 0 ? "-" : ""
    let digits = String(format: "%04d", abs(thousandths))
    let number = "\(sign)\(digits.dropLast(3)).\(digits.suffix(3))"
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return ("# \(symbol),\(number)", nil, false)
    case 1: return ("", nil, false)
    case 2: return ("\(symbol),\(number)x,,", nil, true)
    case 3: return ("\(symbol),,,", nil, true)
    case 4: return ("\(symbol),\(number),1,2,3,4,5", nil, true)
    case 5:
      return (
        "\"\(symbol)\", \"\(number)\" ,,\"a \"\"note\"\", really\"", (symbol, thousandths), true
      )
    case 6: return ("\(symbol.lowercased()),\(number)", (symbol, thousandths), true)
    default: return ("\(symbol),\(number),,x", (symbol, thousandths), true)
    }
  }

  @Test(arguments: seeds)
  func `each line is a trade or an error`(seed: UInt64) {
    var random = Seeded(state: seed)
    let lines = (0..<60).map { _ in Self.line(using: &random) }
    let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    let text = (["symbol,quantity,unit_cost,note"] + lines.map(\.text)).joined(separator: end)
    let file = HoldingsFileTests.read(text)
    let wrong = lines.indices.filter { lines[$0].isData && lines[$0].trade == nil }
    #expect(file.errors.map(\.line) == wrong.map { $0 + 2 })
    let trades = lines.compactMap(\.trade)
    #expect(file.trades.map(\.holding.pair.symbol) == trades.map(\.symbol))
    #expect(file.trades.map { $0.quantity * 1000 } == trades.map { Decimal($0.thousandths) })
  }
}
