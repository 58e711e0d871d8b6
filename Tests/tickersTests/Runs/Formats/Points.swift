/// A strict reader of InfluxDB's line protocol.
struct Point: Equatable {
  struct Malformed: Error {
    let line: String
  }

  let measurement: String
  let tags: [String: String]
  let fields: [String: String]
  /// Nanoseconds since 1970.
  let time: String

  /// Reads all points of a text. Each line must have a measurement, tags with values, number fields and
  /// a time, and each name once.
  static func all(in text: String) throws -> [Point] {
    guard text.isEmpty || text.hasSuffix("\n") else { throw Malformed(line: text) }
    return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { try Point(String($0)) }
  }

  private init(_ line: String) throws {
    let parts = Self.split(line, at: " ")
    guard parts.count == 3, parts[2].wholeMatch(of: /[0-9]{19}/) != nil else {
      throw Malformed(line: line)
    }
    func members(_ list: some Sequence<String>) throws -> [String: String] {
      try list.reduce(into: [:]) { members, member in
        let sides = Self.split(member, at: "=")
        guard sides.count == 2, !sides.contains(""), members[sides[0]] == nil else {
          throw Malformed(line: line)
        }
        members[sides[0]] = Self.unescaped(sides[1])
      }
    }
    let series = Self.split(parts[0], at: ",")
    measurement = series[0]
    tags = try members(series.dropFirst())
    fields = try members(Self.split(parts[1], at: ","))
    time = parts[2]
    guard fields.values.allSatisfy({ $0.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil }) else {
      throw Malformed(line: line)
    }
  }

  /// The parts between separators that no backslash stands before.
  private static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for scalar in text.unicodeScalars {
      if scalar == separator, !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("\\,", with: ",").replacing("\\=", with: "=").replacing("\\ ", with: " ")
  }
}
