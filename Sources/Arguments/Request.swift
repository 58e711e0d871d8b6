/// What a command line asks for.
package enum Request: Sendable {
  /// To explain a command, or to list all of them.
  case help(Command?)
  /// To name the version.
  case version
  /// To run a command.
  case run(Invocation)
}
