import Arguments
import Commit
import Foundation
import MarketCore
import Terminal

/// The world around a command: a test makes one of its own.
struct World: Sendable {
  /// An output of the program.
  struct Output: Sendable {
    var isTerminal: Bool
    var size: @Sendable () -> TerminalSize?
    var write: @Sendable (String) throws(WriteFailure) -> Void
    /// Ends the program silently as soon as the reader is gone.
    var endWhenClosed: @Sendable () -> Void = {}
  }

  var environment: [String: String]
  /// Data goes here.
  var output: Output
  /// Notices and errors go here.
  var errors: Output
  /// The terminal that a screen is kept on.
  var openDisplay: @Sendable (Palette?, Charset) -> Display = Display.terminal
  var files = Files.real
  /// Makes the client of an exchange, or of a server like it.
  var client: @Sendable (any Exchange, URL) -> MarketClient = { exchange, url in
    .live(
      exchange, at: url, userAgent: "\(Tickers.program.name)/\(Tickers.program.version)")
  }
  /// The time that polls go by.
  var clock: PollClock
  /// The time of the calendar.
  var date: @Sendable () -> Date = { .now }
  /// The time zone of times of day.
  var timeZone: @Sendable () -> TimeZone
  /// The commit that the program was built from, empty when that is not known.
  var commit = ""
  /// The exchanges there are; the first is the default.
  var exchanges: [any Exchange] = Exchanges.all

  /// The variables of the environment that the program reads.
  static let variables = [
    "TICKERS_EXCHANGE", "TICKERS_URL", "TICKERS_OPTIONS", "TICKERS_HOLDINGS", "TICKERS_COLORS",
    "XDG_CONFIG_HOME", "HOME", "NO_COLOR", "CLICOLOR_FORCE", "TERM", "LC_ALL", "LC_CTYPE", "LANG",
  ]

  /// The process's own.
  static var real: World {
    World(
      environment: Environment.values(of: variables),
      output: Output(.standardOutput), errors: Output(.standardError),
      clock: .real, timeZone: { .current },
      commit: String(cString: tickers_commit()))
  }
}

extension World.Output {
  init(_ descriptor: FileDescriptor) {
    self.init(
      isTerminal: descriptor.isTerminal,
      size: { descriptor.terminalSize },
      write: { text throws(WriteFailure) in try descriptor.write(text) },
      endWhenClosed: { descriptor.exitWhenClosed() })
  }
}

extension World {
  /// Writes a line for people to stderr. Its failure is ignored.
  func say(_ sentence: String) {
    let line = "tickers: \(sentence.controlsReplaced.withShortWords)\n"
    try? errors.write(line.transliterated(to: charset(of: errors)))
  }

  /// Writes the first errors of many, and the number of the others.
  func say(errors: [String]) {
    for sentence in errors.prefix(Self.shownErrors) { say(sentence) }
    let more = errors.count - Self.shownErrors
    if more > 0 { say("\(more) more errors") }
  }

  /// The number of errors of one kind that are written.
  static let shownErrors = 20

  /// The number of files that one exchange needs, beside the three standard ones.
  static let fewestFiles = 7

  /// The exit status where so many files cannot be open, after a line for people.
  func lack(files: Int) -> ExitStatus {
    say("open-file limit too low (ulimit -n must be at least \(files))")
    return .system
  }

  /// Writes data to stdout.
  ///
  /// - Returns: the exit status when that failed.
  func write(_ text: String) -> ExitStatus? {
    do {
      try output.write(text.transliterated(to: charset(of: output)))
      return nil
    } catch {
      return status(after: error)
    }
  }

  /// The exit status after a failed write: success when the reader is gone.
  func status(after failure: WriteFailure) -> ExitStatus {
    switch failure {
    case .closed: return .success
    case .failed(let reason):
      say("cannot write the output: \(reason)")
      return .output
    }
  }

  /// The characters that an output can show; all of UTF-8 where it is no terminal.
  func charset(of output: Output) -> Charset {
    output.isTerminal ? Charset(environment: environment) : .utf8
  }

  /// Whether the terminal can move its cursor.
  var canRedraw: Bool {
    output.isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// The same world with a terminal that cannot move its cursor.
  var withoutCursor: World {
    var world = self
    world.environment["TERM"] = "dumb"
    return world
  }
}

extension String {
  /// The text with long words cut: what was typed, or came from an exchange, may have any length.
  fileprivate var withShortWords: String {
    let longest = 500
    guard utf8.count > longest else { return self }
    return split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.utf8.count > longest ? word.prefix(longest) + "…" : word
    }.joined(separator: " ")
  }
}
