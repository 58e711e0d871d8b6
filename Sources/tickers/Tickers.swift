import Arguments
import Foundation
import MarketCore
import Terminal

/// Runs a command whose options were read and checked.
typealias Run = @Sendable () async -> ExitStatus

@main
enum Tickers {
  static func main() async {
    FileDescriptor.reserveStandard()
    Signals.ignoreBrokenPipes()
    Signals.endOnQuit()
    EmergencyRestore.reportCrashes(
      text: "tickers: internal error (please report)\n",
      networkingText: "tickers: internal error in Foundation (please report)\n",
      exitStatus: ExitStatus.internalError.rawValue)
    func require(_ isMet: Bool, else sentence: @autoclosure () -> String) {
      if !isMet { exit(World.real.failure(.systemResource, sentence()).rawValue) }
    }
    // Foundation traps if it cannot open enough files.
    let files = World.files(for: 1)
    require(FileDescriptor.canOpen(files - 3), else: World.fileLimit(files))
    require(Platform.canReadProcess, else: "cannot read /proc/self (is /proc mounted?)")
    // This must precede the first thread, because a thread can get a separate heap.
    Platform.limitHeaps()
    // A list of all exchanges has used at most 16 threads. If threads cannot be created, the program would
    // hang, even for `help` and `--version`, which also run as tasks.
    require(
      Platform.canStartThreads(16),
      else: "cannot create threads (limit of processes or of memory too low)")
    Platform.keepFoundationOutOfHome()
    exit(await run(Array(CommandLine.arguments.dropFirst()), in: .real).rawValue)
  }

  static func run(_ arguments: [String], in world: World) async -> ExitStatus {
    do throws(UsageError) {
      switch try program.parse(arguments) {
      case .help(let command): return world.print(program.help(for: command))
      case .topic(let topic): return world.print(program.help(on: topic))
      case .version:
        let commit = world.commit.isEmpty ? "" : " (\(world.commit))"
        return world.print("\(program.name) \(program.version)\(commit)\n")
      case .run(var invocation):
        let hasOptions = !invocation.command.options.isEmpty
        invocation.add(environment: world.environment)
        var world = world
        world.files.timeout = ConnectionOptions.timeout(invocation)
        if hasOptions, let status = try addOptionsFile(to: &invocation, in: world) { return status }
        world.files.timeout = ConnectionOptions.timeout(invocation)
        let run = try prepare(&invocation, in: world)
        if hasOptions { try writeNotices(on: invocation, in: world) }
        return await run()
      }
    } catch {
      return world.failure(error)
    }
  }

  /// Adds the options file, if it exists; returns the exit status if the file cannot be read.
  private static func addOptionsFile(
    to invocation: inout Invocation, in world: World
  ) throws(UsageError) -> ExitStatus? {
    let file: (bytes: [UInt8], title: String)?
    do throws(FileFailure) {
      file = try world.files.optionsFile(world.environment)
    } catch {
      return world.failure(.noInput, error.reason)
    }
    if let file { try invocation.add(optionsFile(file.bytes, path: file.title)) }
    return nil
  }

  static func optionsFile(_ bytes: [UInt8], path: String) throws(UsageError) -> OptionsFile {
    try OptionsFile(bytes, path: path, of: program, checkDefinition: checkWatchlist)
  }

  /// Reads the options of a command. Ignores lines of the options file that conflict with other options.
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

  private static func writeNotices(on invocation: Invocation, in world: World) throws(UsageError) {
    let voice = try Voice(invocation, in: world)
    if voice.isVerbose, let path = invocation.file?.path {
      world.notify("reading options from \(path)")
      for line in invocation.ignoredLines {
        world.notify("\(path):\(line.number) ignored: \(line.reason)")
      }
    }
    for notice in voice.environmentNotices + invocation.repetitionHints { voice.notice(notice) }
  }

  private typealias Action = (
    declaration: Command, prepare: @Sendable (Invocation, World) throws(UsageError) -> Run
  )

  private static let actions: [Action] = [
    (ListCommand.declaration, ListCommand.prepare),
    (CoinsCommand.declaration, CoinsCommand.prepare),
    (BookCommand.declaration, BookCommand.prepare),
    (PriceCommand.declaration, PriceCommand.prepare),
    (ConvertCommand.declaration, ConvertCommand.prepare),
    (SymbolsCommand.declaration, SymbolsCommand.prepare),
    (HistoryCommand.declaration, HistoryCommand.prepare),
    (HoldingsCommand.declaration, HoldingsCommand.prepare),
    (AlertsCommand.declaration, AlertsCommand.prepare),
    (ExchangesCommand.declaration, ExchangesCommand.prepare),
    (RecordingCommand.declaration, RecordingCommand.prepare),
    (MCPCommand.declaration, MCPCommand.prepare),
    (CompletionsCommand.declaration, CompletionsCommand.prepare),
    (ManualCommand.declaration, ManualCommand.prepare),
  ]

  /// The whole command line as data, from which the parser, help, manual and completions are derived.
  static let program = Program(
    name: "tickers", version: "2.0.0",
    about: "Crypto prices, order books, history and portfolio value from several exchanges.",
    "list, coins, book and holdings, and history on a terminal, poll until interrupted; --once "
      + "prints one update.",
    commands: actions.map(\.declaration),
    topics: Topics.all(of: actions.map(\.declaration)),
    examples: [
      .init("tickers btc", "The price of a coin in dollars"),
      .init("tickers coins -e all", "Coins by turnover over all exchanges"),
      .init("tickers book BTC-USD", "The order book, updated in place"),
      .init("tickers BTC-EUR -e all", "Bitcoin in euros on each exchange"),
      .init("tickers list -e kraken", "All pairs of Kraken, updated in place"),
      .init("tickers history BTC-USD", "Daily candles: a chart on a terminal, else a table"),
    ]
  ).implying(
    PriceCommand.declaration, isOperand: Pair.isSymbol, hint: PairArgument.hint(forFirstWord:))
}
