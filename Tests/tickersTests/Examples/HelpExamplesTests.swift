import Arguments
import TestTools
import Testing

@testable import tickers

/// The examples of the help, which are those of the man page too, can be run as they are.
@Suite(.fewAtATime) struct HelpExamplesTests {
  private static let program = Tickers.program

  @Test(arguments: (program.examples + program.commands.flatMap(\.examples)).map(\.line))
  func `an example of the help can be run`(line: String) throws {
    guard let outcome = try ExampleShell().run(line) else { return }
    // Fixtures need not meet the condition of --until (1) or have what an example requests (66).
    #expect([0, 1, 66].contains(outcome.status), "\(outcome)")
  }
}
