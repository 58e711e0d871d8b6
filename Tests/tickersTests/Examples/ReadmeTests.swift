import Foundation
import TestTools
import Testing

/// The README shows what its examples print.
///
/// `UPDATE_README=1 swift test --filter ReadmeTests` writes what they print now into the README, to
/// be reviewed as a diff.
@Suite(.fewAtATime) struct ReadmeTests {
  @Test func `the examples of the README print what it shows`() throws {
    var readme = try Readme()
    #expect(readme.examples.count > 20)
    let shell = try ExampleShell()
    let updates = ProcessInfo.processInfo.environment["UPDATE_README"] == "1"
    var outputs: [Int: String] = [:]
    for (index, example) in readme.examples.enumerated() {
      for (file, text) in example.files { try shell.write(text, to: file) }
      guard let outcome = try shell.run(example.commands, mergesErrors: example.isTranscript)
      else { continue }
      // A transcript may show an invalid command.
      let isExpected = outcome.status == 0 || example.isTranscript && outcome.status == 64
      #expect(isExpected, "\(example.commands)\(outcome)")
      guard isExpected, !example.output.isEmpty else { continue }
      if updates, !outcome.output.isEmpty {
        outputs[index] = outcome.output
      } else {
        #expect(outcome.output == readme.output(of: example), "\(example.commands)")
      }
    }
    if updates { try readme.replace(outputs) }
  }
}
