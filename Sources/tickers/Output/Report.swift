import Foundation
import MarketCore

/// The rows of one poll before any format: columns, and cells of exact value, text and tone.
struct Report: Sendable {
  /// A column, under the name that `--columns` has for it.
  struct Column: Sendable {
    let name: String
    let kind: ColumnKind
    /// The order in which columns are dropped on a narrow terminal, the highest first; 0 is never
    /// dropped.
    let dropRank: Int
    /// Whether up and down are marked here on a terminal.
    let isToned: Bool
    /// The least width of a terminal that shows the column; `nil` for any output.
    let minimumTerminalWidth: Int?

    /// - Parameter isChosen: whether the column was chosen by name.
    init<Row: MarketCore.Row>(_ column: MarketCore.Column<Row>, isChosen: Bool = false) {
      name = column.name
      kind = column.kind
      dropRank = Row.style.dropRank(of: name)
      isToned = Row.style.toned.contains(name)
      minimumTerminalWidth = kind == .bar && !isChosen ? 60 : nil
    }

    /// Whether a table has the column, on a terminal of that width; `nil` for any output.
    func isShown(in width: Int?) -> Bool { minimumTerminalWidth ?? 0 <= width ?? 0 }
  }

  /// A value with a name.
  typealias Member = (name: String, value: FieldValue)

  /// Rows that are made when they are read: the cells of a whole book take more memory than its text.
  struct Rows: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    let endIndex: Int
    private let row: @Sendable (Int) -> [Cell]

    /// The rows of these elements.
    init<Element: Sendable>(
      of elements: [Element], _ row: @escaping @Sendable (Element) -> [Cell]
    ) {
      endIndex = elements.count
      self.row = { row(elements[$0]) }
    }

    init(arrayLiteral rows: [Cell]...) { self.init(of: rows) { $0 } }

    var startIndex: Int { 0 }
    subscript(index: Int) -> [Cell] { row(index) }
  }

  /// Rows that belong together: all pairs, one side of a book, or totals.
  struct Group: Sendable {
    let name: String
    let columns: [Column]
    let rows: Rows
    /// The arrival time of each row's answer; `nil` when that of the report is all there is.
    var times: [Date]?
    /// In a footer, the parts of the line that a table has for the group; `nil` for a table.
    var line: [String]?
  }

  /// One of several exchanges that were requested, and whether its answer is part of the report.
  typealias Source = (exchange: String, freshness: Freshness, isShown: Bool)

  /// The freshness of the data, and its source.
  let freshness: Freshness
  /// The exchanges that were requested, in order, if there are several; else none.
  var sources: [Source]?
  /// The rows, all with the same columns.
  let groups: [Group]
  /// The values beside the rows, before them in formats of documents.
  var summary: [Member] = []
  /// The values after the rows in formats of documents.
  var closing: [Member] = []
  /// The values of a fill.
  var fill: [Member]?
  /// The values of the parts of a fill on several exchanges.
  var fillParts: [[Member]]?
  /// The rows below the others, for people and for formats of documents.
  var footer: [Group] = []
  /// Whether it has only the rows that changed: then no rows are worth no heading.
  var isUpdate = false

  var columns: [Column] { groups.first?.columns ?? [] }

  /// The arrival time of a row's answer.
  func asOf(_ row: Int, in group: Group) -> Date { group.times?[row] ?? asOf }

  /// The rows of all groups.
  var rows: some Sequence<[Cell]> { groups.lazy.flatMap(\.rows) }

  /// Whether there are no rows.
  var isEmpty: Bool { groups.allSatisfy(\.rows.isEmpty) }

  /// The arrival time of the answer.
  var asOf: Date { freshness.asOf ?? .distantPast }

  /// The place of a column in each row.
  func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }
}

extension Sources {
  /// The exchanges for a report; `nil` when only one is requested.
  var reported: [Report.Source]? { areSeveral ? named : nil }

  /// The exchanges that have a name.
  var named: [Report.Source] {
    let shown = Set(shown.map(\.exchange))
    return all.filter { !$0.exchange.isEmpty }.map { source in
      (
        source.exchange, source.freshness, shown.contains(source.exchange) && source.failure == nil
      )
    }
  }
}
