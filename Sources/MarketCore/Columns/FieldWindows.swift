import Foundation
import Synchronization

/// Records the values of rows in a run, and computes windows over them, such as `max(last, 15m)`.
///
/// Copies of a view model share it. Only fields are recorded that a window needs, and only as long as it needs
/// them.
package final class FieldWindows: Sendable {
  private struct RecordedRow {
    /// The last arrival.
    var time: Int64
    /// One for each plan.
    var series: [ValueSeries] = []
  }

  private typealias State = (
    windows: Set<FieldWindow>, plans: [ValueSeries.Plan], rows: [AnyHashable: RecordedRow]
  )

  private let canGoBack: Bool
  private let state = Mutex<State>(([], [], [:]))

  /// If `canGoBack` is true, a row that arrives before its last arrival is from a replay that has gone back, and its
  /// later values are removed. Otherwise, such a row is ignored.
  init(canGoBack: Bool) { self.canGoBack = canGoBack }

  /// Records the fields of these windows from now on. The values of new windows are known from `start` on.
  func record(_ windows: Set<FieldWindow>, since start: Date) {
    state.withLock { state in
      guard windows != state.windows else { return }
      let new = windows.subtracting(state.windows)
      removePlans(without: windows, from: &state)
      let groups = Dictionary(grouping: new) { [$0.field, $0.isCoarse ? 1 : 0] }
      state.plans += groups.values.map {
        ValueSeries.Plan(field: $0[0].field, windows: $0, since: start.microseconds)
      }
      // A window of a plan that stays is still recorded.
      state.windows = Set(state.plans.flatMap(\.windows))
    }
  }

  private func removePlans(without windows: Set<FieldWindow>, from state: inout State) {
    for index in state.plans.indices.reversed()
    where windows.isDisjoint(with: state.plans[index].windows) {
      state.plans.remove(at: index)
      for key in state.rows.keys where index < state.rows[key]?.series.count ?? 0 {
        state.rows[key]?.series.remove(at: index)
      }
    }
  }

  /// Records that a row has arrived. `value` returns the value of a field, if it is known.
  func record(
    _ key: some Hashable & Sendable, at arrival: Date, value: (Int) -> IntegerDecimal?
  ) {
    state.withLock { state in
      let (key, plans, time) = (AnyHashable(key), state.plans, arrival.microseconds)
      let last = state.rows[key]?.time ?? time
      if time < last, !canGoBack { return }
      var values: [Int: IntegerDecimal?] = [:]
      for plan in plans where values[plan.field] == nil {
        values[plan.field] = .some(value(plan.field))
      }
      var row = state.rows.removeValue(forKey: key) ?? RecordedRow(time: time)
      row.time = time
      for (index, plan) in plans.enumerated() {
        if index == row.series.count { row.series.append(ValueSeries(plan)) }
        if time < last { row.series[index].goBack(to: time) }
        row.series[index].arrive(values[plan.field] ?? nil, at: time)
      }
      state.rows[key] = row
    }
  }

  /// The known values of windows at the last arrival of a row.
  func values(
    of windows: Set<FieldWindow>, in key: some Hashable & Sendable
  ) -> [FieldWindow: IntegerDecimal] {
    if windows.isEmpty { return [:] }
    return state.withLock { state in
      guard let row = state.rows[AnyHashable(key)] else { return [:] }
      var values: [FieldWindow: IntegerDecimal] = [:]
      for series in row.series {
        for window in series.plan.windows where windows.contains(window) {
          values[window] = series.value(of: window)
        }
      }
      return values
    }
  }
}

extension Date {
  /// The time in microseconds, which a `Double` holds exactly enough for equal differences.
  fileprivate var microseconds: Int64 {
    Int64((timeIntervalSinceReferenceDate * Double(FieldWindow.second)).rounded())
  }
}
