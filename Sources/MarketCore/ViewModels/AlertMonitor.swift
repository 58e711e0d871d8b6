public import Foundation

/// Tests alerts in each poll, and remembers for which rows they are armed.
///
/// At first, an alert is armed for every row. If its condition is true for a row for which it is armed,
/// the alert fires for the row and is disarmed. If the condition is false, the alert is armed again. If
/// the result is unknown, or the row is missing, nothing changes. Until the ``Alert/pause`` after the
/// last firing for the row has passed, an armed alert does not fire, but stays armed.
public struct AlertMonitor<Row: MarketRow>: Sendable {
  /// The alerts, in the order of their firings for a row.
  public let alerts: [Alert<Row>]
  private let tests: [FieldTest]
  private let inputs: FieldInputs
  /// The columns to whose indices ``inputs`` refer.
  private let columns: [Column<Row>]
  /// The index of each row in ``tested``.
  private var numbers: [Row.Key: Int] = [:]
  /// The values of each row at its last test. `nil` before the first test, and while an alert waits for
  /// the end of its pause.
  private var tested: [FieldValues?] = []
  /// Whether each alert is armed: first all alerts of row 0, then all alerts of row 1, and so on.
  private var isArmed: [Bool] = []
  /// The time of the last firing of alerts with a pause, by their index in ``isArmed``.
  private var lastFirings: [Int: Date] = [:]
  /// The exchange and the title of each row in ``tested``.
  private var names: [RowName] = []
  /// The states of an earlier run for rows that have not been tested yet, and of other alerts.
  private var earlier: [RowName: [AlertStates.Entry]] = [:]
  /// The number of changes of ``states``.
  private(set) var changes = 0

  fileprivate struct RowName: Hashable {
    let exchange: String?
    let title: String
  }

  /// A monitor in which all alerts are armed for all rows.
  public init(_ alerts: [Alert<Row>]) {
    self.alerts = alerts
    let columns = (Row.columns + alerts.flatMap(\.condition.fields)).eachOnce
    tests = alerts.map { $0.condition.test(of: columns) }
    self.columns = columns
    inputs = tests.reduce(FieldInputs()) { $0.union($1.inputs) }
  }

  /// A monitor with the states of an earlier run. An alert whose expression has changed is armed.
  init(_ alerts: [Alert<Row>], as states: AlertStates) {
    self.init(alerts)
    let texts = Dictionary(alerts.map { ($0.name, $0.condition.text) }) { first, _ in first }
    let kept = states.entries.filter { (texts[$0.alert] ?? $0.expression) == $0.expression }
    earlier = Dictionary(grouping: kept) { RowName(exchange: $0.exchange, title: $0.symbol) }
  }

  /// The states for a later run, also of rows and alerts that were not tested.
  var states: AlertStates {
    var entries: [AlertStates.Entry] = []
    for (number, name) in names.enumerated() {
      for (index, alert) in alerts.enumerated() {
        let place = number * alerts.count + index
        if isArmed[place], lastFirings[place] == nil { continue }
        entries.append(
          AlertStates.Entry(
            alert: alert.name, expression: alert.condition.text, exchange: name.exchange,
            symbol: name.title, armed: isArmed[place], fired: lastFirings[place]))
      }
    }
    let others = earlier.values.flatMap(\.self).sorted {
      ($0.alert, $0.exchange ?? "", $0.symbol) < ($1.alert, $1.exchange ?? "", $1.symbol)
    }
    return AlertStates(entries: entries + others)
  }

  /// Tests the rows of a poll, and returns the firings in the order of the rows. `asOf` returns the
  /// arrival time of a row's data. Windows such as `ago(last, 15m)` are unknown.
  public mutating func firings(for rows: [Row], asOf: (Row) -> Date) -> [Firing<Row>] {
    firings(for: rows, asOf: asOf, in: nil, limit: nil)
  }

  private mutating func firings(
    for rows: [Row], asOf: (Row) -> Date, in windows: FieldWindows?, limit: Int?
  ) -> [Firing<Row>] {
    if alerts.isEmpty { return [] }
    var firings: [Firing<Row>] = []
    for row in rows {
      let (time, number) = (asOf(row), number(of: row))
      // All tests use the same values of a row. If no value has changed, no result has changed.
      let values = row.values(of: inputs, in: columns, asOf: time, windows)
      if tested[number] == values { continue }
      tested[number] = values
      let first = number * alerts.count
      for index in tests.firing(values, &isArmed, from: first, changes: &changes) {
        let (alert, place) = (alerts[index], first + index)
        guard hasPassed(alert.pause, since: lastFirings[place], at: time),
          firings.count < limit ?? .max
        else {
          tested[number] = nil
          continue
        }
        isArmed[place] = false
        changes += 1
        if alert.pause > 0 { lastFirings[place] = time }
        firings.append(Firing(alert: alert.name, time: time, row: row))
      }
    }
    return firings
  }

  /// Tests the rows of a view model to which the polls were applied, and returns the firings. The view
  /// model before the user changed it, `first`, decides which rows are tested. Above `limit` firings, alerts
  /// stay armed.
  ///
  /// The time of a row without an exchange is the time of the oldest answer of the exchanges in `first`
  /// that do not fail. The last answer of a failed exchange may be so old that pauses would never end.
  package mutating func firings<Model: MarketViewModel>(
    in model: Model, after polls: [Poll<Answer<Model.Value>>], asIn first: Model,
    limit: Int? = nil
  ) -> [Firing<Row>] where Model.WatchedRow == Row {
    let arrivals = model.polled.arrivals
    let answering = first.polled.all.compactMap { model.polled[$0.exchange] }
      .filter { $0.failure == nil }
    let oldest = answering.compactMap(\.rowsAsOf).min() ?? .distantPast
    let rows = model.watchedRows(after: polls, asIn: first)
    return firings(
      for: rows,
      asOf: { $0.receivedAt ?? ($0.exchange == nil ? oldest : arrivals($0.exchange)) },
      in: model.polled.windows, limit: limit)
  }

  private mutating func number(of row: Row) -> Int {
    if let number = numbers[row.key] { return number }
    let number = tested.count
    numbers[row.key] = number
    tested.append(nil)
    isArmed += repeatElement(true, count: alerts.count)
    let name = RowName(exchange: row.exchange?.rawValue, title: row.title)
    names.append(name)
    let known = earlier.removeValue(forKey: name) ?? []
    for entry in known {
      guard let index = alerts.firstIndex(where: { $0.name == entry.alert }) else { continue }
      isArmed[number * alerts.count + index] = entry.armed
      lastFirings[number * alerts.count + index] = entry.fired
    }
    let others = known.filter { entry in !alerts.contains { $0.name == entry.alert } }
    if !others.isEmpty { earlier[name] = others }
    return number
  }

  /// A pause is also over if `time` is before the last firing, as after the restart of a replay.
  private func hasPassed(_ pause: TimeInterval, since last: Date?, at time: Date) -> Bool {
    guard let last else { return true }
    let elapsed = time.timeIntervalSince(last)
    return elapsed < 0 || elapsed >= pause
  }
}

extension [FieldTest] {
  /// Returns the indices of the armed tests that are true for the values, and arms the tests that are
  /// false. `first` is the index in `isArmed` of the first test.
  fileprivate func firing(
    _ values: FieldValues, _ isArmed: inout [Bool], from first: Int, changes: inout Int
  ) -> [Int] {
    var firing: [Int] = []
    for index in indices {
      switch self[index].truth(values, nil) {
      case true?: if isArmed[first + index] { firing.append(index) }
      case false? where !isArmed[first + index]:
        isArmed[first + index] = true
        changes += 1
      case false?: break
      case nil: break
      }
    }
    return firing
  }
}
