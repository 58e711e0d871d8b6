import Foundation

extension RowsFeed {
  package var hasPastCloses: Bool { true }

  /// The spans of the columns that an option names, or that a screen shows.
  private var usedSpans: Set<PastSpan> {
    guard hasPastCloses else { return [] }
    let tested = query.usedColumns.union(watch.testedColumns)
    return (namesColumns ? tested.union(columns) : tested).spans()
  }

  /// The closes for the values of rows.
  package func closes(of rows: [Row]) -> [PastCloses.Key] {
    let used = usedSpans
    return used.isEmpty ? [] : rows.closes(used)
  }

  /// The closes for the values of the displayed rows, and then those that decide which rows are displayed, in
  /// which order, whether polling ends, and which alerts fire. `first` is the view model before the user
  /// changed it.
  package func closes(for model: Model, asIn first: Model) -> [PastCloses.Key] {
    let used = usedSpans
    guard !used.isEmpty else { return [] }
    let (until, selecting) = (watch.until?.columns.spans() ?? [], query.usedColumns.spans())
    let alerting = watch.alerts.reduce(into: Set()) { $0.formUnion($1.condition.columns) }.spans()
    return model.rows.closes(used) + (until.isEmpty ? [] : model.rows.closes(until))
      + (selecting.isEmpty ? [] : model.rows(keptBy: query).closes(selecting))
      + (alerting.isEmpty ? [] : model.rows(keptBy: first.query).closes(alerting))
  }

  /// A sentence on each exchange of displayed rows that has no candles for a used span.
  package func noticesOnCloses(_ model: Model) -> [String] {
    let spans = PastSpan.allCases.filter(usedSpans.contains)
    guard !spans.isEmpty else { return [] }
    let exchanges = Set(model.rows.compactMap(\.historyMarket?.exchange))
    return market.clients.map(\.exchange).filter { exchanges.contains($0.id) }.compactMap {
      exchange in
      let missing = spans.filter { $0.period(among: exchange.info.periods) == nil }
      let names = missing.map(\.rawValue).joined(separator: ", ")
      return missing.isEmpty ? nil : "\(exchange.title) has no candles for \(names)"
    }
  }

  package func fill(_ model: inout Model, from closes: PastCloses) {
    let (spans, arrivals) = (usedSpans, model.polled.arrivals)
    guard !spans.isEmpty else { return }
    model.setPastCloses { row in
      row.historyMarket.map { closes.closes(of: $0, spans, at: arrivals($0.exchange)) }
    }
  }
}

extension RowsViewModel {
  /// The rows that a query can keep, whatever their past closes are.
  fileprivate func rows(keptBy query: ListQuery<Row>) -> [Row] {
    var query = query
    query.conditions.removeAll { !$0.columns.spans().isEmpty }
    (query.sort, query.limit, query.group) = (nil, nil, nil)
    return query.rows(of: elements, from: polled, except: [], listed: listedSymbols)
  }
}

extension Array where Element: ListRow {
  /// The closes for rows with a price above or below 0. Without such a price, the change is unknown.
  fileprivate func closes(_ spans: Set<PastSpan>) -> [PastCloses.Key] {
    filter { $0.historyPrice?.isZero == false }.compactMap(\.historyMarket).flatMap { listing in
      PastSpan.allCases.filter(spans.contains).map { PastCloses.Key(listing: listing, span: $0) }
    }
  }
}

extension Set {
  fileprivate func spans<Row>() -> Set<PastSpan> where Element == Column<Row> {
    Set<PastSpan>(compactMap { PastSpan(rawValue: $0.name) })
  }
}
