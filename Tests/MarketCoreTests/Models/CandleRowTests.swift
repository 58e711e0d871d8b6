import Foundation
@testable import MarketCore
import Testing

/// The computed values of a candle: its change, and whether it is complete.
struct CandleRowTests {
  private static func row(
    open: Decimal? = 1, close: Decimal? = 2, asOf seconds: Double = 0
  ) -> CandleRow {
    CandleRow(
      exchange: "one", pair: Pair(symbol: "A-B"), period: .oneHour,
      candle: Candle(
        time: Date(timeIntervalSince1970: 0), open: open, high: nil, low: nil, close: close,
        volume: nil),
      asOf: Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [(3599.999, false), (3600, true), (3601, true)])
  func `a period is complete from its end on`(seconds: Double, isComplete: Bool) {
    #expect(Self.row(asOf: seconds).isComplete == isComplete)
  }

  @Test(arguments: [(nil, 2), (1, nil), (0, 2), (1, 0)] as [(Decimal?, Decimal?)])
  func `a change from or to an unknown price or 0 is unknown`(open: Decimal?, close: Decimal?) {
    let row = Self.row(open: open, close: close)
    #expect(row.change == nil && row.percent == nil && row.tone == .flat)
  }

  @Test func `the change is that from open to close`() {
    let row = Self.row(open: 4, close: 5)
    #expect((row.change, row.percent, row.tone) == (1, 25, .up))
  }
}
