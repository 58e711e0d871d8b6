import Arguments
import TestTools
import Testing

@testable import tickers

/// The examples of the help, which are those of the man page too, can be run as they are.
@Suite(.fewAtATime) struct HelpExamplesTests {
  private static let program = Tickers.program

  @Test(arguments: (program.examples + program.commands.flatMap(\.examples)).map(\.line))
  func `an example of the help prints something`(line: String) throws {
    guard let outcome = try ExampleShell().run(line) else { return }
    // A recording may end before the condition of --until is true.
    let hasCondition = line.contains(/\s(-u|--until)\s/)
    #expect(outcome.status == 0 || hasCondition && outcome.status == 1, "\(outcome)")
    let isSilent = hasCondition || line.contains(/[>]|eval/)
    #expect(isSilent || !outcome.output.isEmpty, "\(outcome)")
    #expect(!outcome.errors.contains("no pair matches"), "\(outcome)")
  }

  @Test func `the overview ends with three examples`() async {
    let overview = await TestWorld().run([]).output
    let end = overview.split(separator: "\n").suffix(4)
    #expect(end.first == "Examples:")
    #expect(end.dropFirst().allSatisfy { $0.hasPrefix("  tickers ") })
  }
}
