/// The request of a command line: to run a command, or to show help or the version.
package enum Request: Sendable {
  /// To explain a command, or to list all of them.
  case help(Command?)
  /// To name the version.
  case version
  /// To run a command.
  case run(Invocation)
}
