import Arguments
import Foundation
import Testing

@testable import tickers

/// The examples of help and manual, run on the recorded answers.
@Suite(.timeLimit(.minutes(5))) struct ExampleTests {
  static let lines = (Tickers.program.examples + Tickers.program.commands.flatMap(\.examples))
    .map(\.line)

  /// The words of the program's own part of a line, as a shell reads them.
  private static func words(_ line: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return Array(words.prefix { !["|", ">", "&&"].contains($0) })
  }

  @Test(arguments: lines)
  func `an example runs`(line: String) async throws {
    // What the shell is to read back.
    let line = line.replacing("eval \"$(", with: "").replacing(")\"", with: "")
    let words = Self.words(line)
    try #require(words.first == Tickers.program.name)
    var world = TestWorld()
    world.holdings = Array("symbol,quantity,unit_cost\nBTC-USD,1,20000\nUSD,5,1\n".utf8)
    let arguments = Array(words.dropFirst())
    guard case .run(let invocation) = try Tickers.program.parse(arguments) else {
      Issue.record("\(line) does not run a command")
      return
    }
    let polls = invocation.command.options.contains { $0.name == "replay" }
    let outcome = await world.run(
      arguments + (polls ? ["--count", "1", "--replay", Repository.fixtures.path] : []))
    // One poll need not meet a condition.
    let hasCondition = words.contains { ["--until", "-u"].contains($0) }
    #expect(outcome.status == 0 || hasCondition && outcome.status == 1, "\(outcome.errors)")
    let isSilent = hasCondition && words.contains { ["--quiet", "-q"].contains($0) }
    #expect(isSilent || !outcome.output.isEmpty)
    // A filter or condition that keeps nothing has a notice.
    #expect(!outcome.errors.contains("no pair"), "\(outcome.errors)")
  }

  @Test func `there are three examples in the overview`() async {
    let overview = await TestWorld().run([]).output
    let end = overview.split(separator: "\n").suffix(4)
    #expect(end.first == "Examples:")
    #expect(end.dropFirst().allSatisfy { $0.hasPrefix("  tickers ") })
  }
}
