import Foundation

/// What a script depends on in an output: its columns, or the paths of its members, or all of it if it is
/// short.
enum Shape {
  /// The lines that describe an output.
  static func lines(of output: String, _ arguments: [String]) throws -> [String] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    guard let first = lines.first else { return ["nothing"] }
    // Colours are not compared.
    if output.contains("\u{1B}") { return ["text"] }
    let place = arguments.firstIndex { ["-o", "--format"].contains($0) }
    let format = place.map { arguments[$0 + 1] } ?? ""
    if let words = try words(of: lines, format, arguments) {
      return ["\(format) \(words.joined(separator: " "))"]
    }
    if ["", "table"].contains(format), let headings = headings(first, of: lines.count, arguments) {
      return ["table \(headings.joined(separator: " "))"]
    }
    return lines.count <= 3 && lines.map(\.unicodeScalars.count).reduce(0, +) < 300
      ? lines.map { "= \($0)" } : ["text"]
  }

  /// The columns, the paths of members, or the names of metrics; `nil` for other formats.
  private static func words(
    of lines: [String], _ format: String, _ arguments: [String]
  ) throws -> [String]? {
    let hasHeader = !arguments.contains { ["--no-header", "--after"].contains($0) }
    switch format {
    case "json", "ndjson":
      return try lines.reduce(into: []) { paths, line in
        for path in try JSONText(line).paths where !paths.contains(path) { paths.append(path) }
      }
    case "csv" where hasHeader: return lines[0].split(separator: ",").map(String.init)
    case "tsv" where hasHeader: return lines[0].split(separator: "\t").map(String.init)
    case "markdown" where hasHeader:
      return lines[0].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    case "openmetrics":
      return lines.filter { !$0.hasPrefix("#") }
        .map { String($0.prefix { $0.isLetter || $0 == "_" }) }
    case "influx":
      return lines.flatMap { line in
        // Blanks in texts are escaped or quoted.
        line.replacing("\\ ", with: "_").replacing(/="[^"]*"/, with: "=").split(separator: " ")
          .prefix(2).flatMap { $0.split(separator: ",") }.map { String($0.prefix { $0 != "=" }) }
      }
    default: return nil
    }
  }

  /// The headings of a table; `nil` for other texts.
  private static func headings(
    _ line: String, of count: Int, _ arguments: [String]
  ) -> [String]? {
    let names = line.split(separator: " ").map(String.init)
    let isHeading = line.wholeMatch(of: /[A-Z_0-9]+( {2,}[A-Z_0-9]+)*/) != nil
    let isShort = count < 3 && names.count == 1
    return isHeading && !isShort && !arguments.contains("--chart") ? names : nil
  }

  /// Whether a line has all of an earlier one: columns of csv at the same positions, or with others between
  /// them if `allowsOthersBetween` is true; headings in the same order; members and metrics in any order;
  /// texts as they are.
  static func isKept(_ earlier: String, in line: String, allowsOthersBetween: Bool) -> Bool {
    let (old, new) = (words(earlier), words(line))
    guard old[0] == new[0] else { return false }
    switch old[0] {
    case "csv", "tsv", "markdown":
      return allowsOthersBetween ? new.filter(Set(old).contains) == old : new.starts(with: old)
    case "table": return new.filter(Set(old).contains) == old
    case "json", "ndjson", "openmetrics", "influx": return Set(old).isSubset(of: new)
    default: return earlier == line
    }
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }
}

extension JSONText {
  /// The paths of all members that have no members themselves, as in `fill.parts.total`.
  fileprivate var paths: [String] {
    switch self {
    case .object(let members):
      members.flatMap { name, value in
        let paths = value.paths
        return paths.isEmpty ? [name] : paths.map { "\(name).\($0)" }
      }
    case .array(let elements): elements.flatMap(\.paths)
    default: []
    }
  }
}
