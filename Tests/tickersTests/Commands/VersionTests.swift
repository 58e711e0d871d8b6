import Arguments
import Foundation
import Testing

@testable import tickers

/// The version of the program.
struct VersionTests {
  @Test func `the version names the commit, where the build knew it`() async {
    let outcome = await TestWorld(commit: "689167b+").run(["--version"])
    #expect(outcome.output.hasSuffix(" (689167b+)\n"))
  }

  @Test func `the changelog begins with this version`() throws {
    let changelog = try String(
      contentsOf: Repository.root.appending(path: "Sources/tickers/Documentation/Changelog.md"),
      encoding: .utf8)
    let heading = changelog.split(separator: "\n").first { $0.hasPrefix("## ") }
    #expect(heading?.hasPrefix("## \(Tickers.program.version) (") == true)
  }
}
