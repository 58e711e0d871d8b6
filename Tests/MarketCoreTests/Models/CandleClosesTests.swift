import Foundation
import Testing

@testable import MarketCore

/// The closes of the last periods, which are a trend.
struct CandleClosesTests {
  private static let now = Date(timeIntervalSince1970: 1_795_258_800 + 1_500)

  /// The closes of four hours, of candles of these ages in hours.
  private static func closes(
    _ candles: [(age: Int, close: Decimal?)], after delay: Double = 0
  ) -> [Decimal?] {
    let candles = candles.map { age, close in
      let time = Period.oneHour.start(-age, after: now - 1_500 + delay)
      return Candle(time: time, open: 1, high: 1, low: 1, close: close, volume: 1)
    }
    return candles.closes(of: 4, .oneHour, upTo: now)
  }

  @Test func `there is one for each period, the running one last, whatever the order`() {
    #expect(Self.closes([(3, 10), (2, 11), (1, 12), (0, 13)]) == [10, 11, 12, 13])
    #expect(Self.closes([(0, 13), (2, 11), (1, 12), (3, 10)]) == [10, 11, 12, 13])
    #expect(Self.closes([(3, 10), (2, 11), (1, 12), (0, 13)], after: 59) == [10, 11, 12, 13])
  }

  @Test func `a period without a candle or a close has the one before, the first ones none`() {
    #expect(Self.closes([(3, 10), (1, 12)]) == [10, 10, 12, 12])
    #expect(Self.closes([(2, 11), (1, nil)]) == [nil, 11, 11, 11])
    #expect(Self.closes([]) == [nil, nil, nil, nil])
  }

  @Test func `older candles are not among them`() {
    #expect(Self.closes([(500, 1), (4, 9), (3, 10), (0, 13)]) == [10, 10, 10, 13])
    #expect(Self.closes([(500, 1)]) == [nil, nil, nil, nil])
  }

  @Test func `the clock of the exchange may be ahead`() {
    #expect(Self.closes([(2, 11), (1, 12), (0, 13), (-1, 14)]) == [11, 12, 13, 14])
  }
}
