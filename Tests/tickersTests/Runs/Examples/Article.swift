import Foundation

/// A page of the documentation as a sequence of examples.
///
/// A paragraph of an `sh` block is an example if it calls `tickers`; comments at its end are its
/// output. A block directly after an `sh` block is the output on a terminal, and so is the rest of a
/// block that begins with `$ ` and a command. A `csv` block is a holdings file of all examples
/// below it, an `ini` block the options file of the next transcript.
struct Article {
  struct Example {
    let commands: String
    /// The files that it reads, by name.
    let files: [String: String]
    /// The lines of its output; empty if the page does not show it.
    var output: Range<Int>
    /// Whether the output is that of a terminal: without `# `, and with stderr.
    var isTranscript: Bool
  }

  /// The paths of all pages of the repository, without those whose links docc checks.
  static let all =
    ["README.md"]
    + [".github", "Fixtures", "Sources", "Tests"].flatMap { folder in
      let url = Repository.root.appending(path: folder)
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
      return paths.filter { $0.hasSuffix(".md") && !$0.contains(".docc/") }.sorted().map {
        "\(folder)/\($0)"
      }
    }

  /// The paths of the pages whose examples are run here.
  static let paths = all.filter { $0 == "README.md" || $0.contains("/Documentation/") }

  private static let options = ".config/tickers/options"

  private(set) var examples: [Example] = []
  private let url: URL
  private var lines: [String]

  init(_ path: String) throws {
    url = Repository.root.appending(path: path)
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    var files = [Self.options: ""]
    var transcript = 0
    for (language, block) in blocks {
      switch language {
      case "csv": files[fileName(before: block)] = text(block)
      case "ini": files[Self.options] = text(block)
      case "sh":
        examples += paragraphs(block).compactMap { example($0, files) }
        transcript = block.upperBound + 3
      case "" where block.lowerBound == transcript:
        examples[examples.count - 1].output = block
        examples[examples.count - 1].isTranscript = true
      case "" where lines[block.lowerBound].hasPrefix("$ "):
        let command = String(lines[block.lowerBound].dropFirst(2))
        examples.append(
          Example(
            commands: command, files: files, output: block.dropFirst(), isTranscript: true))
        files[Self.options] = ""
      default: break
      }
    }
  }

  /// The output of an example, with a newline after each line.
  func output(of example: Example) -> String {
    let prefix = example.isTranscript ? 0 : 2
    return example.output.map { "\(lines[$0].dropFirst(prefix))\n" }.joined()
  }

  /// Writes new outputs of examples, by the place of the example, into the file.
  mutating func replace(_ outputs: [Int: String]) throws {
    for (index, output) in outputs.sorted(by: { $0.key > $1.key }) {
      let prefix = examples[index].isTranscript ? "" : "# "
      lines.replaceSubrange(
        examples[index].output,
        with: output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map { $0.isEmpty && !prefix.isEmpty ? "#" : prefix + $0 })
    }
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }

  /// The lines within each pair of fences, and the language of the block.
  private var blocks: [(language: String, lines: Range<Int>)] {
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    return stride(from: 0, to: fences.count - 1, by: 2).map {
      (String(lines[fences[$0]].dropFirst(3)), fences[$0] + 1..<fences[$0 + 1])
    }
  }

  private func paragraphs(_ block: Range<Int>) -> [Range<Int>] {
    let gaps = [block.lowerBound - 1] + block.filter { lines[$0].isEmpty } + [block.upperBound]
    return zip(gaps, gaps.dropFirst()).map { $0 + 1..<$1 }
  }

  private func example(_ paragraph: Range<Int>, _ files: [String: String]) -> Example? {
    let end = paragraph.last { !lines[$0].hasPrefix("#") }.map { $0 + 1 } ?? paragraph.lowerBound
    let commands = text(paragraph.lowerBound..<end).replacing("swift run tickers", with: "tickers")
    guard commands.contains(/\btickers [a-zA-Z]/) else { return nil }
    return Example(
      commands: commands, files: files, output: end..<paragraph.upperBound, isTranscript: false)
  }

  /// The name of the file in the line before a block, as in "In `trades.csv`:"; otherwise `coins.csv`.
  private func fileName(before block: Range<Int>) -> String {
    let line = lines[..<(block.lowerBound - 1)].last { !$0.isEmpty } ?? ""
    return line.firstMatch(of: /In `(\S+\.csv)`:$/).map { String($0.1) } ?? "coins.csv"
  }

  private func text(_ range: Range<Int>) -> String { lines[range].joined(separator: "\n") + "\n" }
}
