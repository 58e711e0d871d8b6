import Commit
import Foundation
import MarketCore
import Terminal

/// All that a command knows of the world around it: a test makes one of its own.
struct World: Sendable {
  /// An output of the program.
  struct Output: Sendable {
    var isTerminal: Bool
    var size: @Sendable () -> TerminalSize?
    var write: @Sendable (String) throws(WriteFailure) -> Void
    /// Ends the program in silence as soon as nobody reads any more.
    var endWhenClosed: @Sendable () -> Void = {}
  }

  var environment: [String: String]
  /// Data goes here.
  var output: Output
  /// Notices and errors go here.
  var errors: Output
  /// The time that polls go by.
  var clock: PollClock
  /// In which times of day are shown.
  var timeZone: TimeZone
  /// The commit that the program was built from, empty when that is not known.
  var commit = ""

  /// The process's own.
  static var real: World {
    World(
      environment: ProcessInfo.processInfo.environment,
      output: Output(.standardOutput), errors: Output(.standardError),
      clock: .real, timeZone: .current, commit: String(cString: tickers_commit()))
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
  /// Writes a line for people to stderr. When even that fails, nobody is there to be told.
  func say(_ sentence: String) {
    try? errors.write(
      "tickers: \(sentence.withoutControls)\n".transliterated(to: charset(of: errors)))
  }

  /// Writes data to stdout. Returns how the program is to end when that failed.
  func write(_ text: String) -> ExitStatus? {
    do {
      try output.write(text.transliterated(to: charset(of: output)))
      return nil
    } catch {
      return failed(error)
    }
  }

  /// The end of a program that can't write on: quiet when the reader has gone.
  func failed(_ failure: WriteFailure) -> ExitStatus {
    switch failure {
    case .closed: return .success
    case .failed(let reason):
      say("cannot write the output: \(reason)")
      return .output
    }
  }

  /// What an output can show; all of UTF-8 where it is no terminal.
  func charset(of output: Output) -> Charset {
    output.isTerminal ? Charset(environment: environment) : .utf8
  }

  /// Whether the terminal can move its cursor.
  var canRedraw: Bool {
    output.isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// The same world with a terminal that can't move its cursor.
  var withoutCursor: World {
    var world = self
    world.environment["TERM"] = "dumb"
    return world
  }
}
