import Foundation
import MarketCore

/// The rows of one poll before any format: columns, and cells of exact value, text and tone.
struct Report: Sendable {
  /// A column, under the name that `--columns` has for it.
  struct Column: Sendable {
    let name: String
    let kind: FieldKind
    /// The order in which columns are dropped on a narrow terminal, the highest first; 0 is never
    /// dropped.
    let dropRank: Int
    /// Whether up and down are marked here on a terminal.
    let marksTone: Bool
    /// The least width of a terminal that shows the column; `nil` for any output.
    let leastWidth: Int?

    /// A field as a column.
    ///
    /// - Parameter isChosen: whether the field was chosen by name.
    init(_ field: some Field, isChosen: Bool = false) {
      name = field.rawValue
      kind = field.kind
      dropRank = field.dropRank
      marksTone = field.marksTone
      leastWidth = field.kind == .share && !isChosen ? 60 : nil
    }

    /// Whether a table has the column, on a terminal of that width; `nil` for any output.
    func isShown(in width: Int?) -> Bool { leastWidth ?? 0 <= width ?? 0 }

    var isNumber: Bool { kind == .number || kind == .share }
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

  /// Rows that belong together: all pairs, or one side of a book.
  struct Group: Sendable {
    let name: String
    let rows: Rows
    /// The arrival time of each row's answer; `nil` when that of the report is all there is.
    var times: [Date]?
  }

  /// Rows that stand beside those of the report, with columns of their own.
  struct FooterTable: Sendable {
    /// The name in formats that have one.
    let name: String
    let columns: [Column]
    let rows: [[Cell]]
    /// The parts of the line that stands for them below a table; `nil` when they are a table
    /// themselves.
    var line: [String]?
  }

  /// One of several exchanges that were asked.
  struct Source: Sendable {
    let exchange: String
    let freshness: Freshness
    /// Whether its answer is part of the report.
    let isShown: Bool
  }

  /// The freshness of the data, and its source.
  let freshness: Freshness
  /// The exchanges that were asked, in order, if more than one is; else none.
  var sources: [Source]?
  let columns: [Column]
  let groups: [Group]
  /// The values beside the rows, before them in formats of documents.
  var summary: [Member] = []
  /// The values after the rows in formats of documents.
  var closing: [Member] = []
  /// The values of a fill.
  var fill: [Member]?
  /// The values of the parts of a fill on several exchanges.
  var fillParts: [[Member]]?
  /// The rows beside the rows, for people and for formats of documents.
  var footerTables: [FooterTable] = []
  /// Whether it has only the rows that changed: then no rows are worth no heading.
  var isUpdate = false

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
  /// The exchanges for a report; `nil` when only one is asked.
  var reported: [Report.Source]? { isMultiExchange ? named : nil }

  /// The exchanges that have a name.
  var named: [Report.Source] {
    let shown = Set(shown.map(\.exchange))
    return all.filter { !$0.exchange.isEmpty }.map { source in
      Report.Source(
        exchange: source.exchange, freshness: source.freshness,
        isShown: shown.contains(source.exchange) && source.failure == nil)
    }
  }
}
