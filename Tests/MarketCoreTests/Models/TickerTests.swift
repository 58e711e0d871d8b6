import Foundation
@testable import MarketCore
import Testing

/// The computed values of a ticker: change, percent and notional.
struct TickerTests {
  @Test(arguments: [
    ("200", "250", "50", "25"), ("200", "150", "-50", "-25"), ("200", "200", "0", "0"),
    ("0.000005", "0.0000051", "0.0000001", "2"),
    ("3", "2", "-1", "-33.333333333333333333333333333333333333"),
  ])
  func `change is last minus open, and percent is its part of open`(
    open: String, last: String, change: String, percent: String
  ) {
    let ticker = ticker(open: open, last: last)
    #expect(ticker.change?.plain == change)
    #expect(ticker.percent?.plain == percent)
  }

  @Test(
    arguments: [
      ("0", "0.00000551"), ("200", "0"), ("0", "0"), (nil, "200"), ("200", nil), (nil, nil),
      ("0", nil), (nil, "0"),
    ] as [(String?, String?)])
  func `change and percent are unknown where a price is, or is 0`(open: String?, last: String?) {
    let ticker = ticker(open: open, last: last)
    #expect(ticker.change == nil)
    #expect(ticker.percent == nil)
  }

  @Test func `what leaves a decimal's range is unknown`() {
    let huge = String(repeating: "9", count: 38) + "e127"
    #expect(ticker(open: "-\(huge)", last: huge).change?.isFinite != false)
    #expect(ticker(open: "-\(huge)", last: huge).percent == nil)
    #expect(ticker(open: "1e-100", last: "1e100").change != nil)
    #expect(ticker(open: "1e-100", last: "1e100").percent == nil)
    #expect(ticker(volume: "1e100", last: "1e100").notional == nil)
    #expect(ticker(volume: "-1e100", last: "1e100").notional == nil)
  }

  @Test(
    arguments: [
      ("2.5", "4", "10"), ("0", "4", "0"), ("2.5", "0", "0"),
      ("0.5", "0.00000551", "0.000002755"), (nil, "4", nil), ("2.5", nil, nil),
    ] as [(String?, String?, String?)])
  func `notional is volume times last, where both are known`(
    volume: String?, last: String?, notional: String?
  ) {
    #expect(ticker(volume: volume, last: last).notional?.plain == notional)
  }

  private func ticker(open: String? = nil, volume: String? = nil, last: String?) -> Ticker {
    Ticker(
      pair: Pair(symbol: "BTC-USD"), open: open.flatMap { Decimal(exact: $0) },
      volume: volume.flatMap { Decimal(exact: $0) }, last: last.flatMap { Decimal(exact: $0) })
  }

  @Test func `notional below the smallest decimal is unknown`() {
    let tiny = Decimal(exact: "1e-100")
    #expect(Ticker(pair: Pair(symbol: "A-B"), open: nil, volume: tiny, last: tiny).notional == nil)
  }
}
