import Arguments
import MarketCore
import Terminal

/// One line per row, of fields and text: `{symbol} {last} {percent}`.
struct Template<F: Field>: Renderer {
  private enum Piece: Sendable {
    case text(String)
    /// A field, as a table shows it or exact.
    case field(F, isRaw: Bool)
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
        guard let field = F(rawValue: String(parts[0])),
          parts.count == 1 || parts.dropFirst() == ["raw"]
        else {
          throw InvalidValue.unknownField(String(name), F.self)
        }
        pieces += [.text(plain), .field(field, isRaw: parts.count == 2)]
        plain = ""
      case "}": throw InvalidValue.described(["unmatched '}' (write '}}' for a literal brace)"])
      default: plain.append(character)
      }
    }
    self.pieces = pieces + [.text(plain)]
  }

  /// Exact fields with a separator between them.
  init(raw fields: F..., separator: String) {
    pieces = fields.enumerated().flatMap { index, field -> [Piece] in
      [.text(index == 0 ? "" : separator), .field(field, isRaw: true)]
    }
  }

  /// The fields, each of which a report must have as a column.
  var fields: [F] {
    pieces.compactMap { piece in
      if case .field(let field, _) = piece { field } else { nil }
    }
  }

  func text(of report: Report, isFirst: Bool) -> String {
    let columns = Dictionary(
      report.columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    return report.rows.map { row in
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .field(let field, let isRaw):
          columns[field.rawValue].map { text(of: row[$0], isRaw: isRaw) } ?? ""
        }
      }.joined() + "\n"
    }.joined()
  }

  private func text(of cell: Cell, isRaw: Bool) -> String {
    (isRaw ? cell.value.text ?? "" : cell.text).controlsReplaced
  }
}
