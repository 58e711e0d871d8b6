import Arguments
import MarketCore
import Terminal

/// A line a row, as people write it for a status bar: `{symbol} {last} {percent}`.
struct Template<F: TableField>: Renderer {
  private enum Piece: Sendable {
    case text(String)
    /// The cell of a column, as a table shows it or exact.
    case cell(column: Int, isRaw: Bool)
  }

  /// The fields that a frame must have as columns, in this order.
  let fields: [F]
  private let pieces: [Piece]

  /// Understands a text: `{field}` as in a table, `{field:raw}` exact, `{{` and `}}` for braces,
  /// `\n`, `\t` and `\\`.
  init(_ text: String) throws(InvalidValue) {
    var (fields, pieces, plain) = ([F](), [Piece](), "")
    var rest = text[...]
    while let character = rest.popFirst() {
      let pair = "\(character)\(rest.first.map(String.init) ?? "")"
      switch character {
      case "{" where pair == "{{", "}" where pair == "}}":
        plain.append(character)
        rest.removeFirst()
      case "\\":
        guard let escape = ["\\n": "\n", "\\t": "\t", "\\\\": "\\"][pair] else {
          throw InvalidValue.described(["after \\ there is n, t or \\"])
        }
        plain += escape
        rest.removeFirst()
      case "{":
        let name = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(name.count + 1)
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard rest.startIndex > name.endIndex, let field = F(rawValue: String(parts[0])),
          parts.count == 1 || parts.dropFirst() == ["raw"]
        else {
          throw InvalidValue.described(["'{\(name)}' names no field; fields are \(F.names)"])
        }
        pieces += [.text(plain), .cell(column: fields.count, isRaw: parts.count == 2)]
        (plain, fields) = ("", fields + [field])
      case "}": throw InvalidValue.described(["a single } is written }}"])
      default: plain.append(character)
      }
    }
    self.fields = fields
    self.pieces = pieces + [.text(plain)]
  }

  /// Fields with a character between them, exact: what a program prints if nobody asks otherwise.
  init(raw fields: F..., separator: String) {
    self.fields = fields
    pieces = fields.indices.flatMap { column -> [Piece] in
      [.text(column == 0 ? "" : separator), .cell(column: column, isRaw: true)]
    }
  }

  func text(of frame: Frame, isFirst: Bool) -> String {
    frame.groups.flatMap(\.rows).map { row in
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .cell(let column, isRaw: true): (row[column].value.machineText ?? "").withoutControls
        case .cell(let column, isRaw: false): row[column].text.withoutControls
        }
      }.joined() + "\n"
    }.joined()
  }
}
