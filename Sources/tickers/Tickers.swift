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
    EmergencyRestore.reportCrashes(
      text: "tickers: internal error (please report)\n",
      networkingText: """
        tickers: internal error in Foundation (a response with an incomplete header, or with a \
        trailer, causes it)

        """,
      exitStatus: ExitStatus.internalError.rawValue)
    // Foundation traps where it is short of them.
    guard FileDescriptor.canOpen(World.filesForOneExchange) else {
      exit(World.real.reportFileLimit(World.filesForOneExchange + 3).rawValue)
    }
    guard Platform.canReadProcess else {
      World.real.notify("cannot read /proc/self (is /proc mounted?)")
      exit(ExitStatus.systemResource.rawValue)
    }
    // Before there are threads: each could reserve a heap of its own, and leave no room for others.
    Platform.shareHeapIfLimited()
    // As many as a list of all exchanges has had at most. Short of them, the program would hang; also
    // `help` and `--version`, which run as tasks too.
    guard Platform.canStartThreads(16) else {
      World.real.notify("cannot create threads (limit of processes or of memory too low)")
      exit(ExitStatus.systemResource.rawValue)
    }
    Platform.keepFoundationOutOfHome()
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
      case .run(var invocation):
        invocation.add(environment: world.environment)
        if let status = try addOptionsFile(to: &invocation, in: world) { return status }
        let run = try prepare(&invocation, in: world)
        if !invocation.command.options.isEmpty { try sayNotices(on: invocation, in: world) }
        return await run()
      }
    } catch {
      for line in error.lines { world.notify(line) }
      return .usage
    }
  }
  /// Adds the default options of the options file, for a command that has options.
  ///
  /// - Returns: the exit status when the file can't be read.
  private static func addOptionsFile(
    to invocation: inout Invocation, in world: World
  ) throws(UsageError) -> ExitStatus? {
    guard !invocation.command.options.isEmpty else { return nil }
    let file: (bytes: [UInt8], title: String)?
    do throws(FileFailure) {
      file = try world.files.optionsFile(world.environment)
    } catch {
      world.notify(error.reason)
      return .noInput
    }
    if let file { try invocation.add(optionsFile(file.bytes, path: file.title)) }
    return nil
  }

  /// Reads an options file.
  static func optionsFile(_ bytes: [UInt8], path: String) throws(UsageError) -> OptionsFile {
    try OptionsFile(bytes, path: path, of: program, checkDefinition: Watchlists.check)
  }

  /// Reads the options of a command; what it returns runs it. A line of the options file that the
  /// command cannot use together with the rest is ignored.
  static func prepare(_ invocation: inout Invocation, in world: World) throws(UsageError) -> Run {
    let name = invocation.command.name
    guard let action = actions.first(where: { $0.declaration.name == name }) else {
      return { .internalError }
    }
    while true {
      do throws(UsageError) {
        return try action.prepare(invocation, world)
      } catch {
        try invocation.ignoreLine(behind: error)
      }
    }
  }

  /// Says what was read from where, and what was ignored.
  private static func sayNotices(on invocation: Invocation, in world: World) throws(UsageError) {
    let messages = try MessageOptions(invocation)
    if messages.isVerbose, let path = invocation.file?.path {
      world.notify("reading options from \(path)")
      for line in invocation.ignoredLines {
        world.notify("\(path):\(line.number) ignored: \(line.reason)")
      }
    }
    guard !messages.isQuiet else { return }
    for notice in messages.paletteNotices(in: world) + invocation.repetitionHints {
      world.notify(notice)
    }
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
    commands: actions.map(\.declaration),
    implied: (PriceCommand.declaration, Pair.isSymbol, PairArgument.hint),
    examples: [
      .init("tickers BTC-USD", "The last price of a pair"),
      .init("tickers list --once", "All pairs, once"),
      .init("tickers book BTC-USD", "The order book, updated in place"),
    ])
}
