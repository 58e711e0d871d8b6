import Foundation
import Testing

@testable import tickers

/// Odd holdings files: the trades that they contain, or their wrong lines.
struct OddHoldingsFilesTests {
  /// A case of `OddFiles.json`.
  struct Case: Decodable, CustomTestStringConvertible {
    struct File: Decodable {
      let name: String
      /// The content; in base 64 if it is not UTF-8.
      let text: String?
      let base64: Data?
    }

    struct WrongLine: Decodable {
      let file: String
      let line: Int
      /// What the message must contain, regardless of case; `a|b` stands for one of both.
      let words: [String]
    }

    let name: String
    let files: [File]
    let arguments: [String]
    let stdin: String?
    let status: Int32
    /// The lines that `--check` prints, except the heading.
    let trades: [String]?
    let errors: [WrongLine]?
    /// The words of notices.
    let notices: [[String]]?
    /// Texts that no message contains.
    let absent: [String]?

    var testDescription: String { name }
  }

  private static let cases: [Case] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "OddFiles.json")
    return (try? JSONDecoder().decode([Case].self, from: Data(contentsOf: file))) ?? []
  }()

  private static func contains(_ text: Substring, _ words: [String]) -> Bool {
    words.allSatisfy { word in
      word.split(separator: "|").contains { text.lowercased().contains($0.lowercased()) }
    }
  }

  private static func run(_ odd: Case, _ options: [String]) async -> TestWorld.Outcome {
    var world = TestWorld()
    world.change = { world in
      world.files.read = { path in
        if path == "/dev/stdin" { return odd.stdin.map { Array($0.utf8) } }
        return odd.files.first { $0.name == path }.map {
          $0.base64.map(Array.init) ?? Array(($0.text ?? "").utf8)
        }
      }
    }
    return await world.run(["holdings"] + odd.arguments + options)
  }

  @Test func `there are cases`() { #expect(Self.cases.count > 300) }

  @Test(arguments: cases)
  func `a file has these trades or these wrong lines`(odd: Case) async {
    let hides = odd.arguments.contains("--hide-amounts")
    let outcome = await Self.run(odd, hides ? [] : ["--check"])
    #expect(outcome.status == odd.status, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").dropFirst().map(String.init)
    if odd.status == 0 { #expect(lines == odd.trades ?? []) } else { #expect(lines == []) }
    let messages = outcome.errors.split(separator: "\n")
    for wrong in odd.errors ?? [] {
      let place = "tickers: \(wrong.file):\(wrong.line): "
      let message = messages.first { $0.hasPrefix(place) }
      #expect(message.map { Self.contains($0, wrong.words) } ?? false, "\(place) \(outcome.errors)")
    }
    for words in odd.notices ?? [] {
      #expect(messages.contains { Self.contains($0, words) }, "\(outcome.errors)")
    }
    for text in odd.absent ?? [] { #expect(!outcome.errors.contains(text)) }
  }

  @Test(arguments: cases)
  func `what is printed reads back equal`(odd: Case) async {
    guard odd.status == 0, odd.trades != nil else { return }
    let first = await Self.run(odd, ["--check"])
    var world = TestWorld()
    world.holdings = Array(first.output.utf8)
    let second = await world.run(["holdings", "holdings.csv", "--check"])
    #expect(second.output == first.output)
  }
}
