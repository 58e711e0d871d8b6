import Foundation
package import MarketCore
import Synchronization
import Terminal

/// Formats the firings of alerts as rows of one output, and counts the firings.
package final class FiringPrinter<Row: ListRow & TableRow>: Sendable {
  /// `firings` is by name of the alert. `unknown` has the tested columns without a known value so far.
  private typealias State = (
    widths: [TextTable.Widths]?, firings: [String: (count: Int, first: Date, last: Date)],
    unknown: Set<Column<Row>>, hasRows: Bool
  )

  private let output: Output<Firing<Row>>
  private let layout: Layout<Firing<Row>>
  private let looks: TextLooks
  private let alerts: [Alert<Row>]
  private let state: Mutex<State>

  package init(
    _ output: Output<Firing<Row>>, _ alerts: [Alert<Row>], isMultiExchange: Bool, _ looks: TextLooks
  ) {
    (self.output, self.alerts, self.looks) = (output, alerts, looks)
    state = Mutex((nil, [:], alerts.reduce(into: []) { $0.formUnion($1.condition.columns) }, false))
    let layout = Layout(output, isMultiExchange: isMultiExchange)
    self.layout = output.isTable ? layout.withoutQuoteCodes : layout
  }

  /// The printed columns of rows, without the alert and the time.
  package var columns: [Column<Row>] { layout.columns.compactMap { Row.column(named: $0.name) } }

  /// Returns the text of the firings of a poll, and counts the firings. `rows` are the rows of the poll. The
  /// columns of a table have room for the rows of the first poll.
  package func text(of firings: [Firing<Row>], isFirst: Bool, among rows: [Row]) -> String {
    state.withLock { state in
      for firing in firings {
        let time = firing.time
        let (count, first, last) = state.firings[firing.alert] ?? (0, time, time)
        state.firings[firing.alert] = (count + 1, min(first, time), max(last, time))
      }
      state.hasRows = state.hasRows || !rows.isEmpty
      state.unknown = state.unknown.filter { column in
        !rows.contains { column.value(of: $0, asOf: .now) != .unknown }
      }
      guard output.isTable else { return output.text(of: report(firings), isFirst: isFirst, looks) }
      if isFirst {
        let longest = alerts.map(\.name).max { $0.count < $1.count } ?? ""
        let possible = rows.map { Firing(alert: longest, time: .distantPast, row: $0) }
        state.widths = table(possible, nil).widths
      }
      if firings.isEmpty, !isFirst { return "" }
      let table = table(firings, state.widths)
      state.widths = table.widths
      return looks.text(of: (isFirst ? table.heading : []) + table.rows, isFirst: true)
    }
  }

  /// Sentences about tested fields that were unknown in all rows, and about each alert. Empty without rows.
  package var summary: [String] {
    let (firings, unknown, hasRows) = state.withLock { ($0.firings, $0.unknown, $0.hasRows) }
    guard hasRows else { return [] }
    let fields = alerts.flatMap { alert in
      Row.columns.filter { unknown.contains($0) && alert.condition.columns.contains($0) }
        .map { "\(alert.name): \($0.name) is unknown in all rows" }
    }
    return fields
      + alerts.map { alert in
        guard let (count, first, last) = firings[alert.name] else {
          return "\(alert.name): no firings"
        }
        let times = "first \(first.rfc3339), last \(last.rfc3339)"
        return "\(alert.name): \(count) firing\(count == 1 ? "" : "s"), \(times)"
      }
  }

  private func report(_ firings: [Firing<Row>]) -> Report {
    Report(groups: [layout.group("alerts", firings)])
  }

  private func table(
    _ firings: [Firing<Row>], _ widths: [TextTable.Widths]?
  ) -> TableRenderer.Table {
    TableRenderer(looks: looks, hasHeader: output.hasHeader)
      .table(of: report(firings), fitting: looks.terminal(), minimumWidths: widths)
  }
}
