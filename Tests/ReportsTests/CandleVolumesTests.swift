import Foundation
import MarketCore
import Reports
import Terminal
import TestTools
import Testing

/// The bars of volumes below a chart of candles.
struct CandleVolumesTests {
  private static let rising = Prices(100, 112, 100, 110)
  private static let falling = Prices(110, 112, 100, 102)
  private static let flat = Prices(102, 104, 101, 102)

  @Test func `volumes are below the prices, the largest is named, and a blank line is between`() {
    let expected = """
      PRICE  BTC-USD · 1d
        112 ▲  │     │
        110 ┤┌─┴─┐ █████
            ││   │ █████
            ││   │ █████
            ││   │ █████
            ││   │ █████
            ││   │ █████   │     │
        102 →│   │   │   ──┴── ──┴──
        100 ▼└───┘   │
       1.5k ┬ VOLUME
            │      █████
            │▄▄▄▄▄ █████       ▁▁▁▁▁
            └────────┬───────────┬───
                   11-17       11-19
      """
    let lines = CandleChart.lines(
      [Self.rising, Self.falling, Self.flat, Self.flat], volumes: [375.5, 1500.25, 0, 0.0001],
      columns: 40, rows: 16)
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test(arguments: 11...60)
  func `they take a quarter of the height, if that is at least 12`(height: Int) throws {
    let wave = CandleChart.wave(20)
    let lines = CandleChart.lines(
      wave, volumes: Array(repeating: 1, count: 20), rows: height + 4)
    let edge = try #require(lines.lastIndex { $0.contains(" └") })
    let top = lines.firstIndex { $0.contains("VOLUME") }
    #expect(top.map { edge - $0 } == (height < 12 ? nil : height / 4))
    #expect(lines.count == height + 3)
    #expect(lines[(top ?? edge) - 1].contains("▼"))
  }

  @Test func `without a known volume above 0 there are only prices`() {
    let wave = CandleChart.wave(20)
    for volume in [nil, 0, -1, Decimal.nan] {
      let lines = CandleChart.lines(wave, volumes: Array(repeating: volume, count: 20))
      #expect(lines == CandleChart.lines(wave))
    }
    #expect(!CandleChart.lines(wave).contains { $0.contains("VOLUME") })
  }

  @Test
  func `a bar beside an enormous one can still be seen, and one that does not fit is ignored`()
    throws
  {
    let candles = [Prices?](repeating: Self.rising, count: 100)
    var volumes = [Decimal?](repeating: 1, count: 100)
    (volumes[0], volumes[97], volumes[98]) = (1e20, 1e9, nil)
    let lines = CandleChart.lines(candles, volumes: volumes, columns: 40)
    #expect(lines.contains { $0.contains("   1B ┬ VOLUME") })
    #expect(lines.contains { $0.hasSuffix("▁▁▁█ ▁") })
  }

  @Test func `a bar has the colour of its candle, but fainter`() {
    let lines = CandleChart.lines(
      [Self.rising, Self.falling, Self.flat], volumes: [1, 1, 1], palette: .standard)
    for bar in ["\u{1B}[2;38;5;28m███", "\u{1B}[2;38;5;196m███", "\u{1B}[2m███"] {
      #expect(lines.count { $0.contains(bar) } == 4)
    }
  }

  @Test func `in ASCII a bar has halves`() {
    let lines = CandleChart.lines(
      [Self.falling, Self.rising], volumes: [2, 0.7], rows: 16, charset: "C")
    #expect(
      lines.suffix(5).map { $0.dropFirst(6) }.prefix(3) == ["+ VOLUME", "|#####", "|##### #####"])
  }
}
