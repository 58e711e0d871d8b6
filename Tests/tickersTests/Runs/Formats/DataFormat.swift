import Reports
import Testing

/// A format whose rows a program reads, with a reader that knows no more than its rules.
enum DataFormat: String, CaseIterable {
  case tsv, csv, json, ndjson, markdown

  struct Malformed: Error {}

  /// A row by field, unknown values left out.
  typealias Row = [String: String]

  /// The rows of all polls.
  func rows(_ output: String) throws -> [Row] {
    let output = output.unicodeScalars
    switch self {
    case .tsv:
      return try Self.rows(Self.lines(output).map { try Self.split(tsv: $0) })
    case .csv: return try Self.rows(Self.records(csv: output))
    case .markdown:
      return try Self.lines(output).split(separator: "", omittingEmptySubsequences: false)
        .flatMap { table in
          let lines = try table.map { try Self.split(markdown: $0) }
          guard lines.count >= 2, lines[1].allSatisfy({ ["---", "---:"].contains($0) }) else {
            throw Malformed()
          }
          let unknown = "–"
          return try Self.rows([lines[0]] + lines[2...].map { $0.map { $0 == unknown ? "" : $0 } })
        }
    case .json:
      return try Self.lines(output).flatMap { line in
        let poll = try JSONText(line)
        return ["tickers", "symbols", "bids", "asks"].flatMap { poll[$0]?.elements ?? [] }
          .map(\.known)
      }
    case .ndjson: return try Self.lines(output).map { try JSONText($0).known }
    }
  }

  /// The lines, every one of which ends in LF.
  private static func lines(_ output: String.UnicodeScalarView) throws -> [String] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.last?.isEmpty == true else { throw Malformed() }
    return lines.dropLast().map { String($0) }
  }

  /// Rows under a heading, of as many values each.
  private static func rows(_ lines: [[String]]) throws -> [Row] {
    guard let names = lines.first else { return [] }
    return try lines.dropFirst().map { values in
      guard values.count == names.count else { throw Malformed() }
      return Dictionary(uniqueKeysWithValues: zip(names, values)).filter { !$0.value.isEmpty }
    }
  }

  private static func split(tsv line: String) throws -> [String] {
    let values = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
    return try values.map { value in
      var (text, rest) = (String.UnicodeScalarView(), value)
      while let scalar = rest.popFirst() {
        guard scalar == "\\" else {
          text.append(scalar)
          continue
        }
        switch rest.popFirst() {
        case "t": text.append("\t")
        case "n": text.append("\n")
        case "\\": text.append("\\")
        default: throw Malformed()
        }
      }
      return String(text)
    }
  }

  /// RFC 4180, with lines that end in LF.
  private static func records(csv output: String.UnicodeScalarView) throws -> [[String]] {
    var (records, record, value) = ([[String]](), [String](), String.UnicodeScalarView())
    var isQuoted = false
    var rest = output[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        value.append("\"")
      case "\"":
        guard isQuoted || value.isEmpty else { throw Malformed() }
        isQuoted.toggle()
      case "," where !isQuoted, "\n" where !isQuoted:
        record.append(String(value))
        value.removeAll()
        guard scalar == "\n" else { continue }
        records.append(record)
        record = []
      default: value.append(scalar)
      }
    }
    guard !isQuoted, record.isEmpty, value.isEmpty else { throw Malformed() }
    return records
  }

  private static func split(markdown line: String) throws -> [String] {
    var (cells, cell) = ([String.UnicodeScalarView](), String.UnicodeScalarView())
    var rest = Substring(line).unicodeScalars
    guard rest.popFirst() == "|" else { throw Malformed() }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\" where rest.first.map { $0.isASCII && !$0.properties.isAlphabetic } ?? false:
        cell.append(rest.removeFirst())
      case "|":
        cells.append(cell)
        cell.removeAll()
      default: cell.append(scalar)
      }
    }
    return try cells.map { cell in
      guard cell.first == " ", cell.last == " ", cell.count >= 2 else { throw Malformed() }
      return String(String.UnicodeScalarView(cell.dropFirst().dropLast()))
    }
  }
}
