import Arguments
import TestTools
import Testing

/// The man page.
struct ManualTests {
  static let page = Sample.program.manual(
    date: "July 5, 2026",
    description: ["It's all in one place. Prices are ≥ 0."],
    seeAlso: ["watch", "jq"])

  @Test func `the page is as expected`() throws {
    try expect(Self.page, toBe: "tickers.1")
  }

  @Test func `headings without anything below them are left out`() {
    let page = Program(name: "p", version: "1", about: "P.", commands: [], commonOptions: [])
      .manual(date: "July 5, 2026")
    #expect(!page.contains(".Sh EXAMPLES") && !page.contains(".Sh SEE ALSO"))
    #expect(page.contains(".Nd P\n"))
  }

  @Test(
    .startsPrograms, .enabled(if: Tool(name: "mandoc").isInstalled),
    arguments: [page, ShellSample.program.manual(date: "July 5, 2026")])
  func `mandoc finds no fault`(page: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(page, to: "page")
    let arguments = ["-T", "lint", "-W", "warning", "page"]
    #expect(try Tool(name: "mandoc").run(arguments, in: folder.url).output == "")
  }

  @Test(.startsPrograms, .enabled(if: Tool(name: "mandoc").isInstalled))
  func `no character is lost on the way to the reader`() throws {
    let folder = try TemporaryFolder()
    try folder.write(ShellSample.program.manual(date: "July 5, 2026"), to: "page")
    let page = try Tool(name: "mandoc").run(["-T", "ascii", "page"], in: folder.url).output
    #expect(page.contains(#"Sort: 'it' [a] `b` $c \d "e"."#))
  }
}
