import Arguments
import Foundation
import MarketCore
import Terminal

/// A command whose options are read and checked: what is left is to run it.
typealias Run = @Sendable () async -> ExitStatus

/// The program: reads the command line and runs its command.
@main
enum Tickers {
  static func main() async {
    FileDescriptor.reserveStandard()
    Signals.ignoreBrokenPipes()
    Signals.reportCrashes(
      CrashReport(
        text: "tickers: internal error (please report)\n",
        networkingText: """
          tickers: internal error in Foundation (a response with an incomplete header, or with a \
          trailer, causes it)

          """,
        exitStatus: ExitStatus.bug.rawValue))
    // Foundation traps where it is short of them.
    guard FileDescriptor.canOpen(World.fewestFiles) else {
      exit(World.real.lack(files: World.fewestFiles + 3).rawValue)
    }
    guard Environment.canReadProcess else {
      World.real.say("cannot read /proc/self (is /proc mounted?)")
      exit(ExitStatus.system.rawValue)
    }
    // Before there are threads: each could reserve a heap of its own, and leave no room for others.
    Threads.shareHeapIfLimited()
    // As many as a list of all exchanges has had at most. Short of them, the program would hang; also
    // `help` and `--version`, which run as tasks too.
    guard Threads.canStart(16) else {
      World.real.say("cannot create threads (limit of processes or of memory too low)")
      exit(ExitStatus.system.rawValue)
    }
    Environment.keepFoundationOutOfHome()
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
        var invocation = invocation.adding(environment: world.environment)
        if let status = try addOptionsFile(to: &invocation, in: world) { return status }
        let run = try prepare(invocation, in: world)
        if !(try MessageOptions(invocation).isQuiet) {
          for hint in invocation.repetitionHints { world.say(hint) }
        }
        return await run()
      }
    } catch {
      for line in error.lines { world.say(line) }
      return .usage
    }
  }

  /// Adds the default options of the options file, for a command that has options.
  ///
  /// - Returns: the exit status when the file can't be read.
  private static func addOptionsFile(
    to invocation: inout Invocation, in world: World
  ) throws(UsageError) -> ExitStatus? {
    guard !invocation.command.options.isEmpty,
      let place = OptionsPlace(environment: world.environment)
    else { return nil }
    let bytes: [UInt8]
    do throws(FileFailure) {
      guard let read = try place.read(from: world.files) else { return nil }
      bytes = read
    } catch {
      world.say(error.reason)
      return .noInput
    }
    let fit = try fit(optionsFile(bytes, path: place.title), to: invocation, in: world)
    invocation = fit.invocation
    if try MessageOptions(invocation).isVerbose {
      world.say("reading options from \(place.title)")
      for (line, reason) in fit.ignored {
        world.say("\(place.title):\(line) ignored: \(reason)")
      }
    }
    return nil
  }

  /// Reads an options file.
  static func optionsFile(_ bytes: [UInt8], path: String) throws(UsageError) -> OptionsFile {
    try OptionsFile(bytes, path: path, of: program, checkDefinition: Watchlists.check)
  }

  /// Adds the lines of an options file that hold for an invocation.
  static func fit(
    _ file: OptionsFile, to invocation: Invocation, in world: World
  ) throws(UsageError) -> OptionsFile.Fit {
    let checks = world.forChecks
    return try file.fit(invocation, of: program) { invocation throws(UsageError) in
      _ = try prepare(invocation, in: checks)
    }
  }

  /// Reads the options of a command; what it returns runs it.
  private static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    guard let action = actions.first(where: { $0.declaration == invocation.command }) else {
      return { .bug }
    }
    return try action.prepare(invocation, world)
  }

  private typealias Action = (
    declaration: Command, prepare: @Sendable (Invocation, World) throws(UsageError) -> Run
  )

  private static let actions: [Action] = [
    (ListCommand.declaration, ListCommand.prepare),
    (BookCommand.declaration, BookCommand.prepare),
    (PriceCommand.declaration, PriceCommand.prepare),
    (SymbolsCommand.declaration, SymbolsCommand.prepare),
    (HistoryCommand.declaration, HistoryCommand.prepare),
    (HoldingsCommand.declaration, HoldingsCommand.prepare),
    (ExchangesCommand.declaration, ExchangesCommand.prepare),
    (CompletionsCommand.declaration, CompletionsCommand.prepare),
    (ManualCommand.declaration, ManualCommand.prepare),
  ]

  /// The whole command line as data: the parser, help, manual and completions derive from it.
  static let program = Program(
    name: "tickers", version: "0.1.0",
    summary: "Crypto prices and order books of several exchanges, in the terminal.",
    details: [
      "list, book and holdings poll until interrupted; --once prints one update."
    ],
    commands: actions.map(\.declaration), commonOptions: [],
    impliedCommand: ImpliedCommand(
      PriceCommand.declaration.name, isOperand: Pair.isSymbol, hint: TypedPair.hint),
    examples: [
      .init("tickers BTC-USD", "The last price of a pair"),
      .init("tickers list --once", "All pairs, once"),
      .init("tickers book BTC-USD", "The order book, updated in place"),
    ])
}
