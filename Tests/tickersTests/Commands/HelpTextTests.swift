import Arguments
import Foundation
import Reports
import Testing
import TestTools

@testable import tickers

/// The texts of help and man page about this program.
struct HelpTextTests {
  @Test(arguments: Tickers.program.commands.map(\.name) + Tickers.program.topics.map(\.name))
  func `help has no line above 80 columns`(command: String) async {
    let help = await TestWorld().run(["help", command]).output
    for line in help.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test(arguments: Tickers.program.commands)
  func `a field has a meaning in help`(command: Command) async {
    let help = await TestWorld().run(["help", command.name]).output
    let hasColumns = command.options.contains { $0.name == "columns" }
    #expect(command.fields.isEmpty == !hasColumns)
    for row in command.fields.flatMap(\.rows) {
      let line = help.split(separator: "\n").first { $0.hasPrefix("  \(row.term)  ") }
      #expect(line.map { !$0.dropFirst(row.term.count + 2).allSatisfy(\.isWhitespace) } == true)
      #expect(row.text.count > 2 && row.text.last != ".", "\(row)")
    }
  }

  @Test func `the manual has each field with its meaning`() async throws {
    let manual = await TestWorld().run(["manual"]).output
    let start = try #require(manual.range(of: "\n.Sh FIELDS\n")).upperBound
    let fields = manual[start...].split(separator: "\n.Sh ")[0]
    for row in Tickers.program.commands.flatMap(\.fields).flatMap(\.rows) {
      let text = row.text.replacing("-", with: "\\-").replacing("'", with: "\\(aq").prefix(20)
      #expect(fields.contains(".It Sy \"\\&\(row.term)\"\n\(text)"), "\(row)")
    }
  }

  @Test func `each format has a description`() async {
    let help = await TestWorld().run(["help", "formats"]).output
    for format in Format.allCases.map(\.rawValue) + ["--template"] {
      #expect(help.contains("\n  \(format) "), "\(format)")
    }
  }

  /// An option whose text differs between commands is one of each command.
  @Test func `the manual has an option of several commands once`() async {
    let manual = await TestWorld().run(["manual"]).output
    for option in ["interval", "exchange", "columns", "color", "record", "on\\-alert", "plain"] {
      let count = manual.split(separator: "\n").count {
        $0.hasPrefix(".It Fl ") && $0.contains("Fl \\-\(option)")
      }
      #expect(count == 1, "\(option)")
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

  @Test(.startsPrograms, .enabled(if: Tool(name: "mandoc").isInstalled))
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
