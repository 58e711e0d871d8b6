package import MarketCore
import Terminal

package enum TemplateError: Error, Equatable {
  case unknownField(String)
  case invalid(_ reason: String)
}

/// Formats a row with fields and text, such as `{symbol} {last} {percent}`.
package struct Template<Row: MarketCore.Row>: Sendable {
  private enum Form {
    case table
    case exact
    /// The number of decimals; `nil` for a short form, as of a turnover.
    case decimals(Int?)
    /// No value of a column, but how old a row is that is printed again.
    case stale
  }

  /// A report must have these columns in this order.
  package let columns: [Column<Row>]
  /// The values, each with the text before it. All except those of the form `stale` have a column.
  private let pieces: [(text: String, form: Form)]
  private let end: String
  /// The text between exact values; `nil` for a template that the user typed.
  private let separator: String?

  /// Creates a template for the exact values of columns with a text between them. Omits unknown values.
  package init(_ columns: [Column<Row>], separator: String) {
    self.columns = columns
    (pieces, end, self.separator) = ([], "", separator)
  }

  /// Creates a template for the values of columns as in a table, with spaces between them.
  package init(_ columns: [Column<Row>]) {
    self.columns = columns
    pieces = columns.indices.map { ($0 == 0 ? "" : " ", form: .table) }
    (end, separator) = ("", nil)
  }

  /// Parses a template. `{field}` is a field as in a table, `{field:raw}` is its exact value, `{field:2}` has
  /// two decimals, `{field:k}` is short, as in `$1.24B`. `{stale}` is empty, or `stale 40 s` in a row that is
  /// printed again. `{{` and `}}` are braces. The escapes are `\n`, `\t` and `\\`.
  package init(_ text: String) throws(TemplateError) {
    var (columns, pieces, plain) = ([Column<Row>](), [(text: String, form: Form)](), "")
    var rest = text[...]
    while let character = rest.popFirst() {
      let pair = "\(character)\(rest.first.map(String.init) ?? "")"
      switch character {
      case "{" where pair == "{{", "}" where pair == "}}":
        plain.append(character)
        rest.removeFirst()
      case "\\":
        guard let escape = ["\\n": "\n", "\\t": "\t", "\\\\": "\\"][pair] else {
          throw TemplateError.invalid("invalid escape after \\; expected \\n, \\t or \\\\")
        }
        plain += escape
        rest.removeFirst()
      case "{":
        let name = rest.prefix { $0 != "}" }
        guard name.endIndex < rest.endIndex else {
          throw TemplateError.invalid("unclosed '{' (write '{{' for a literal brace)")
        }
        rest = rest.dropFirst(name.count + 1)
        let (column, form) = try Self.field(String(name))
        if let column { columns.append(column) }
        pieces.append((plain, form))
        plain = ""
      case "}": throw TemplateError.invalid("unmatched '}' (write '}}' for a literal brace)")
      default: plain.append(character)
      }
    }
    (self.columns, self.pieces, end, separator) = (columns, pieces, plain, nil)
  }

  /// Parses the text between braces; the column is `nil` for `stale`.
  private static func field(
    _ text: String
  ) throws(TemplateError) -> (column: Column<Row>?, form: Form) {
    if text == "stale" { return (nil, .stale) }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let column = Row.column(named: String(parts[0])) else {
      throw TemplateError.unknownField(text)
    }
    guard parts.count == 2 else { return (column, .table) }
    if parts[1] == "raw" { return (column, .exact) }
    let decimals = parts[1].allSatisfy("0123456789".contains) ? Int(parts[1]) : nil
    guard parts[1] == "k" || decimals.map({ $0 <= 38 }) ?? false else {
      throw TemplateError.invalid("{\(text)}: expected raw, k, or 0 to 38 decimals after ':'")
    }
    guard column.kind.isNumber else {
      throw TemplateError.invalid("{\(text)}: \(column.name) is not a number")
    }
    return (column, .decimals(decimals))
  }

  /// Whether the lines show the ages of rows that are printed again.
  package var hasStale: Bool {
    pieces.contains { if case .stale = $0.form { true } else { false } }
  }

  func text(of report: Report) -> String { texts(of: report).map { $0 + "\n" }.joined() }

  /// The text of each row.
  func texts(of report: Report) -> [String] {
    if let separator {
      return report.rows.map { row in
        row.compactMap(\.value.text?.controlsReplaced).joined(separator: separator)
      }
    }
    return report.groups.flatMap { group in
      group.rows.enumerated().map { index, row in
        line(of: row, stale: group.stale.isEmpty ? nil : group.stale[index])
      }
    }
  }

  private func line(of row: [Cell], stale: String?) -> String {
    var cells = row.makeIterator()
    return pieces.map { text, form in
      switch form {
      case .stale: text + (stale ?? "")
      case .table: text + (cells.next()?.text ?? "").controlsReplaced
      case .exact: text + (cells.next()?.value.text ?? "").controlsReplaced
      case .decimals(let decimals):
        text + (cells.next()?.text(decimals: decimals) ?? "").controlsReplaced
      }
    }.joined() + end
  }
}
