import Arguments
import Foundation
import Terminal

/// The program: reads the command line and runs its command.
@main
enum Tickers {
  static func main() async {
    FileDescriptor.reserveStandard()
    Signals.ignoreBrokenPipes()
    Signals.reportCrashes(
      CrashReport(
        text: "tickers: a bug ended the program\n",
        networkingText: """
          tickers: a bug in Foundation ended the program; an answer that breaks off in its head, \
          or has a trailer, does that

          """,
        exitStatus: ExitStatus.bug.rawValue))
    // Foundation traps where it is short of them.
    guard FileDescriptor.canOpen(7) else {
      World.real.say("too few files can be open at once: ulimit -n is to be 10 or more")
      exit(ExitStatus.system.rawValue)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(await run(arguments, in: .real).rawValue)
  }

  /// Runs one command line in a world.
  static func run(_ arguments: [String], in world: World) async -> ExitStatus {
    do throws(UsageError) {
      switch try program.parse(arguments) {
      case .help(let command): return world.write(program.help(for: command)) ?? .success
      case .version:
        let commit = world.commit.isEmpty ? "" : " (\(world.commit))"
        return world.write("\(program.name) \(program.version)\(commit)\n") ?? .success
      case .run(let invocation):
        let action = actions.first { $0.declaration == invocation.command }
        return try await action?.run(invocation, world) ?? .bug
      }
    } catch {
      for line in error.lines { world.say(line) }
      return .usage
    }
  }

  private typealias Action = (
    declaration: Command,
    run: @Sendable (Invocation, World) async throws(UsageError) -> ExitStatus
  )

  private static let actions: [Action] = [
    (ListCommand.declaration, ListCommand.run),
    (BookCommand.declaration, BookCommand.run),
    (PriceCommand.declaration, PriceCommand.run),
    (SymbolsCommand.declaration, SymbolsCommand.run),
    (HistoryCommand.declaration, HistoryCommand.run),
    (ExchangesCommand.declaration, ExchangesCommand.run),
    (CompletionsCommand.declaration, CompletionsCommand.run),
    (ManualCommand.declaration, ManualCommand.run),
  ]

  /// The whole command line as data: parser and help are made from it.
  static let program = Program(
    name: "tickers", version: "0.1.0",
    summary: "Crypto prices and order books of several exchanges, in the terminal.",
    commands: actions.map(\.declaration), commonOptions: [],
    impliedCommand: ImpliedCommand(PriceCommand.declaration.name, isOperand: TypedPair.isLike))
}
