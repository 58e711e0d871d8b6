/// Runs a command with `/bin/sh`, in a new session without a terminal, with `/dev/null` as stdin, stdout and
/// stderr. The command inherits the environment at start-up of the program, which ``variables`` override.
package struct ShellCommand: Hashable, Sendable {
  package enum End: Error, Hashable, Sendable {
    case exited(status: Int32)
    case signalled(Int32)
    /// The reason, such as `Argument list too long`.
    case notStarted(String)
  }

  /// The longest value in ``variables``, in bytes of UTF-8. Systems limit the size of all variables and
  /// arguments together (macOS: 1 MiB), and Linux also limits each of them to 128 KiB.
  package static let longestValue = 1024

  package var text: String
  package var variables: [String: String]

  package init(_ text: String, variables: [String: String] = [:]) {
    (self.text, self.variables) = (text, variables)
  }

  /// Runs the command, and returns how it has ended. Until then, the thread is blocked.
  package func run() -> End {
    // The system would cut the command at the NUL.
    guard !text.utf8.contains(0) else { return .notStarted("the command contains a NUL character") }
    // Without `--`, a command that begins with a hyphen would be read as options.
    return Self.run(
      "/bin/sh", arguments: ["sh", "-c", "--", text],
      variables: variables.mapValues(Self.printable))
  }

  private static func printable(_ value: String) -> String {
    let text = String(String.UnicodeScalarView(value.unicodeScalars.prefix(longestValue)))
      .controlsReplaced
    var left = longestValue
    let end = text.unicodeScalars.prefix { scalar in
      left -= UTF8.width(scalar)
      return left >= 0
    }
    return String(String.UnicodeScalarView(end))
  }
}
