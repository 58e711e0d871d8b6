import Arguments
import Assistants
import Commit
import Foundation
import MarketCore
import Reports
import Screens
import Terminal

/// The surroundings of a command, such as files, output and clocks. Tests replace them.
struct World: Sendable {
  struct Writer: Sendable {
    var isTerminal: Bool
    var size: @Sendable () -> TerminalSize?
    var write: @Sendable (String) throws(WriteFailure) -> Void
    /// Ends the program silently as soon as the reader closes the pipe.
    var endWhenClosed: @Sendable () -> Void = {}
  }

  var environment: [String: String]
  var output: Writer
  var errors: Writer
  var openDisplay: @Sendable (Palette?, _ environment: [String: String]) -> any Display = {
    Screen(palette: $0, environment: $1)
  }
  var files = Files()
  /// Runs a command of ``AlertCommands``, and returns when it has ended.
  var runCommand: @Sendable (ShellCommand) -> ShellCommand.End = { $0.run() }
  var client: @Sendable (any Exchange, URL) -> MarketClient = { exchange, url in
    .live(exchange, at: url, userAgent: "\(Tickers.program.name)/\(Tickers.program.version)")
  }
  var webSocket: @Sendable (any Exchange) -> WebSocket = { _ in
    .network(userAgent: "\(Tickers.program.name)/\(Tickers.program.version)")
  }
  /// The recording that a live run makes or replays; `nil` without one.
  var liveRecording: LiveRecording?
  /// The clock of a command, for example of polls. Rate limits use the clock of a client instead.
  var clock: PollClock
  /// Makes the clock of a poller from ``clock``.
  var pollerClock: @Sendable (PollClock) -> PollClock = { $0 }
  /// Makes another recorded poll the next poll; `nil` without a replay.
  var goToPoll: (@Sendable (PollStep) -> Void)?
  /// Called before the first poll, for example to begin a recording; returns the exit status of a failure.
  var begin: @Sendable () -> ExitStatus? = { nil }
  var usesNetwork = true
  /// Whether an assistant calls the command as a tool, see ``Tool``.
  var isTool = false
  /// Returns the next line of stdin; `nil` at its end.
  var readLine: @Sendable () async -> [UInt8]? = { nil }
  var date: @Sendable () -> Date = { .now }
  var timeZone: @Sendable () -> TimeZone
  /// The commit that the program was built from; empty if unknown.
  var commit = ""
  /// All exchanges. The first one is the default exchange.
  var exchanges = World.exchanges
  /// All exchanges, for code that has no world: declarations of options, help and hints.
  static let exchanges = Exchanges.all

  static let variables = [
    "TICKERS_EXCHANGE", "TICKERS_URL", "TICKERS_STREAM_URL", "TICKERS_OPTIONS", "TICKERS_HOLDINGS",
    "TICKERS_COLORS", "TICKERS_NOTIFY", "XDG_CONFIG_HOME", "HOME", "NO_COLOR", "CLICOLOR_FORCE",
    "TERM", "TMUX", "LC_ALL", "LC_CTYPE", "LANG",
  ]

  static var real: World {
    World(
      environment: Platform.environment(variables),
      output: Writer(.standardOutput), errors: Writer(.standardError), clock: .real,
      readLine: InputLines(.standardInput, limit: MCPServer.longestMessage).next,
      timeZone: { .current },
      commit: String(cString: tickers_commit()))
  }

  /// The number of files that a run opens at most, with the three standard files, for this number of exchanges
  /// and streams.
  static func files(for count: Int) -> Int { 5 + 5 * count }

  static func fileLimit(_ files: Int) -> String {
    "open-file limit too low (ulimit -n must be at least \(files))"
  }

  /// Writes a line for people to stderr. A failure to write is ignored.
  func notify(_ sentence: String) {
    let line = "tickers: \(sentence.controlsReplaced.withShortWords)\n"
    try? errors.write(line.transliterated(to: charset(of: errors)))
  }

  /// Writes the first 20 errors, and the number of further errors.
  func notify(errors: [String], more: (Int) -> String = { "\($0) more errors" }) {
    for sentence in errors.prefix(20) { notify(sentence) }
    if errors.count > 20 { notify(more(errors.count - 20)) }
  }

  func failure(_ status: ExitStatus, _ sentence: String) -> ExitStatus {
    notify(sentence)
    return status
  }

  func failure(_ error: UsageError) -> ExitStatus {
    for line in error.lines { notify(line) }
    return .usage
  }

  /// Writes a text to stdout; returns the exit status if this fails, otherwise `nil`.
  func write(_ text: String) -> ExitStatus? {
    do {
      try output.write(text.transliterated(to: charset(of: output)))
      return nil
    } catch {
      return status(after: error)
    }
  }

  func print(_ text: String) -> ExitStatus { write(text) ?? .success }

  /// Returns the exit status after a failed write: success if the pipe was closed. Writes any other failure.
  func status(after failure: WriteFailure) -> ExitStatus {
    switch failure {
    case .closed: .success
    case .failed(let reason): self.failure(.output, "cannot write the output: \(reason)")
    }
  }

  /// Returns the charset of a terminal; UTF-8 for any other output.
  func charset(of output: Writer) -> Charset {
    output.isTerminal ? Charset(environment: environment) : .utf8
  }

  /// Whether stdout is a terminal that can move its cursor.
  var canRedraw: Bool { output.isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "") }
}

extension TextLooks {
  /// The looks of output. In the output of a tool, numbers are texts, and the age of the data is included.
  init(in world: World, palette: Palette?) {
    self.init(
      palette: palette, terminal: world.output.size, hasMarks: world.canRedraw,
      charset: world.charset(of: world.output), numbersAreTexts: world.isTool,
      clock: world.isTool ? world.date : nil)
  }
}

extension World.Writer {
  init(_ descriptor: FileDescriptor) {
    self.init(
      isTerminal: descriptor.isTerminal, size: { descriptor.terminalSize },
      write: descriptor.writeAll, endWhenClosed: descriptor.exitWhenClosed)
  }
}

extension String {
  /// The text with long words cut: arguments, and texts of exchanges, can contain words of any length.
  fileprivate var withShortWords: String {
    let longest = 500
    guard utf8.count > longest else { return self }
    return split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.utf8.count > longest ? word.prefix(longest) + "…" : word
    }.joined(separator: " ")
  }
}
