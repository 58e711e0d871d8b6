import Foundation
import MarketCore
import Testing

/// The columns that have a name in code, compared with their declarations in the sources.
struct NamedColumnsTests {
  private struct Declaration {
    /// The names in code, as declared and as listed in `columns`.
    let declared, listed: [String]
    /// The name in code and the text of each column that is declared with a text.
    let texts: [(code: String, text: String)]
  }

  private static func declarations() throws -> [Declaration] {
    let sources = Articles.repository.appending(path: "Sources/MarketCore")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var declarations: [Declaration] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for part in source.components(separatedBy: "  public enum Columns {\n").dropFirst() {
        guard let body = part.range(of: "\n  }\n"),
          let list = part[body.upperBound...].firstMatch(of: /\[Column<.+>\] = \[([^\]]*)\]/)
        else { continue }
        let columns = part[..<body.lowerBound]
        declarations.append(
          Declaration(
            declared: columns.matches(of: /static let (\w+) =/).map { String($0.1) },
            listed: list.1.matches(of: /Columns\.(\w+)/).map { String($0.1) },
            texts: columns.matches(of: /static let (\w+) =[^"=]*\(\s*"(\w+)"/)
              .map { (String($0.1), String($0.2)) }))
      }
    }
    return declarations
  }

  /// The name in code of a column: in camel case, without abbreviations.
  private static func code(of text: String) -> String {
    let words = text.split(separator: "_").map { word in
      switch word {
      case "bp": "BasisPoints"
      case "min": "minimum"
      case "max": "maximum"
      default: String(word)
      }
    }
    let rest = words.dropFirst().map {
      $0 == "id" ? "ID" : $0.prefix(1).uppercased() + $0.dropFirst()
    }
    return ([words[0]] + rest).joined()
  }

  @Test func `each column with a name in code is listed once, in the same order`() throws {
    let declarations = try Self.declarations()
    #expect(declarations.count == 14)
    for declaration in declarations { #expect(declaration.declared == declaration.listed) }
  }

  @Test func `the name in code is the name in camel case, written out`() throws {
    let texts = try Self.declarations().flatMap(\.texts)
    #expect(texts.count > 100)
    for (code, text) in texts { #expect(code == Self.code(of: text)) }
  }

  @Test func `a column is found by its name, and by no other text`() {
    for column in Ticker.columns { #expect(Ticker.column(named: column.name) == column) }
    for text in ["", "Last", "last ", "nothing"] { #expect(Ticker.column(named: text) == nil) }
    #expect(Set(Ticker.columns.map(\.name)).count == Ticker.columns.count)
  }
}
