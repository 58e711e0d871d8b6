import Foundation
import MarketCore
@testable import Reports
import Terminal
import TestTools
import Testing

/// The chart of candles.
struct CandleChartTests {
  /// The part of a line that is right of the axis.
  private static func plot(_ line: String) -> Substring { line.dropFirst(8) }

  @Test func `rise and fall differ without colour, and a missing period is a gap`() {
    let expected = """
      PRICE  BTC-USD · 1d
        116 ▲                    │
        114 →                  ┌─┴─┐
            │  │               │   │
        110 ┤┌─┴─┐             │   │
            ││   │ █████       │   │
            ││   │ █████       └─┬─┘
            ││   │ █████         ╵
            ││   │ █████
        100 ┤└───┘ █████
         98 ▼        │
            └────────┬───────────┬───
                   11-17       11-19
      """
    let lines = CandleChart.lines(
      [(100, 112, 100, 110), (108, 108, 98, 100), nil, (105, 116, 104, 114)], columns: 40,
      rows: 14)
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func `there are two spaces between times`() throws {
    // Two columns a candle, and so eight a day; the first label cannot stand around its column.
    let lines = CandleChart.lines(CandleChart.wave(32), .sixHours)
    let labels = try #require(lines.last).split(separator: " ").joined(separator: " ")
    #expect(labels == "11-12 11-14 11-15 11-16 11-17 11-18 11-19")
  }

  @Test func `months are as far apart as their labels are wide`() throws {
    let axis = TimeAxis(.oneWeek, width: 2, in: .gmt)
    func label(_ day: String, _ previous: String) throws -> String? {
      try axis.label(
        at: Date("\(day)T00:00:00Z", strategy: .iso8601),
        after: Date("\(previous)T00:00:00Z", strategy: .iso8601))
    }
    #expect(try label("2026-02-02", "2026-01-26") == nil)
    #expect(try label("2026-04-06", "2026-03-30") == "2026-04")
  }

  @Test(arguments: [40, 80, 200], [10, 24, 50])
  func `the top is the highest high that is shown, the bottom the lowest low`(
    columns: Int, rows: Int
  ) throws {
    for count in [3, 30, 500] {
      let lines = CandleChart.lines(CandleChart.wave(count), columns: columns, rows: rows)
      #expect(lines.count == rows - 1)
      #expect(lines.allSatisfy { $0.count <= columns && $0.last != " " })
      let edge = try #require(lines.lastIndex { $0.contains(" └") })
      try #require(edge > 1)
      #expect(lines[1].hasPrefix("123.45 ▲") && lines[1].contains { "│╷".contains($0) })
      #expect(lines[edge - 1].hasPrefix(" 87.65 ▼"))
      #expect(Self.plot(lines[1]).contains { "│╷".contains($0) })
      #expect(Self.plot(lines[edge - 1]).contains { "│╵".contains($0) })
      #expect(lines[0] == " PRICE  BTC-USD · 1d")
    }
  }

  @Test func `candles that do not fit are counted, and do not stretch the picture`() throws {
    var candles = CandleChart.wave(100)
    candles[0] = (500, 900, 1, 500)
    let lines = CandleChart.lines(candles, columns: 40)
    #expect(lines.last == "last 32 of 100 candles")
    try #require(lines.count > 1)
    #expect(lines[1].hasPrefix("123.45 ▲"))
    let all = CandleChart.lines(Array(candles.suffix(32)), columns: 40)
    #expect(!all.contains { $0.contains("candles") })
  }

  @Test func `candles that do not fit are not counted unless they are a range that was chosen`() {
    for columns in [20, 40] {
      let lines = CandleChart.lines(CandleChart.wave(100), columns: columns, hasRange: false)
      #expect(!lines.contains { $0.contains("candles") })
      #expect(columns == 20 || lines.count == 23)
    }
  }

  @Test(arguments: [39, 40, 80, 120, 200, 300], [9, 10, 50])
  func `as many candles as the capacity fill the columns`(columns: Int, rows: Int) {
    let candles = [Prices?](repeating: (100, 112, 100, 110), count: 2 * columns)
    let capacity = CandleChart.capacity(of: TerminalSize(columns: columns, rows: rows))
    func lines(_ count: Int) -> [String] {
      CandleChart.lines(candles.suffix(count), columns: columns, rows: rows, hasRange: false)
    }
    #expect(lines(capacity) == lines(2 * columns))
    #expect(lines(capacity).map(\.count).max() == columns)
    #expect(lines(capacity) != lines(capacity - 1))
  }

  @Test(arguments: [
    (Prices(110, 120, 100, 119), ["120 ▲", "119 →", "100 ▼"]),
    (Prices(110, 120, 100, 101), ["120 ▲", "101 →", "100 ▼"]),
    (Prices(110, 120, 100, 120), ["120▲→", "100 ▼"]),
    (Prices(110, 120, 100, 100), ["120 ▲", "100▼→"]),
    (Prices(110, 110, 110, 110), ["110 →"]),
  ])
  func `the last price is marked beside the highest and the lowest one, or as one of them`(
    prices: Prices, marks: [String]
  ) {
    for rows in 10...20 {
      let lines = CandleChart.lines([prices], rows: rows)
      #expect(
        lines.filter { $0.contains { "▲→▼".contains($0) } }.map { $0.prefix(7) }
          == marks.map { "  \($0)" })
      let ascii = CandleChart.lines([prices], rows: rows, charset: "C")
      #expect(ascii.count { $0.prefix(7).contains { "^>v".contains($0) } } == marks.count)
    }
  }

  @Test func `a period without a trade is a gap`() {
    var candles = CandleChart.wave(20)
    candles[7] = (50, 50, 50, 50)
    let volumes = (0..<20).map { $0 == 7 ? 0 : Decimal(1) }
    let lines = CandleChart.lines(candles, volumes: volumes)
    candles[7] = nil
    #expect(lines == CandleChart.lines(candles, volumes: volumes))
    // Whose prices moved has had trades.
    candles[7] = (50, 51, 50, 50)
    #expect(lines != CandleChart.lines(candles, volumes: volumes))
  }

  @Test func `candles that do not fit beside wide prices have room for still wider ones`() {
    for last in 20...33 {
      var candles = [Prices?](repeating: (100, 123.456_78, 100, 100), count: 50)
      candles[50 - last] = (100, 12_345, 100, 100)
      let lines = CandleChart.lines(candles, columns: 40)
      #expect(lines.allSatisfy { $0.count <= 40 })
    }
  }

  @Test func `a long symbol is shortened`() {
    let symbol = String(repeating: "BTC", count: 20) + "-USD"
    let lines = CandleChart.lines(CandleChart.wave(9), columns: 40, symbol: symbol)
    #expect(lines.first == " PRICE  BTCBTCBTCBTCBTCBTCBTCBTCBTCBTCB…")
  }

  private static let strange: [[Prices?]] = {
    let (huge, tiny) = (Decimal.greatestFiniteMagnitude, Decimal.leastNonzeroMagnitude)
    let numbers = [huge, tiny, -huge, 0, 1e20, 1e-20, 12_345.678_901_23]
    return numbers.map { [($0, $0, $0, $0)] }
      + zip(numbers, numbers.dropFirst()).map { [($0, max($0, $1), min($0, $1), $1)] }
      // The highest price below the lowest one.
      + [
        [(100, 90, 110, 100)], [(huge, .nan, 1, 1)], [(100, 110, 90, 100), nil, nil, (1, 2, 1, 2)],
      ]
      + [
        CandleChart.wave(2), CandleChart.wave(500),
        CandleChart.wave(300) + [nil] + [(1e-9, 1e-8, 0, 1e-9)],
      ]
  }()

  @Test(arguments: ["C.UTF-8", "C"], Array(strange.indices))
  func `a chart of any candles is as large as the terminal`(charset: String, index: Int) {
    let candles = Self.strange[index]
    let some: [Decimal?] = [nil, 0, 1, 1e-30, 1e30, .greatestFiniteMagnitude]
    let volumes = candles.indices.map { some[$0 % some.count] }
    for (columns, rows) in [
      (1, 3), (20, 60), (39, 24), (40, 9), (40, 10), (40, 11), (41, 10), (57, 15), (80, 16),
      (80, 17), (120, 40),
    ] {
      let lines = CandleChart.lines(
        candles, volumes: volumes, columns: columns, rows: rows, charset: charset)
      #expect(!lines.isEmpty)
      #expect(lines.allSatisfy { $0.displayWidth <= columns })
      #expect(lines.count == rows - 1 || lines.first?.contains("PRICE") == false)
    }
  }

  @Test func `unknown prices leave a gap as missing periods do`() throws {
    let candles = CandleChart.wave(20)
    var (missing, unknown) = (candles, candles)
    missing[7] = nil
    unknown[7]?.close = nil
    let lines = CandleChart.lines(missing)
    #expect(lines == CandleChart.lines(unknown))
    #expect(lines != CandleChart.lines(candles))
    try #require(lines.count > 20)
    // A candle takes three columns.
    let gap = lines[1...20].map { Self.plot($0).dropFirst(7 * 3).prefix(3) }
    #expect(gap.allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(CandleChart.lines([(nil, nil, nil, nil)]) == ["no prices in this range"])
    #expect(CandleChart.lines([]) == [])
  }

  @Test func `a condition leaves gaps, in any order of the rows`() throws {
    var query = ListQuery<CandleRow>(sort: RowOrder(CandleRow.Columns.high, descending: true))
    let candles = CandleChart.wave(20)
    #expect(CandleChart.lines(candles, query: query) == CandleChart.lines(candles))
    query.conditions = [try Condition("high > 200 or low < 100 or close > open")]
    #expect(CandleChart.lines(candles, query: query) != CandleChart.lines(candles))
  }

  @Test func `a terminal that is narrow or low has a line of closes`() {
    let candles = CandleChart.wave(30)
    for (columns, rows) in [(39, 24), (80, 9), (20, 5)] {
      let lines = CandleChart.lines(candles, columns: columns, rows: rows)
      #expect(lines.first?.allSatisfy { "▁▂▃▄▅▆▇█".contains($0) } == true)
      #expect(lines.first?.count == min(columns, 30))
      let text = lines.dropFirst().joined(separator: " · ")
      #expect(text.hasPrefix("low $87.65 · high $123.45 · last $100.00"))
      #expect(text.contains("last 20 of 30") == (columns == 20))
    }
  }

  @Test func `ASCII has other characters, and the same difference`() {
    for size in [(80, 24), (30, 24)] {
      let lines = CandleChart.lines(
        CandleChart.wave(30), columns: size.0, rows: size.1, charset: "C")
      #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
      #expect(!lines.contains { $0.contains("?") })
    }
    let rising = CandleChart.lines([(1, 2, 1, 2)], charset: "C").joined()
    let falling = CandleChart.lines([(2, 2, 1, 1)], charset: "C").joined()
    #expect(rising.contains(".....") && !rising.contains("#"))
    #expect(falling.contains("#####") && !falling.contains("....."))
  }

  @Test func `a narrow candle tells rise from fall, too, and a body of one line is a flat box`() {
    let narrow = CandleChart.lines(
      Array(repeating: (100, 110, 98, 108), count: 30) + [(108, 109, 99, 100)], columns: 40,
      rows: 12)
    #expect(narrow.contains { $0.contains("║║║║║") })
    #expect(narrow.contains { $0.hasSuffix("║█") })
    let flat = CandleChart.lines(
      [(90, 110, 90, 110), (100, 106, 94, 101), (100, 106, 100, 101), (100, 101, 94, 101)],
      rows: 12)
    let top = CandleChart.lines([(90, 110, 90, 95), (110, 110, 100, 110)], rows: 12)
    #expect(top[1].hasSuffix("──┬──"))
    for box in ["[ │ ]", "[ ╵ ]", "[ ╷ ]"] { #expect(flat.contains { $0.contains(box) }) }
  }

  @Test func `a body of any size tells rise from fall`() {
    for rows in 10...20 {
      for close in stride(from: 100.01, through: 110, by: 0.71) {
        let (close, frame) = (Decimal(close), Prices(90, 110, 90, 90))
        let rising = CandleChart.lines([frame, (100, close, 100, close)], rows: rows)
        let falling = CandleChart.lines([frame, (close, close, 100, 100)], rows: rows)
        #expect(rising.contains { line in line.contains { "┌[║".contains($0) } })
        #expect(!falling.contains { line in line.contains { "┌[║".contains($0) } })
        #expect(falling.contains { $0.contains("█") } && !rising.contains { $0.contains("█") })
      }
    }
  }

  @Test func `times are round in the time zone`() throws {
    let newYork = try #require(TimeZone(secondsFromGMT: -5 * 3_600))
    for (period, zone, labels) in [
      (Period.oneDay, TimeZone.gmt, ["10-26", "11-02", "11-09", "11-16"]),
      (.oneHour, .gmt, ["18:00", "11-19", "06:00", "12:00", "18:00"]),
      (.oneHour, newYork, ["18:00", "11-19", "06:00", "12:00", "18:00"]),
      (.oneMonth, .gmt, ["2024-07", "2025-01", "2025-07", "2026-01", "2026-07"]),
    ] {
      let lines = CandleChart.lines(CandleChart.wave(30), period, timeZone: zone)
      #expect(lines.last?.split(separator: " ").map(String.init) == labels)
      #expect(lines.dropLast().last?.count { $0 == "┬" } == labels.count)
    }
  }

  @Test func `5,000 candles fit, only the last ones`() {
    var list = ListViewModel<CandleRow>(ListQuery(sort: RowOrder(CandleRow.Columns.time)))
    list.apply(.answered(rows: CandleChart.wave(5_000), .oneMinute))
    let chart = CandleChart(looks: TextLooks(), hasHeader: true, timeZone: .gmt)
    let lines = chart.lines(of: list, fitting: TerminalSize(columns: 200, rows: 50))
    #expect((45...50).contains(lines.count))
    #expect(lines.allSatisfy { $0.displayWidth <= 200 })
  }
}
