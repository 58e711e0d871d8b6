import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// Indicators of random series, compared with a slow reference that computes each value from its definition.
struct RandomIndicatorsTests {
  private struct Step {
    var high, low, close, volume: Double
  }

  /// Random candles of hours, some of which are missing, and the steps of all hours.
  private static func series(_ random: inout Seeded) -> (rows: [CandleRow], steps: [Step?]) {
    let first = Double(Int.random(in: 0...23, using: &random)) * 3_600
    var (rows, steps, close) = ([CandleRow](), [Step?](), 1_000)
    for index in 0..<Int.random(in: 1...120, using: &random) {
      close = max(1, close + Int.random(in: -40...40, using: &random))
      let high = close + Int.random(in: 0...20, using: &random)
      let low = max(1, close - Int.random(in: 0...20, using: &random))
      let volume = Int.random(in: 0...5, using: &random)
      if Int.random(in: 0..<6, using: &random) == 0 {
        steps.append(
          steps.last.flatMap { $0 }.map {
            Step(high: $0.close, low: $0.close, close: $0.close, volume: 0)
          })
        continue
      }
      steps.append(
        Step(
          high: Double(high), low: Double(low), close: Double(close), volume: Double(volume)))
      rows.append(
        CandleRow(
          pair: Pair(symbol: "A-B"), period: .oneHour,
          candle: Candle(
            time: Date(timeIntervalSince1970: first + Double(index) * 3_600), open: nil,
            high: Decimal(high), low: Decimal(low), close: Decimal(close),
            volume: Decimal(volume))))
    }
    return (rows, steps)
  }

  private static func mean(_ values: some Collection<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  /// The average with a weight of the newest value, beginning with the mean of the first `count` values.
  private static func average(_ values: [Double], _ count: Int, weight: Double) -> Double? {
    if values.count < count { return nil }
    return values.dropFirst(count).reduce(mean(values.prefix(count))) { $0 + ($1 - $0) * weight }
  }

  private static func exponential(_ values: [Double], _ count: Int) -> Double? {
    average(values, count, weight: 2 / Double(count + 1))
  }

  private static func macd(_ closes: [Double]) -> Double? {
    guard closes.count >= 26 else { return nil }
    guard let slow = exponential(closes, 26),
      let fast = exponential(Array(closes.dropFirst(14)), 12)
    else { return nil }
    return fast - slow
  }

  /// The value of an indicator after these steps.
  private static func value(_ name: String, _ count: Int, _ steps: [Step]) -> Double? {
    let closes = steps.map(\.close)
    let changes = zip(closes.dropFirst(), closes).map { $0 - $1 }
    let last = closes.suffix(count)
    let deviation = mean(last.map { pow($0 - mean(last), 2) }).squareRoot()
    switch name {
    case "sma": return closes.count < count ? nil : mean(last)
    case "ema": return exponential(closes, count)
    case "bb_upper": return closes.count < count ? nil : mean(last) + 2 * deviation
    case "bb_lower": return closes.count < count ? nil : mean(last) - 2 * deviation
    case "macd": return macd(closes)
    case "macd_signal":
      return exponential((0...closes.count).compactMap { macd(Array(closes.prefix($0))) }, 9)
    case "rsi":
      guard let gain = average(changes.map { max($0, 0) }, count, weight: 1 / Double(count)),
        let loss = average(changes.map { max(-$0, 0) }, count, weight: 1 / Double(count))
      else { return nil }
      return loss == 0 ? 100 : 100 - 100 / (1 + gain / loss)
    default:
      let ranges = zip(steps.dropFirst(), closes).map { step, close in
        max(step.high - step.low, abs(step.high - close), abs(step.low - close))
      }
      return average(ranges, count, weight: 1 / Double(count))
    }
  }

  @Test(arguments: Array(1...UInt64(rounds(12))))
  func `values are those of the definitions`(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let (rows, steps) = Self.series(&random)
    let known = steps.compactMap(\.self)
    let first = steps.firstIndex { $0 != nil } ?? 0
    for name in ["sma", "ema", "bb_upper", "bb_lower", "rsi", "atr", "macd", "macd_signal"] {
      let count = Int.random(in: 2...40, using: &random)
      let parts = name.split(separator: "_", maxSplits: 1).map(String.init)
      let full =
        name.hasPrefix("macd")
        ? name : parts[0] + "\(count)" + parts.dropFirst().map { "_\($0)" }.joined()
      let indicator = try #require(Indicator(full))
      for row in rows.adding([indicator], keptSince: .distantPast) {
        let start = rows[0].candle.time
        let index = Int(row.candle.time.timeIntervalSince(start) / 3_600)
        let expected = Self.value(name, count, Array(known.prefix(index + 1)))
        let actual = row.indicators[indicator].map(\.approximate)
        #expect((actual == nil) == (expected == nil), "\(full) \(index) \(first)")
        if let actual, let expected {
          #expect(abs(actual - expected) <= 1e-9 * max(1, abs(expected)), "\(full) \(index)")
        }
      }
    }
  }
}
