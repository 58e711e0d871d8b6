import Foundation
package import MarketCore
import Terminal

extension Output where Row: ListRow {
  /// Returns the rows after a poll. A status bar also shows rows of earlier polls, and why polls failed.
  package func text<SomeFeed: RowsFeed>(
    of state: PollState<SomeFeed>, _ layout: Layout<Row>, isFirst: Bool = true,
    hidesAmounts: Bool = false, _ looks: TextLooks
  ) -> String where SomeFeed.Row == Row {
    if isStatusBar { return statusBar(state, layout) }
    let report = layout.report(state.model, of: state.feed, self)
    return text(of: hidesAmounts ? report.hidingAmounts : report, isFirst: isFirst, looks)
  }

  /// Returns notices about rows that the format skips.
  package func notices<SomeFeed: RowsFeed>(
    on model: SomeFeed.Model, of feed: SomeFeed, _ layout: Layout<Row>
  ) -> [String] where SomeFeed.Row == Row {
    guard let format, !format.isOfRows else { return [] }
    return format.notices(on: layout.report(model, of: feed, self))
  }

  /// The object that a custom module of Waybar with `"return-type": "json"` reads, on one line. Source:
  /// waybar-custom(5).
  private func statusBar<SomeFeed: RowsFeed>(
    _ state: PollState<SomeFeed>, _ layout: Layout<Row>
  ) -> String where SomeFeed.Row == Row {
    let model = state.model
    func value<Other>(_ column: Column<Other>) -> FieldValue? {
      guard let row = model.rows.first, let column = Row.column(named: column.name) else {
        return nil
      }
      return model.cell(of: column, in: row).value
    }
    let texts =
      template.map { $0.texts(of: Layout($0.columns).report(model, hasStale: true)) } ?? []
    let table = text(of: layout.report(model), isFirst: true, TextLooks())
    let lines =
      (model.rows.isEmpty ? [] : [String(table.dropLast())])
      + state.finalFailures.map(\.controlsReplaced)
    let isStale =
      model.polled.failure != nil || model.polled.hasStaleRows || state.hasEnded
    let change = value(Ticker.Columns.percent) ?? value(HoldingTotal.Columns.dayChange)
    let name =
      value(Ticker.Columns.symbol) ?? value(Coin.Columns.coin) ?? value(HoldingTotal.Columns.quote)
    return JSONText.object(
      // Waybar hides a module whose first text is empty.
      ("text", .text(texts.isEmpty ? NumberFormat.unknown : texts.joined(separator: "  ").escaped)),
      ("tooltip", .text(lines.joined(separator: "\n").escaped)),
      ("class", .text(isStale ? "stale" : change?.direction ?? "flat")),
      ("alt", .text(name?.text?.controlsReplaced ?? ""))
    ).text + "\n"
  }
}

extension FieldValue {
  fileprivate var direction: String? {
    guard case .number(let number) = self, !number.isZero else { return nil }
    return number < 0 ? "down" : "up"
  }
}

extension String {
  /// The text without the characters that Pango, which draws the texts of Waybar, reads as markup.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
