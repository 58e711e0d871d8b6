package import Foundation
package import MarketCore
import Terminal

/// A firing of an alert, with its text for notices and notifications and its variables for commands.
package struct AlertEvent: Sendable {
  package let alert: String
  package let time: Date
  /// The alert, the pair and the price: `dip: ETH-USD $1,838.20`.
  package var text: String { makeText() }
  // The text is made when it is needed: of many firings, only the first ones are shown.
  private let makeText: @Sendable () -> String
  /// The environment variables of a command: the name of the alert, the time, and each field of the row.
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
  package var alertEvents: [AlertEvent] {
    firings.map { AlertEvent($0, isMultiExchange: feed.market.isMultiExchange) }
  }
}
