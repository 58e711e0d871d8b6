import Foundation
import Testing

@testable import MarketCore

/// Names of indicators, and their values on short series that are computed by hand.
struct IndicatorTests {
  private static func rows(
    _ closes: [Decimal?], period: Period = .oneDay, from start: Double = 0,
    candle: (Date, Decimal) -> Candle = { Candle($0, $1) }
  ) -> [CandleRow] {
    closes.enumerated().compactMap { index, close in
      close.map { close in
        let time = Date(timeIntervalSince1970: start + Double(index) * period.seconds)
        return CandleRow(
          pair: Pair(symbol: "A-B"), period: period, candle: candle(time, close))
      }
    }
  }

  private static func values(
    _ name: String, _ rows: [CandleRow], keptSince oldest: Date = .distantPast
  ) throws -> [Decimal?] {
    let indicator = try #require(Indicator(name))
    return rows.adding([indicator], keptSince: oldest).map { $0.indicators[indicator] }
  }

  @Test(arguments: [
    "sma2", "sma500", "ema50", "rsi14", "atr14", "bb20_upper", "bb20_lower", "macd", "macd_signal",
    "vwap",
  ])
  func `a name is parsed and printed`(name: String) {
    #expect(Indicator(name)?.name == name)
    #expect(CandleRow.column(named: name)?.name == name)
  }

  @Test(arguments: [
    ("sma1", "sma2"), ("sma501", "sma500"), ("sma", "sma20"), ("sma020", "sma20"),
    ("smaa20", "sma20"), ("ma20", "sma20"), ("bb1", "bb2"), ("macd12", "macd"),
    ("vwap5", "vwap"), ("wvap", "vwap"), ("rsi99999999999999999999", "rsi500"),
  ])
  func `an invalid name has no columns, and a valid one is suggested`(name: String, near: String) {
    #expect(Indicator.group(named: name) == [])
    #expect(Indicator(name) == nil)
    #expect(Indicator.sentence(onUnknown: name).contains("; did you mean \(near)?"))
  }

  @Test func `a name of several columns stands for all of them`() {
    #expect(Indicator.group(named: "bb7").map(\.name) == ["bb7_upper", "bb7_lower"])
    #expect(Indicator.group(named: "macd").map(\.name) == ["macd", "macd_signal"])
    #expect(CandleRow.columns(named: "bb7").map(\.name) == ["bb7_upper", "bb7_lower"])
    #expect(CandleRow.columns(named: "macd").map(\.name) == ["macd"])
  }

  @Test func `averages begin with the candle of their number`() throws {
    let rows = Self.rows([1, 2, 6, 7, 2])
    #expect(try Self.values("sma3", rows) == [nil, nil, 3, 5, 5])
    #expect(try Self.values("ema3", rows) == [nil, nil, 3, 5, 3.5])
    #expect(try Self.values("sma6", rows) == [nil, nil, nil, nil, nil])
  }

  @Test func `bands are two deviations from the average`() throws {
    let rows = Self.rows([1, 3, 3, 3])
    #expect(try Self.values("bb2_upper", rows) == [nil, 4, 3, 3])
    #expect(try Self.values("bb2_lower", rows) == [nil, 0, 3, 3])
  }

  @Test func `the relative strength index begins after its number of changes`() throws {
    #expect(try Self.values("rsi2", Self.rows([1, 2, 3, 3])) == [nil, nil, 100, 100])
    #expect(try Self.values("rsi2", Self.rows([5, 5, 5])) == [nil, nil, 100])
    #expect(try Self.values("rsi2", Self.rows([3, 2, 1])) == [nil, nil, 0])
    // Averages of gains and losses: 1 and 0.5, then 0.5 and 1.25.
    let texts = try Self.values("rsi2", Self.rows([5, 7, 6, 4])).map { $0?.plain }
    #expect(texts == [nil, nil, "66.6666666667", "28.5714285714"])
  }

  @Test func `the first candle has no true range`() throws {
    let rows = Self.rows([10, 13, 12, 20]) { time, close in
      Candle(time: time, open: nil, high: close + 1, low: close - 1, close: close, volume: nil)
    }
    // The true ranges are 4, 2 and 9.
    #expect(try Self.values("atr2", rows) == [nil, nil, 3, 6])
  }

  @Test func `macd and its signal begin with candles 26 and 34`() throws {
    let rows = Self.rows((1...40).map { Decimal($0 * $0) })
    let (macd, signal) = (try Self.values("macd", rows), try Self.values("macd_signal", rows))
    #expect(macd.firstIndex { $0 != nil } == 25)
    #expect(signal.firstIndex { $0 != nil } == 33)
    let mean = macd[25...33].compactMap(\.self).sum.divided(by: 9)
    let difference = try #require(signal[33]) - (try #require(mean))
    #expect(abs(difference) < 0.000001)
    // Both averages of a line lag behind it by half of their length.
    let line = try Self.values("macd", Self.rows((1...40).map { Decimal($0) }))
    #expect(line.dropFirst(25).allSatisfy { $0 == 7 })
  }

  @Test func `constant prices have exact values`() throws {
    let price = try #require(Decimal(exact: "0.1234567"))
    let rows = Self.rows(Array(repeating: price, count: 60))
    for name in ["sma7", "ema7", "bb7_upper", "bb7_lower"] {
      #expect(try Self.values(name, rows).last == price)
    }
    #expect(try Self.values("macd", rows).last == 0)
    #expect(try Self.values("atr7", rows).last == 0)
  }

  @Test func `a period without a candle has the close before it, and no volume`() throws {
    #expect(try Self.values("sma3", Self.rows([1, nil, nil, 7])) == [nil, 3])
    let unknown = Self.rows([1, 0, 7]) { time, close in Candle(time, close == 0 ? nil : close) }
    #expect(try Self.values("sma3", unknown) == [nil, nil, 3])
    #expect(try Self.values("sma2", Self.rows([nil, 4, 6])) == [nil, 5])
  }

  @Test func `the volume average begins each UTC day, with its first trade`() throws {
    // The candles of 18:00, 00:00, 06:00, …
    let volumes: [Decimal] = [5, 0, 1, 3, 0]
    let rows = Self.rows([90, 10, 20, 40, 50], period: .sixHours, from: 18 * 3_600) { time, close in
      let index = Int((time.timeIntervalSince1970 - 18 * 3_600) / 21_600)
      return Candle(
        time: time, open: nil, high: close + 3, low: close - 3, close: close,
        volume: volumes[index])
    }
    #expect(try Self.values("vwap", rows) == [90, nil, 20, 35, 35])
    // The exchange no longer keeps the beginning of the first day.
    let kept = Date(timeIntervalSince1970: 3_600)
    #expect(try Self.values("vwap", rows, keptSince: kept) == [nil, nil, 20, 35, 35])
  }

  @Test(arguments: [Period.oneDay, .oneWeek, .oneMonth])
  func `the volume average of a day or longer is about one candle`(period: Period) throws {
    let rows = Self.rows([3, 6], period: period) { time, close in
      Candle(time: time, open: nil, high: close, low: close, close: close - 3, volume: 2)
    }
    #expect(try Self.values("vwap", rows) == [2, 5])
  }

  @Test func `conditions and orders name indicators`() throws {
    let rows = Self.rows([1, 2, 6, 7, 2]).adding(
      Set(["sma2", "sma3"].compactMap { Indicator($0) }), keptSince: .distantPast)
    let condition = try Condition<CandleRow>("sma2 > sma3 and known(sma3)")
    #expect(condition.columns.map(\.name).sorted() == ["sma2", "sma3"])
    #expect(rows.map { condition.holds(for: $0, asOf: .now) } == [false, false, true, true, false])
    #expect(RowOrder<CandleRow>("sma2:desc")?.column.name == "sma2")
    #expect(RowOrder<Ticker>("sma2") == nil)
    let error = #expect(throws: ExpressionError.self) { try Condition<CandleRow>("sma501 > 1") }
    #expect(error?.reason == "unknown field 'sma501'; did you mean sma500?")
  }

  @Test func `alerts test different indicators of the same rows`() throws {
    var rows = Self.rows([4])
    rows[0].indicators = [Indicator("sma2")!: 1, Indicator("ema3")!: 2]
    var monitor = AlertMonitor(
      try ["ema3 == 2", "sma2 == 1", "sma2 == 2", "close == 4"].map {
        Alert(name: $0, condition: try Condition<CandleRow>($0))
      })
    #expect(
      monitor.firings(for: rows) { _ in .now }.map(\.alert)
        == ["ema3 == 2", "sma2 == 1", "close == 4"])
  }

  @Test func `tables round prices and strengths, machine formats have 12 digits`() throws {
    let rows = Self.rows([5, 7, 6, 4]).adding(
      Set(["sma3", "rsi2"].compactMap { Indicator($0) }), keptSince: .distantPast)
    let cells = ["sma3", "rsi2"].map {
      CandleRow.column(named: $0)?.cell(of: rows[3], asOf: .now)
    }
    #expect(cells.map { $0?.value.text } == ["5.66666666667", "28.5714285714"])
    #expect(cells.map { $0?.text } == ["5.66666667 B", "28.57"])
  }
}
