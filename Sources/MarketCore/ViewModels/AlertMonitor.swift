public import Foundation

/// Which alerts are armed for which rows, from poll to poll.
///
/// For each row an alert is armed at first. Where its condition is true, it fires and disarms; where it is
/// false, it is armed again. An unknown result changes nothing, nor does a row that is missing. Where the
/// ``Alert/pause`` after the last firing for the row has not passed, an alert does not fire and stays armed.
public struct AlertMonitor<Row: MarketRow>: Sendable {
  /// The alerts, in the order of their firings for a row.
  public let alerts: [Alert<Row>]
  private let tests: [FieldTest]
  /// The fields that the tests need.
  private let fields: Set<Int>
  /// The number of each row, by which its alerts are found.
  private var numbers: [Listing: Int] = [:]
  /// The values of each row at its last test; `nil` where an alert waits for the end of its pause.
  private var tested: [FieldValues?] = []
  /// Whether alerts are armed, row by row.
  private var isArmed: [Bool] = []
  /// The time of the last firing of alerts with a pause, by the index in ``isArmed``.
  private var lastFirings: [Int: Date] = [:]

  /// A monitor in which all alerts are armed for each row.
  public init(_ alerts: [Alert<Row>]) {
    self.alerts = alerts
    tests = alerts.map(\.condition.test)
    fields = tests.reduce(into: []) { $0.formUnion($1.fields) }
  }

  /// Tests the rows of a poll, and returns the firings, row by row. `asOf` is the arrival time of the
  /// answer with a row.
  public mutating func firings(for rows: [Row], asOf: (Row) -> Date) -> [Firing<Row>] {
    if alerts.isEmpty { return [] }
    var firings: [Firing<Row>] = []
    for row in rows {
      let (time, number) = (asOf(row), number(of: row.listing))
      // The values of a row are the same for all tests. If none has changed, no result has.
      let values = row.values(of: fields, asOf: time)
      if tested[number] == values { continue }
      tested[number] = values
      let first = number * alerts.count
      for index in tests.firing(values, &isArmed, from: first) {
        let (alert, place) = (alerts[index], first + index)
        guard hasPassed(alert.pause, since: lastFirings[place], at: time) else {
          tested[number] = nil
          continue
        }
        isArmed[place] = false
        if alert.pause > 0 { lastFirings[place] = time }
        firings.append(Firing(alert: alert.name, time: time, row: row))
      }
    }
    return firings
  }

  /// Tests the rows of a view model after polls that were applied to it, and returns the firings.
  ///
  /// A row of several exchanges has the arrival time of the oldest answer of those that do not fail: that of
  /// a failed one may be long past, and pauses would never end.
  ///
  /// - Parameter first: the view model before any change by keys, which decides the rows.
  package mutating func firings<Model: MarketViewModel>(
    in model: Model, after polls: [Poll<Answer<Model.Value>>], asIn first: Model
  ) -> [Firing<Row>] where Model.WatchedRow == Row {
    let arrivals = model.polled.arrivals
    let answering = first.polled.all.compactMap { model.polled[$0.exchange] }
      .filter { $0.failure == nil }
    let oldest = answering.compactMap(\.freshness.asOf).min() ?? .distantPast
    return firings(for: model.watchedRows(after: polls, asIn: first)) { row in
      row.exchange == nil ? oldest : arrivals(row.exchange)
    }
  }

  private mutating func number(of listing: Listing) -> Int {
    if let number = numbers[listing] { return number }
    numbers[listing] = tested.count
    tested.append(nil)
    isArmed += repeatElement(true, count: alerts.count)
    return tested.count - 1
  }

  /// A replay that restarts goes back in time: then no pause is left.
  private func hasPassed(_ pause: TimeInterval, since last: Date?, at time: Date) -> Bool {
    guard let last else { return true }
    let elapsed = time.timeIntervalSince(last)
    return elapsed < 0 || elapsed >= pause
  }
}

extension [FieldTest] {
  /// The indices of the armed tests that are true for values. Those that are false are armed.
  fileprivate func firing(
    _ values: FieldValues, _ isArmed: inout [Bool], from first: Int
  ) -> [Int] {
    var firing: [Int] = []
    for index in indices {
      switch self[index].truth(values, nil) {
      case true?: if isArmed[first + index] { firing.append(index) }
      case false?: isArmed[first + index] = true
      case nil: break
      }
    }
    return firing
  }
}
