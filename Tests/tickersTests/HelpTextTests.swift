import Arguments
import Testing
import TestTools

@testable import tickers

/// What help and manual say about the program itself.
struct HelpTextTests {
  @Test(arguments: Tickers.program.commands.map(\.name))
  func `help has no line above 80 columns`(command: String) async {
    let help = await TestWorld().run(["help", command]).output
    for line in help.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test(arguments: Tickers.program.commands)
  func `a field has a meaning in help and manual`(command: Command) async {
    let help = await TestWorld().run(["help", command.name]).output
    let hasColumns = command.options.contains { $0.name == "columns" }
    #expect(command.fields.isEmpty == !hasColumns)
    for row in command.fields.flatMap(\.rows) {
      let line = help.split(separator: "\n").first { $0.hasPrefix("  \(row.term)  ") }
      #expect(line.map { !$0.dropFirst(row.term.count + 2).allSatisfy(\.isWhitespace) } == true)
      #expect(row.text.count > 2 && row.text.last != ".", "\(row)")
    }
  }

  @Test func `the manual has each field with its meaning`() async {
    let manual = await TestWorld().run(["manual"]).output
    for list in Tickers.program.commands.flatMap(\.fields) {
      #expect(manual.contains("\n\(list.title.replacing("--", with: "\\-\\-")):\n"))
      for row in list.rows {
        let start = row.text.replacing("-", with: "\\-").replacing("'", with: "\\(aq")
          .prefix(20)
        #expect(manual.contains(".It Cm \"\\&\(row.term)\"\n\(start)"), "\(row)")
      }
    }
  }

  @Test func `the columns of help are the fields of help`() async throws {
    for command in Tickers.program.commands {
      guard let list = command.fields.first else { continue }
      let columns = await TestWorld().run([command.name, "--columns", "help"]).output
      #expect(columns == list.rows.map { "\($0.term)\n" }.joined(), "\(command.name)")
    }
  }

  @Test func `imbalance is explained with its depth`() async {
    let help = await TestWorld().run(["help", "book"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("over the first --depth levels (10 by default), -1 to 1"))
  }

  @Test(.enabled(if: Tool(name: "mandoc").isInstalled))
  func `mandoc finds no fault in the manual`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(await TestWorld().run(["manual"]).output, to: "page")
    let arguments = ["-T", "lint", "-W", "warning", "page"]
    #expect(try Tool(name: "mandoc").run(arguments, in: folder.url).output == "")
  }

  @Test func `the overview says what polls`() async {
    let overview = await TestWorld().run([]).output
    let text = overview.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("book and holdings, and history on a terminal, poll until interrupted;"))
  }
}
