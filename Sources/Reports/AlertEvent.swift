package import Foundation
package import MarketCore
import Terminal

/// A firing of an alert as notices, notifications and commands show it.
package struct AlertEvent: Sendable {
  package let alert: String
  package let time: Date
  /// `dip: ETH-USD $1,838.20`
  package var text: String { makeText() }
  // Only those of the first of many firings are shown.
  private let makeText: @Sendable () -> String
  /// The environment variables of a command: the time, the alert and each field of the row.
  package let variables: @Sendable () -> [String: String]

  /// - Parameter isMultiExchange: whether the text names the exchange of the row.
  package init<Row: MarketRow>(_ firing: Firing<Row>, isMultiExchange: Bool) {
    (alert, time) = (firing.alert, firing.time)
    makeText = {
      let prefix = isMultiExchange ? firing.exchange.map { "\($0):" } ?? "" : ""
      let price = Row.highlightedColumn.map { column in
        column.withoutQuoteCode.cell(of: firing.row, asOf: firing.time)
      }
      let known = price.flatMap { $0.value == .unknown ? nil : " \($0.text)" }
      return "\(firing.alert): \(prefix)\(firing.pair)\(known ?? "")".controlsReplaced
    }
    variables = {
      Firing<Row>.columns.reduce(into: [:]) { variables, column in
        let value = column.cell(of: firing, asOf: firing.time).value
        variables["TICKERS_\(column.name.uppercased())"] = value.text ?? ""
      }
    }
  }
}

extension PollState {
  /// The firings of the last polls.
  package var alertEvents: [AlertEvent] {
    firings.map { AlertEvent($0, isMultiExchange: feed.market.isMultiExchange) }
  }
}
