import Foundation

/// What a release accepted and printed, from the files of its folder.
struct Release {
  /// A command line and its output.
  struct Example: Sendable {
    let line: String
    /// The exit status and the output of the release.
    fileprivate(set) var outcome = Outcome()
    /// The words with which the changelog tells a change.
    fileprivate(set) var told: String?
    /// What is printed since then.
    fileprivate(set) var now: Outcome?
  }

  /// An exit status, and an output as ``Shape`` describes it.
  struct Outcome: Equatable, Sendable {
    var status: Int32 = 0
    var output: [String] = []
  }

  /// 1.0.0, which is the release of the commit c45d91fa.
  static let first = Release("1.0")

  let folder: URL

  private init(_ name: String) {
    folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
  }

  /// The examples of each page, in the order of the pages.
  func pages() throws -> [(name: String, examples: [Example])] {
    var pages: [(name: String, examples: [Example])] = []
    for line in try lines(of: "commands.txt") {
      if line.hasPrefix("## ") {
        pages.append((String(line.dropFirst(3)), []))
      } else if line.hasPrefix("  ") {
        let example = pages[pages.count - 1].examples.count - 1
        pages[pages.count - 1].examples[example].add(String(line.dropFirst(2)))
      } else {
        pages[pages.count - 1].examples.append(Example(line: line))
      }
    }
    return pages
  }

  /// The words of each line of the interface that has this kind.
  func interface(_ kind: String) throws -> [[String]] {
    try lines(of: "interface.txt").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == kind }.map { Array($0.dropFirst()) }
  }

  private func lines(of file: String) throws -> [String] {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("# ") }
  }
}

extension Release.Example {
  fileprivate mutating func add(_ line: String) {
    if line.hasPrefix("told ") {
      told = String(line.dropFirst(5))
    } else if line.hasPrefix("now ") {
      now = now ?? Release.Outcome()
      now?.add(String(line.dropFirst(4)))
    } else {
      outcome.add(line)
    }
  }

  /// The variables before the program, and the arguments after it.
  var words: (environment: [String: String], arguments: [String]) {
    // A quotation mark only begins or ends a part of a word.
    let parts = line.split(separator: "'", omittingEmptySubsequences: false)
    let text = parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? String(part.replacing(" ", with: "\n")) : String(part)
    }.joined()
    let words = text.split(separator: "\n").map(String.init)
    let program = words.firstIndex(of: "tickers") ?? 0
    let environment = words[..<program].reduce(into: [String: String]()) { variables, word in
      let parts = word.split(separator: "=", maxSplits: 1)
      variables[String(parts[0])] = String(parts[1])
    }
    return (environment, Array(words[(program + 1)...]))
  }
}

extension Release.Outcome {
  fileprivate mutating func add(_ line: String) {
    if line.hasPrefix("status "), let status = Int32(line.dropFirst(7)) {
      self.status = status
    } else {
      output.append(line)
    }
  }
}
