import Arguments
import MarketCore
import Terminal

/// One line per row, of fields and text: `{symbol} {last} {percent}`.
struct Template<Row: MarketCore.Row>: Renderer {
  private enum Piece: Sendable {
    case text(String)
    /// A column, as a table shows it or exact.
    case column(Column<Row>, isRaw: Bool)
  }

  private let pieces: [Piece]

  /// Parses a text: `{field}` as in a table, `{field:raw}` exact, `{{` and `}}` for braces,
  /// `\n`, `\t` and `\\`.
  init(_ text: String) throws(InvalidValue) {
    var (pieces, plain) = ([Piece](), "")
    var rest = text[...]
    while let character = rest.popFirst() {
      let pair = "\(character)\(rest.first.map(String.init) ?? "")"
      switch character {
      case "{" where pair == "{{", "}" where pair == "}}":
        plain.append(character)
        rest.removeFirst()
      case "\\":
        guard let escape = ["\\n": "\n", "\\t": "\t", "\\\\": "\\"][pair] else {
          throw InvalidValue.described(["invalid escape after \\; expected \\n, \\t or \\\\"])
        }
        plain += escape
        rest.removeFirst()
      case "{":
        let name = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(name.count + 1)
        guard rest.startIndex > name.endIndex else {
          throw InvalidValue.described(["unclosed '{' (write '{{' for a literal brace)"])
        }
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard let column = Row.column(named: String(parts[0])),
          parts.count == 1 || parts.dropFirst() == ["raw"]
        else {
          throw InvalidValue.unknownField(String(name), Row.self)
        }
        pieces += [.text(plain), .column(column, isRaw: parts.count == 2)]
        plain = ""
      case "}": throw InvalidValue.described(["unmatched '}' (write '}}' for a literal brace)"])
      default: plain.append(character)
      }
    }
    self.pieces = pieces + [.text(plain)]
  }

  /// Exact values with a separator between them.
  init(raw columns: [Column<Row>], separator: String) {
    pieces = columns.enumerated().flatMap { index, column -> [Piece] in
      [.text(index == 0 ? "" : separator), .column(column, isRaw: true)]
    }
  }

  /// The columns, which a report must have in this order.
  var columns: [Column<Row>] {
    pieces.compactMap { piece in
      if case .column(let column, _) = piece { column } else { nil }
    }
  }

  func text(of report: Report, isFirst: Bool) -> String {
    report.rows.map { row in
      var cells = row[...]
      return pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .column(_, let isRaw): cells.popFirst().map { text(of: $0, isRaw: isRaw) } ?? ""
        }
      }.joined() + "\n"
    }.joined()
  }

  private func text(of cell: Cell, isRaw: Bool) -> String {
    (isRaw ? cell.value.text ?? "" : cell.text).controlsReplaced
  }
}
