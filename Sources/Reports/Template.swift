package import MarketCore
import Terminal

package enum TemplateError: Error, Equatable {
  case unknownField(String)
  case invalid(_ reason: String)
}

/// Formats a row with fields and text, such as `{symbol} {last} {percent}`.
package struct Template<Row: MarketCore.Row>: Sendable {
  /// A report must have these columns in this order.
  package let columns: [Column<Row>]
  /// For each column, the text before it, and whether its value is exact instead of as in a table.
  private let pieces: [(text: String, isRaw: Bool)]
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
    pieces = columns.indices.map { ($0 == 0 ? "" : " ", isRaw: false) }
    (end, separator) = ("", nil)
  }

  /// Parses a template. `{field}` is a field as in a table, `{field:raw}` is its exact value. `{{` and `}}`
  /// are braces. The escapes are `\n`, `\t` and `\\`.
  package init(_ text: String) throws(TemplateError) {
    var (columns, pieces, plain) = ([Column<Row>](), [(text: String, isRaw: Bool)](), "")
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
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard let column = Row.column(named: String(parts[0])),
          parts.count == 1 || parts.dropFirst() == ["raw"]
        else { throw TemplateError.unknownField(String(name)) }
        columns.append(column)
        pieces.append((plain, isRaw: parts.count == 2))
        plain = ""
      case "}": throw TemplateError.invalid("unmatched '}' (write '}}' for a literal brace)")
      default: plain.append(character)
      }
    }
    (self.columns, self.pieces, end, separator) = (columns, pieces, plain, nil)
  }

  func text(of report: Report) -> String { texts(of: report).map { $0 + "\n" }.joined() }

  /// The text of each row.
  func texts(of report: Report) -> [String] {
    if let separator {
      return report.rows.map { row in
        row.compactMap(\.value.text?.controlsReplaced).joined(separator: separator)
      }
    }
    return report.rows.map { row in
      zip(pieces, row).map { piece, cell in
        piece.text + (piece.isRaw ? cell.value.text ?? "" : cell.text).controlsReplaced
      }.joined() + end
    }
  }
}
