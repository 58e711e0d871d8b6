/// A strict reader of the exposition format, as Prometheus and OpenMetrics both define it.
struct Exposition {
  struct Family: Equatable {
    let name: String
    let help: String
    let samples: [Sample]
  }

  struct Sample: Equatable {
    /// In the order in which they are written.
    let labels: [(name: String, value: String)]
    let value: String

    static func == (lhs: Sample, rhs: Sample) -> Bool {
      lhs.value == rhs.value && lhs.labels.elementsEqual(rhs.labels, by: ==)
    }
  }

  struct Malformed: Error {
    let line: String
  }

  let families: [Family]

  /// Reads a whole exposition.
  ///
  /// Every family must have HELP, TYPE gauge and its samples in this order, none may be repeated, and
  /// `# EOF` must be the last line.
  init(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    guard lines.popLast() == "", lines.popLast() == "# EOF" else {
      throw Malformed(line: String(text.suffix(20)))
    }
    var families: [Family] = []
    while let line = lines.popFirst() {
      guard let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)/),
        !families.contains(where: { $0.name == help.1 })
      else { throw Malformed(line: line) }
      let name = String(help.1)
      guard lines.popFirst() == "# TYPE \(name) gauge" else { throw Malformed(line: line) }
      var samples: [Sample] = []
      while let line = lines.first, !line.hasPrefix("#") {
        lines.removeFirst()
        let sample = try Self.sample(line, of: name)
        let isRepeated = samples.contains { $0.labels.elementsEqual(sample.labels, by: ==) }
        guard !isRepeated else { throw Malformed(line: line) }
        samples.append(sample)
      }
      // A backslash in a help text is the start of an escape.
      guard !help.2.contains("\\") else { throw Malformed(line: line) }
      families.append(Family(name: name, help: String(help.2), samples: samples))
    }
    self.families = families
  }

  // Compiled once: every line of every exposition has them.
  nonisolated(unsafe) private static let labelName = /[a-zA-Z_][a-zA-Z0-9_]*/
  nonisolated(unsafe) private static let number = /-?[0-9]+(\.[0-9]+)?/

  private static func sample(_ line: String, of name: String) throws -> Sample {
    var rest = line.unicodeScalars[...]
    func expect(_ text: String) throws {
      guard rest.starts(with: text.unicodeScalars) else { throw Malformed(line: line) }
      rest.removeFirst(text.unicodeScalars.count)
    }
    try expect("\(name){")
    var labels: [(name: String, value: String)] = []
    repeat {
      if !labels.isEmpty { try expect(",") }
      let label = String(String.UnicodeScalarView(rest.prefix { $0 != "=" }))
      guard label.wholeMatch(of: Self.labelName) != nil, !label.hasPrefix("__"),
        !labels.contains(where: { $0.name == label })
      else { throw Malformed(line: line) }
      rest.removeFirst(label.unicodeScalars.count)
      try expect("=\"")
      var value = String.UnicodeScalarView()
      while let scalar = rest.popFirst(), scalar != "\"" {
        guard scalar == "\\" else {
          value.append(scalar)
          continue
        }
        guard let escaped = rest.popFirst(), let plain = escapes[escaped] else {
          throw Malformed(line: line)
        }
        value.append(plain)
      }
      labels.append((label, String(value)))
    } while rest.first == ","
    try expect("} ")
    let value = String(String.UnicodeScalarView(rest))
    guard value.wholeMatch(of: Self.number) != nil, Double(value) != nil else {
      throw Malformed(line: line)
    }
    return Sample(labels: labels, value: value)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", "\"": "\"", "n": "\n",
  ]
}
