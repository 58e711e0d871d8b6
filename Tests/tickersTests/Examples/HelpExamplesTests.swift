import Arguments
import TestTools
import Testing

@testable import tickers

/// The examples of the help, which are those of the man page too, can be run as they are.
@Suite(.fewAtATime, .timeLimit(.minutes(5))) struct HelpExamplesTests {
  @Test(arguments: Tickers.program.commands.flatMap(\.examples).map(\.line))
  func `an example of the help can be run`(line: String) throws {
    guard let outcome = try ExampleShell().run(line) else { return }
    // A recording may end before the condition of --until is true.
    let isExpected = outcome.status == 0 || line.contains(/\s(-u|--until)\s/) && outcome.status == 1
    #expect(isExpected, "\(outcome)")
  }
}
