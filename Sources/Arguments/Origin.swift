/// The source of an option. Of two values the one from the higher source counts.
package enum Origin: Hashable, Sendable {
  /// A line of an options file.
  case file(line: Int)
  /// A variable of the environment.
  case environment(variable: String)
  /// The command line.
  case commandLine

  /// The order of precedence: what is typed last and for one run only is the highest.
  var rank: Int {
    switch self {
    case .file: 0
    case .environment: 1
    case .commandLine: 2
    }
  }
}
