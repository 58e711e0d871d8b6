import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Windows over random values, compared with a slow reference over all values.
///
/// `RANDOM_ROUNDS=50 swift test --filter Random` tests fifty times as many.
struct RandomWindowsTests {
  private static let second: Int64 = 1_000_000

  @Test(arguments: 1...UInt64(rounds(60)))
  func `windows of up to a minute are exact`(seed: UInt64) {
    var random = Seeded(state: seed)
    let lengths = (0..<3).map { _ in
      Int64.random(in: 1...60, using: &random) * (random.isOneOf(4) ? Self.second : 250_000)
    }
    check(lengths, steps: 60_000_000, isCoarse: false, using: &random)
  }

  @Test(arguments: 1...UInt64(rounds(60)))
  func `longer windows have the last value of each second, and exact extremes`(seed: UInt64) {
    var random = Seeded(state: seed)
    let lengths = (0..<3).map { _ in
      60 * Self.second + Int64.random(in: 1...90 * Self.second, using: &random)
    }
    check(lengths, steps: 120_000_000, isCoarse: true, using: &random)
  }

  private func check(
    _ lengths: [Int64], steps: Int64, isCoarse: Bool, using random: inout Seeded
  ) {
    let windows = Set(
      lengths.flatMap { length in
        FieldWindow.Function.allCases.map { FieldWindow(function: $0, field: 0, length: length) }
      })
    let start = Int64.random(in: -10...10, using: &random) * Self.second
    let plan = ValueSeries.Plan(field: 0, windows: Array(windows), since: start)
    #expect(plan.isCoarse == isCoarse)
    var (series, time) = (ValueSeries(plan), start)
    var reference = Reference(start: start, shortest: lengths.min() ?? 0, isCoarse: isCoarse)
    let isFast = random.isOneOf(2)
    for _ in 0..<Int.random(in: 1...150, using: &random) {
      let value = random.isOneOf(5) ? nil : Int64.random(in: 1...6, using: &random) * 7 - 20
      series.arrive(value.map { IntegerDecimal(Decimal($0)) ?? .zero }, at: time)
      reference.arrivals.append((time, value))
      for window in windows {
        let expected = reference.value(of: window, at: time)
        let found = series.value(of: window)
        guard expected == nil || found == nil else {
          #expect(found?.equals(expected ?? .zero) == true)
          continue
        }
        #expect((expected == nil) == (found == nil), "\(window) at \(time)")
      }
      let step = isFast ? steps / 300 : random.isOneOf(10) ? steps * 2 : steps / 10
      time += random.isOneOf(8) ? 0 : Int64.random(in: 0...step, using: &random)
    }
  }

  /// All values, without any state between them.
  private struct Reference {
    struct Run {
      let time: Int64
      var confirmed: Int64
      let value: Int64
    }

    let start, shortest: Int64
    let isCoarse: Bool
    var arrivals: [(time: Int64, value: Int64?)] = []

    func value(of window: FieldWindow, at now: Int64) -> IntegerDecimal? {
      let begin = now - window.length
      guard begin >= start else { return nil }
      let first = isCoarse ? floor(begin) : begin
      let runs = runs
      let held = runs.last { $0.time <= first }
        .flatMap { first - $0.confirmed <= window.length ? $0 : nil }
      switch window.function {
      case .ago:
        let inSecond = isCoarse ? runs.last { $0.time > first && $0.time < first + second } : nil
        return (inSecond ?? held).map { number($0.value) }
      case .min, .max:
        let values =
          arrivals.filter { $0.time >= first }.compactMap(\.value)
          + [held?.value].compactMap(\.self)
        return (window.function == .min ? values.min() : values.max()).map(number)
      case .avg: return average(of: runs, held, from: first, to: now, window.length)
      }
    }

    private func average(
      of runs: [Run], _ held: Run?, from first: Int64, to now: Int64, _ length: Int64
    ) -> IntegerDecimal? {
      let parts = [held].compactMap(\.self) + runs.filter { $0.time > first }
      var (sum, total) = (Int64(0), Int64(0))
      for (index, part) in parts.enumerated() {
        let next = index + 1 < parts.count ? parts[index + 1].time : now
        // Only the value that held at the beginning can end before the next one.
        let end = index == 0 && held != nil ? min(next, part.confirmed + length) : next
        sum += part.value * max(0, end - max(first, part.time))
        total += max(0, end - max(first, part.time))
      }
      return total == 0 ? nil : number(sum).divided(by: number(total))
    }

    /// Equal values after one another; for longer windows, the last of each second.
    private var runs: [Run] {
      var runs: [Run] = []
      for (time, value) in arrivals {
        guard let value else { continue }
        if let last = runs.last, last.value == value, time - last.confirmed <= shortest {
          runs[runs.count - 1].confirmed = time
          continue
        }
        if isCoarse, let last = runs.last, floor(last.time) == floor(time) { runs.removeLast() }
        runs.append(Run(time: time, confirmed: time, value: value))
      }
      return runs
    }

    private let second: Int64 = 1_000_000
    private func floor(_ time: Int64) -> Int64 {
      let rest = time % second
      return time - (rest < 0 ? rest + second : rest)
    }
    private func number(_ value: Int64) -> IntegerDecimal {
      IntegerDecimal(Decimal(value)) ?? .zero
    }
  }
}

extension Seeded {
  fileprivate mutating func isOneOf(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
