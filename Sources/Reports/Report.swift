package import Foundation
package import MarketCore

/// The rows of one poll before any format: columns, and cells of exact value, text and tone.
package struct Report {
  package struct Column {
    let name: String
    let kind: ColumnKind
    /// See ``TableStyle/dropRank(of:)``.
    let dropRank: Int
    /// Whether up and down are marked here on a terminal.
    let isToned: Bool
    /// See ``TableStyle/amounts``.
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

    /// Whether a table has the column, on a terminal of that width; `nil` for any output.
    func isShown(in width: Int?) -> Bool { minimumTerminalWidth <= width ?? 0 }
  }

  /// Rows that belong together: all pairs, one side of a book, or totals.
  package struct Group {
    let name: String
    let columns: [Column]
    /// Made when they are read: the cells of a whole book take more memory than its text.
    private(set) var rows: LazyMapCollection<Range<Int>, [Cell]>
    /// The arrival time of each row's answer; `nil` for the time of the report.
    let times: [Date]?
    /// Below other rows, the parts of the line that a table has for the group; `nil` for a table.
    var line: [String]?

    init<Row>(
      _ name: String, _ rows: [Row], _ columns: [Column], times: [Date]? = nil,
      cells: @escaping (Row) -> [Cell]
    ) {
      (self.name, self.columns, self.times) = (name, columns, times)
      self.rows = rows.indices.lazy.map { cells(rows[$0]) }
    }

    /// The same with dots for amounts, unknown ones as well.
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
    /// The value of a column.
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

  /// What a screen draws beside rows, chosen as if it were a column.
  package static let trend = (
    name: "trend", meaning: "Last prices as a sparkline; on a screen only"
  )

  /// The arrival time of the data; `nil` for data without one.
  let asOf: Date?
  /// The requested exchanges, and whether each has answered.
  let sources: [(exchange: String?, hasAnswered: Bool)]
  /// What is the same for all rows and has no column, for a format with tags.
  package var tags: [(name: String, text: String)] = []
  /// The parts of a document before the rows.
  let before: [Member]
  /// The rows, all with the same columns.
  private(set) var groups: [Group]
  /// The parts of a document after the rows; their rows are below a table, too.
  package var after: [Member]
  /// Whether it has only the rows that changed: then no rows are worth no heading.
  let isUpdate: Bool

  package init(
    asOf: Date? = nil, sources: [(exchange: String?, hasAnswered: Bool)] = [],
    before: [Member] = [], groups: [Group], after: [Member] = [], isUpdate: Bool = false
  ) {
    (self.asOf, self.sources, self.isUpdate) = (asOf, sources, isUpdate)
    (self.before, self.groups, self.after) = (before, groups, after)
  }

  var columns: [Column] { groups.first?.columns ?? [] }
  var rows: some Sequence<[Cell]> { groups.lazy.flatMap(\.rows) }
  var isEmpty: Bool { groups.allSatisfy(\.rows.isEmpty) }
  /// The index of the price: of a ticker, of a coin, or the close of a candle.
  var priceIndex: Int? {
    index(of: Ticker.Columns.last) ?? index(of: Coin.Columns.price)
      ?? index(of: CandleRow.Columns.close)
  }
  /// The index of a column of that name, whatever the rows are.
  func index<Row>(of column: MarketCore.Column<Row>) -> Int? {
    columns.firstIndex { $0.name == column.name }
  }

  /// The same with dots for amounts, see ``TableStyle/amounts``.
  package var hidingAmounts: Report {
    var report = self
    report.groups = groups.map(\.hidingAmounts)
    report.after = after.map(\.hidingAmounts)
    return report
  }
}

extension Report.Member {
  /// - Parameter isTable: whether it is for a table, in which rates are a line.
  package init(_ supplement: Supplement, inTable isTable: Bool) {
    switch supplement {
    case .totals(let totals):
      let layout = Layout(HoldingTotal.columns, omitsZeros: isTable).of(totals)
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
  /// The parts of the line below a table.
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
  /// The time and the source of the data, or each exchange with its own time, source or error.
  func origin(namesEach: Bool) -> [Report.Member] {
    let freshness = freshness
    let asOf = Report.Member.value(
      Ticker.Columns.asOf, freshness.asOf.map(FieldValue.time) ?? .unknown)
    guard namesEach else {
      return freshness.asOf == nil ? [] : [asOf, freshness.sourceMember]
    }
    let shown = Set(shown.map(\.exchange))
    let sources = all.compactMap { source -> [Report.Member]? in
      guard let exchange = source.exchange else { return nil }
      let isShown = shown.contains(source.exchange) && source.failure == nil
      let asOf = isShown ? source.freshness.asOf : nil
      let answer: [Report.Member]? = asOf.map {
        [source.freshness.sourceMember, .value(Ticker.Columns.asOf, .time($0))]
      }
      let error = source.failure?.description ?? "no response yet"
      return [.value(Ticker.Columns.exchange, .text(exchange.rawValue))]
        + (answer ?? [.value("error", .text(error))])
    }
    return [asOf, .objects("sources", sources)]
  }
}

extension Freshness {
  fileprivate var sourceMember: Report.Member {
    .value("source", source.map(FieldValue.text) ?? .unknown)
  }
}
