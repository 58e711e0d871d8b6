import Arguments

@testable import tickers

extension Tickers {
  /// Parses a command line that runs a command.
  static func invocation(_ words: [String]) throws -> Invocation {
    guard case .run(let invocation) = try program.parse(words) else {
      throw UsageError("no command")
    }
    return invocation
  }
}
