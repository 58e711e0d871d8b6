import Foundation
import TestTools
import Testing

/// The examples in README and articles, compared with the output of the program.
///
/// `UPDATE_ARTICLES=1 swift test --filter ArticleTests` writes what they print now into the pages, to be
/// reviewed as a diff.
@Suite(.startsPrograms) struct ArticleTests {
  @Test(arguments: Article.paths)
  func `the examples of a page print what it shows`(path: String) throws {
    var article = try Article(path)
    let shell = try ExampleShell()
    let updates = ProcessInfo.processInfo.environment["UPDATE_ARTICLES"] == "1"
    var outputs: [Int: String] = [:]
    for (index, example) in article.examples.enumerated() {
      for (file, text) in example.files { try shell.write(text, to: file) }
      guard let outcome = try shell.run(example.commands, mergesErrors: example.isTranscript)
      else { continue }
      // A transcript may show an invalid command.
      let isExpected = outcome.status == 0 || example.isTranscript && outcome.status == 64
      #expect(isExpected, "\(example.commands)\(outcome)")
      guard isExpected, example.isTranscript || !example.output.isEmpty else { continue }
      if updates, !outcome.output.isEmpty {
        outputs[index] = outcome.output
      } else {
        #expect(outcome.output == article.output(of: example), "\(example.commands)")
      }
    }
    if updates { try article.replace(outputs) }
  }

  @Test func `pages have examples`() throws {
    let count = try Article.paths.reduce(0) { try $0 + Article($1).examples.count }
    #expect(count > 50)
  }

  /// Links to files of the repository, without their anchors.
  @Test(arguments: Article.all)
  func `links of a page lead to files`(path: String) throws {
    let url = Repository.root.appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
      let target = url.deletingLastPathComponent().appending(path: String(match.1)).standardized
      #expect(FileManager.default.fileExists(atPath: target.path), "\(match.1)")
    }
  }
}
