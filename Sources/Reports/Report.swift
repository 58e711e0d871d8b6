package import Foundation
package import MarketCore

/// The content of an output in any format: rows, and values before and after the rows.
package struct Report {
  package struct Column {
    let name: String
    let kind: ColumnKind
    let dropRank: Int
    let isToned: Bool
    /// Whether the values reveal how much is held.
    let isAmount: Bool
    private let minimumTerminalWidth: Int

    init<Row: TableRow>(
      _ column: MarketCore.Column<Row>, in style: TableStyle<Row>, isChosen: Bool = false
    ) {
      name = column.name
      kind = column.kind
      dropRank = style.dropRank(of: column)
      isToned = style.toned.contains(column)
      isAmount = style.amounts.contains(column)
      minimumTerminalWidth = kind == .bar && !isChosen ? 60 : 0
    }

    /// Returns whether a table of this width can have the column; `nil` is like 0.
    func isShown(in width: Int?) -> Bool { minimumTerminalWidth <= width ?? 0 }
  }

  /// Rows that belong together, such as one side of a book.
  package struct Group {
    let name: String
    let columns: [Column]
    /// Lazy, because the cells of a whole book need more memory than the text of the output.
    private(set) var rows: LazyMapCollection<Range<Int>, [Cell]>
    /// The arrival time of the answer of each row; `nil` if all rows have the time of the report.
    let times: [Date]?
    /// The stream status of each row; `nil` without `--live`.
    package var live: [LiveState]?
    /// The ages of rows that are printed again after a poll without them, as in `stale 40 s`; `nil` for new
    /// rows. Empty if the output does not show these ages.
    var stale: [String?] = []
    /// The parts of a line that replaces the rows of the group below a table; `nil` to show the rows.
    var line: [String]?

    init<Row>(
      _ name: String, _ rows: [Row], _ columns: [Column], times: [Date]? = nil,
      cells: @escaping (Row) -> [Cell]
    ) {
      (self.name, self.columns, self.times) = (name, columns, times)
      self.rows = rows.indices.lazy.map { cells(rows[$0]) }
    }

    /// The group with dots in place of all amounts, including unknown amounts.
    var hidingAmounts: Group {
      let hidden = columns.indices.filter { columns[$0].isAmount }
      var group = self
      group.rows = rows.indices.lazy.map { [rows] index in
        hidden.reduce(into: rows[index]) { cells, column in cells[column] = Cell(.text("•••")) }
      }
      return group
    }
  }

  package enum Member {
    package static func value<Row>(
      _ column: MarketCore.Column<Row>, _ value: FieldValue
    ) -> Member {
      .value(column.name, value)
    }

    case value(String, FieldValue)
    case object(String, [Member])
    case objects(String, [[Member]])
    case rows(Group)

    package var hidingAmounts: Member {
      if case .rows(let group) = self { .rows(group.hidingAmounts) } else { self }
    }
  }

  /// A sparkline beside each row on a screen. The user can choose it like a column.
  package static let trend = (
    name: "trend", meaning: "Last prices as a sparkline; on a screen only"
  )

  /// The arrival time of the data; `nil` before the first answer, or if the data has no arrival time.
  let asOf: Date?
  /// For OpenMetrics: the polled exchanges, and whether the last poll of each succeeded.
  let exchanges: [(id: String?, hasAnswered: Bool)]
  /// Values that all rows have in common and that have no column. A format with tags shows them.
  package var tags: [(name: String, text: String)] = []
  let before: [Member]
  private(set) var groups: [Group]
  /// The members of a JSON document after the rows. Below a table, only members with rows are shown.
  package var after: [Member]
  /// Whether the report has only changed rows. If there are none, a table is not printed again.
  let isUpdate: Bool

  package init(
    asOf: Date? = nil, exchanges: [(id: String?, hasAnswered: Bool)] = [],
    before: [Member] = [], groups: [Group], after: [Member] = [], isUpdate: Bool = false
  ) {
    (self.asOf, self.exchanges, self.isUpdate) = (asOf, exchanges, isUpdate)
    (self.before, self.groups, self.after) = (before, groups, after)
  }

  var columns: [Column] { groups.first?.columns ?? [] }
  var rows: some Sequence<[Cell]> { groups.lazy.flatMap(\.rows) }
  // A key path would be created first, in a million instructions.
  var isEmpty: Bool { groups.allSatisfy { $0.rows.isEmpty } }
  var priceIndex: Int? {
    index(of: Ticker.Columns.last) ?? index(of: Coin.Columns.price)
      ?? index(of: CandleRow.Columns.close)
  }
  /// Returns the index of the column with the same name, even if the rows are of another kind.
  func index<Row>(of column: MarketCore.Column<Row>) -> Int? {
    columns.firstIndex { $0.name == column.name }
  }

  package var hidingAmounts: Report {
    var report = self
    report.groups = groups.map(\.hidingAmounts)
    report.after = after.map(\.hidingAmounts)
    return report
  }
}

extension Report.Member {
  /// In a table, rates are a line instead of rows.
  package init(_ supplement: Supplement, inTable isTable: Bool) {
    switch supplement {
    case .totals(let totals):
      let layout = Layout(
        isTable ? HoldingTotal.tableColumns : HoldingTotal.columns, omitsColumns: isTable
      ).of(totals)
      self = .rows(layout.group("totals", totals))
    case .rates(let rates):
      var group = Layout(ConversionRate.columns).group("rates", rates)
      group.line = isTable ? rates.line : []
      self = .rows(group)
    case .gaps(let gaps, namesPairs: false):
      let starts = gaps.flatMap(\.starts).compactMap { FieldValue.moment($0).text }
      self = .value("gaps", .words(starts))
    case .gaps(let gaps, namesPairs: true):
      self = .objects("gaps", gaps.flatMap { $0.starts.map($0.members) })
    }
  }
}

extension CandleGaps {
  fileprivate func members(of start: Date) -> [Report.Member] {
    typealias Columns = CandleRow.Columns
    return [
      .value(Columns.exchange, listing.exchange.map { .text($0.rawValue) } ?? .unknown),
      .value(Columns.symbol, .text(listing.pair.symbol)), .value(Columns.time, .moment(start)),
    ]
  }
}

extension [ConversionRate] {
  fileprivate var line: [String] {
    enumerated().map { index, rate in
      let price = rate.rate.map { " " + NumberFormat.money($0, in: rate.pair.quote) } ?? ""
      let exchange = rate.exchange.map { " (\($0))" } ?? ""
      return (index == 0 ? "rates: " : "") + "\(rate.pair)\(price)" + exchange
    }
  }
}

extension MarketCore.Row {
  package func members(_ columns: [Column<Self>], asOf: Date) -> [Report.Member] {
    columns.map { .value($0.name, $0.cell(of: self, asOf: asOf).value) }
  }
}

extension PolledExchanges {
  /// Returns the arrival time and the source of the data, or nothing before the first answer. If `namesEach`
  /// is true, returns the time, and the source or the error of each exchange.
  func origin(namesEach: Bool) -> [Report.Member] {
    let freshness = freshness
    let asOf = Report.Member.value(
      Ticker.Columns.asOf, freshness.asOf.map(FieldValue.time) ?? .unknown)
    guard namesEach else {
      return freshness.asOf == nil
        ? [] : [asOf, freshness.sourceMember] + (all.first?.liveMembers ?? [])
    }
    let shown = Set(shown.map(\.exchange))
    let sources = all.compactMap { state -> [Report.Member]? in
      guard let exchange = state.exchange else { return nil }
      let isShown = shown.contains(state.exchange) && state.failure == nil
      let asOf = isShown ? state.freshness.asOf : nil
      let answer: [Report.Member]? = asOf.map {
        [state.freshness.sourceMember, .value(Ticker.Columns.asOf, .time($0))] + state.liveMembers
      }
      let error = state.failure?.description ?? "no response yet"
      return [.value(Ticker.Columns.exchange, .text(exchange.rawValue))]
        + (answer ?? [.value("error", .text(error))])
    }
    return [asOf, .objects("sources", sources)]
  }
}

extension PolledExchanges.State {
  /// Whether the data is live, how it is proven, and the messages so far; empty if there is no live run.
  fileprivate var liveMembers: [Report.Member] {
    guard let live else { return [] }
    let updates = live.updates.map {
      Report.Member.value(OrderBookViewModel.Columns.updates, .number(Decimal($0)))
    }
    return live.members
      + [updates, .value("messages", .number(Decimal(live.messages)))]
      .compactMap(\.self)
  }
}

extension LiveState {
  /// Whether the data is live, and how it is proven.
  var members: [Report.Member] {
    [
      .value("live", .flag(isLive)),
      .value(OrderBookViewModel.Columns.proof, .text(proof.rawValue)),
    ]
  }
}

extension Freshness {
  fileprivate var sourceMember: Report.Member {
    .value("source", source.map(FieldValue.text) ?? .unknown)
  }
}
