import Foundation
import Terminal
import Testing

/// Whole runs of the program on the recorded answers, each a folder in `Cases`: `arguments` (one a
/// line), and what is expected in `output`, `errors` and `status`, none of which need be there when
/// there is nothing to expect. `environment` has `NAME=value` lines, `terminal` a size as `80x24`,
/// `options` is the options file, `holdings.csv` that of holdings. `CASE` in an argument is the folder
/// itself, which can have other files.
///
/// `UPDATE_CASES=1 swift test --filter CaseTests` writes what the program does now into the
/// folders, to be reviewed as a diff.
@Suite(.timeLimit(.minutes(20))) struct CaseTests {
  static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(
      atPath: Repository.cases.path))?.filter { !$0.hasPrefix(".") }.sorted() ?? []

  @Test(arguments: names)
  func `the program does what the case expects`(name: String) async throws {
    let folder = Repository.cases.appending(path: name)
    func read(_ file: String) -> String {
      (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
    }
    func lines(_ file: String) -> [String] { read(file).split(separator: "\n").map(String.init) }

    var world = TestWorld()
    for line in lines("environment") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      world.environment[String(parts[0])] = String(parts[1])
    }
    if let size = lines("terminal").first?.split(separator: "x").compactMap({ Int($0) }) {
      world.terminal = TerminalSize(columns: size[0], rows: size[1])
    }
    if !read("options").isEmpty { world.options = Array(read("options").utf8) }
    world.holdings = (try? Data(contentsOf: folder.appending(path: "holdings.csv"))).map(Array.init)
    let arguments = lines("arguments").map {
      $0.replacingOccurrences(of: "FIXTURES", with: Repository.fixtures.path)
        .replacingOccurrences(of: "CASE", with: folder.path)
    }
    #expect(!arguments.isEmpty)

    var outcome = await world.run(arguments)
    for (path, name) in [(Repository.fixtures.path, "FIXTURES"), (folder.path, "CASE")] {
      outcome.output = outcome.output.replacingOccurrences(of: path, with: name)
      outcome.errors = outcome.errors.replacingOccurrences(of: path, with: name)
    }
    if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
      try write(outcome, to: folder)
    }
    #expect(outcome.output == read("output"))
    #expect(outcome.errors == read("errors"))
    #expect(outcome.status == lines("status").first.flatMap { Int32($0) } ?? 0)
  }

  @Test func `there are cases`() { #expect(Self.names.count > 20) }

  private func write(_ outcome: TestWorld.Outcome, to folder: URL) throws {
    let status = outcome.status == 0 ? "" : "\(outcome.status)\n"
    for (file, text) in [
      ("output", outcome.output), ("errors", outcome.errors), ("status", status),
    ] {
      let url = folder.appending(path: file)
      try? FileManager.default.removeItem(at: url)
      if !text.isEmpty { try Data(text.utf8).write(to: url) }
    }
  }
}
