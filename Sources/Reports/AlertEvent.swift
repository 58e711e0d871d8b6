package import Foundation
package import MarketCore
import Terminal

/// Presents a firing of an alert: as a text for notices and notifications, and as variables for a command.
package struct AlertEvent: Sendable {
  package let alert: String
  package let time: Date
  /// The alert, the name of the row, and the price if it is known: `dip: ETH-USD $1,838.20`.
  package var text: String { makeText() }
  // Lazy, because only the first of many firings are shown.
  private let makeText: @Sendable () -> String
  /// The variables of a command: `TICKERS_ALERT`, `TICKERS_TIME`, and one per field of the row.
  package let variables: @Sendable () -> [String: String]

  /// If `isMultiExchange` is true, the text names the exchange of the row, unless the row has none.
  package init<Row: MarketRow>(_ firing: Firing<Row>, isMultiExchange: Bool) {
    (alert, time) = (firing.alert, firing.time)
    makeText = {
      let prefix = isMultiExchange ? firing.exchange.map { "\($0):" } ?? "" : ""
      let price = Row.highlightedColumn.map { column in
        column.withoutQuoteCode.cell(of: firing.row, asOf: firing.time)
      }
      let known = price.flatMap { $0.value == .unknown ? nil : " \($0.text)" }
      return "\(firing.alert): \(prefix)\(firing.title)\(known ?? "")".controlsReplaced
    }
    variables = { [time = OutputTime.current] in
      OutputTime.$current.withValue(time) {
        Firing<Row>.columns.reduce(into: [:]) { variables, column in
          let value = column.cell(of: firing, asOf: firing.time).value
          variables["TICKERS_\(column.name.uppercased())"] = value.text ?? ""
        }
      }
    }
  }
}

extension PollState {
  package var alertEvents: [AlertEvent] {
    firings.map { AlertEvent($0, isMultiExchange: feed.market.isMultiExchange) }
  }
}
