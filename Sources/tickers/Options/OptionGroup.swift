import Arguments

/// Options that belong together: declared, parsed and checked once, into a value.
protocol OptionGroup: Sendable {
  /// The declarations.
  static var options: [Option] { get }

  /// The values, each checked, used or not.
  init(_ invocation: Invocation) throws(UsageError)
}

extension Invocation {
  /// Checks the options that all commands have, for a command that uses none of them.
  func checkCommonOptions() throws(UsageError) {
    _ = try SourceOptions(self)
    _ = try MessageOptions(self)
  }
}
