/// What a screen shows beside its rows: trends, and on wide terminals a chart and an order book.
package struct RowsLook: Sendable {
  let trend: TrendKind
  var view: ViewKind

  package init(trend: TrendKind = .polls, view: ViewKind = .split) {
    (self.trend, self.view) = (trend, view)
  }
}

/// Whether a screen of rows has a ``Preview`` beside the rows.
package enum ViewKind: String, CaseIterable, Sendable {
  case split, rows

  mutating func toggle() { self = self == .split ? .rows : .split }
}
