import Foundation
import MarketCore
import Terminal
import TestTools

@testable import tickers

/// The program in the process of a test, with its screen on a ``TestDisplay`` and a clock that the
/// test moves on.
final class ScreenRun: Sendable {
  /// The time of the calendar when the clock is at 0.
  static let date = Date(timeIntervalSince1970: 1_795_258_800)

  let display: TestDisplay
  let clock = HandClock()
  private let errorText = Observed("")
  private let status = Observed<ExitStatus?>(nil)

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - exchange: the exchanges there are; the usual ones, if no others are named.
  ///   - folder: a folder that is shown by its name alone.
  ///   - change: changes the world before it is used.
  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    exchange: TestExchange..., hasKeyboard: Bool = true, folder: String? = nil,
    change: (inout World) -> Void = { _ in }
  ) {
    let size = TerminalSize(columns: columns, rows: rows)
    display = TestDisplay(size: size, hasKeyboard: hasKeyboard, folder: folder)
    var world = World(
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 },
      output: .init(isTerminal: true, size: { size }, write: { _ in }),
      errors: .init(
        isTerminal: false, size: { nil },
        write: { [errorText] text in errorText.change { $0 += text } }),
      openDisplay: { [display] palette, _ in display.open(palette: palette) },
      clock: clock.pollClock,
      date: { [clock] in Self.date + clock.now / .seconds(1) },
      timeZone: { .gmt }
    ).offline
    if !exchange.isEmpty { world.exchanges = exchange }
    change(&world)
    Task { [status, world] in
      let result = await Tickers.run(arguments, in: world)
      status.change { $0 = result }
    }
  }

  /// A test that has failed leaves no screen behind.
  deinit { display.fail(.closed) }

  /// The program on the recorded answers, of which it takes the next when it is told to.
  static func replay(
    _ arguments: String..., columns: Int = 80, rows: Int = 24
  ) -> ScreenRun {
    let folder = Repository.fixtures.path
    return ScreenRun(
      arguments + ["--replay", folder, "--interval", "3600"], columns: columns, rows: rows,
      folder: folder)
  }

  /// The lines that are shown.
  var lines: [String] { display.lines }

  /// The row that is marked as selected.
  var selected: String { lines.first { $0.hasPrefix("› ") } ?? "" }

  /// What was written to stderr.
  var errors: String { errorText.value }

  /// What was printed when the screen was left; `nil` until then.
  var printed: [String]? { display.printed }

  /// Types these characters, or the bytes of other keys.
  func type(_ text: String) { display.type(text) }

  /// Types these characters, waits until a text is shown, and returns whether it is.
  func type(_ text: String, shows expected: String) async -> Bool {
    display.type(text)
    return await display.shows(expected)
  }

  /// Waits until this text is shown; returns whether it is.
  func shows(_ text: String) async -> Bool { await display.shows(text) }

  /// Waits until this text is not shown; returns whether that is so.
  func hides(_ text: String) async -> Bool { await display.hides(text) }

  /// Waits until some row is selected; returns whether it is.
  func selects(_ symbol: String) async -> Bool {
    await display.waits { lines in
      lines.contains { "\($0) ".hasPrefix("› \(symbol) ") }
    }
  }

  /// Leaves by key, and returns the status.
  func quit(isTyping: Bool = false) async -> Int32 {
    display.type(isTyping ? "\rq" : "q")
    return await end()
  }

  /// Waits until the program has ended; returns the status, or -1 when it does not end.
  func end() async -> Int32 {
    _ = await status.waits { $0 != nil }
    return status.value?.rawValue ?? -1
  }
}
