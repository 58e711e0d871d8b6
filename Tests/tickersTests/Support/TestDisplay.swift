import Synchronization
import Terminal
import TestTools

@testable import Screens
@testable import tickers

/// A display in the process of a test: keeps what is drawn, and hands over what the test types.
final class TestDisplay: Display {
  /// The texts of a notification, and its channels.
  struct Notified: Equatable {
    var texts: [String]
    var channels: Set<TerminalNotification.Channel>
  }

  private struct State: CustomStringConvertible {
    var size: TerminalSize
    var hasKeyboard: Bool
    var parser = KeyParser()
    var handler: (@Sendable (LoopEvent) -> Void)?
    var palette: Palette?
    /// The lines as they were drawn, cut to the size.
    var lines: [Line] = []
    var finalLines: @Sendable () -> [Line] = { [] }
    var draws = 0
    /// The text of all draws, with the sequences of the palette.
    var text = ""
    var copied: [String] = []
    var notified: [Notified] = []
    /// What is printed when the display is left; `nil` until then.
    var printed: [String]?
    /// The error of each draw from now on.
    var failure: WriteFailure?

    var texts: [String] { lines.map { $0.trimmed().rendered() } }

    var description: String { texts.joined(separator: "\n") }

    func contains(_ text: String) -> Bool { texts.contains { $0.contains(text) } }
  }

  private let state: Observed<State>
  /// Held while something is drawn.
  private let drawing = Mutex<Void>(())
  /// The path of a folder that is shown by its name, wherever it is.
  private let folder: (path: String, name: String)?

  /// - Parameter folder: a folder that is shown by its name alone.
  init(size: TerminalSize, hasKeyboard: Bool = true, folder: String? = nil) {
    state = Observed(State(size: size, hasKeyboard: hasKeyboard))
    self.folder = folder.map { ($0, String($0.split(separator: "/").last ?? "")) }
  }

  /// The display for a world.
  func open(palette: Palette?) -> any Display {
    state.change { $0.palette = palette }
    return self
  }

  var size: TerminalSize { state.value.size }

  func start(_ handler: @escaping @Sendable (LoopEvent) -> Void) -> Bool {
    state.change { state in
      state.handler = handler
      return state.hasKeyboard
    }
  }

  func leave() {
    state.change { state in
      state.printed = state.finalLines().map { self.named($0).rendered() }
    }
  }

  func draw(
    _ lines: [Line], finalLines: @escaping @Sendable () -> [Line]
  ) throws(WriteFailure) {
    let failure = drawing.withLock { _ in
      state.change { state in
        state.draws += 1
        guard state.failure == nil, state.printed == nil else { return state.failure }
        let size = state.size
        state.lines = lines.prefix(size.rows).map {
          self.named($0).shortened(to: size.columns, in: .utf8)
        }
        state.finalLines = finalLines
        state.text += state.lines.map { $0.rendered(state.palette) + "\n" }.joined()
        return nil
      }
    }
    if let failure { throw failure }
  }

  func copy(_ text: String) { state.change { $0.copied.append(text) } }

  func notify(_ texts: [String], by channels: Set<TerminalNotification.Channel>) {
    state.change { $0.notified.append(Notified(texts: texts, channels: channels)) }
  }

  /// The same line with the name of the folder for its path.
  private func named(_ line: Line) -> Line {
    guard let folder else { return line }
    var named = Line()
    for span in line.spans {
      named.append(span.text.replacing(folder.path, with: folder.name), span.style)
    }
    return named
  }

  /// The lines that are shown, without spaces at their ends.
  var lines: [String] { state.value.texts }
  /// How often something was drawn.
  var draws: Int { state.value.draws }
  /// The text of all draws, with the sequences of the palette.
  var text: String { state.value.text }
  /// The texts that were copied to the clipboard.
  var copied: [String] { state.value.copied }
  /// The notifications so far.
  var notified: [Notified] { state.value.notified }
  /// What was printed when the display was left; `nil` until then.
  var printed: [String]? { state.value.printed }

  /// Types these characters, or the bytes of other keys, after which nothing follows for a moment.
  func type(_ text: String) { typeTogether([text]) }

  /// Types these texts one after the other, all of them before anything is drawn.
  func typeTogether(_ texts: [String]) {
    drawing.withLock { _ in
      for text in texts {
        let (keys, handler) = state.change { state in
          (state.parser.take(text.utf8) + state.parser.flush(), state.handler)
        }
        handler?(.keys(keys))
      }
    }
  }

  /// Takes another size.
  func resize(columns: Int, rows: Int) {
    let handler = state.change { state in
      state.size = TerminalSize(columns: columns, rows: rows)
      return state.handler
    }
    handler?(.resized)
  }

  /// Fails each draw from now on, of which there is one at once.
  func fail(_ failure: WriteFailure) {
    let handler = state.change { state in
      state.failure = failure
      return state.handler
    }
    handler?(.resized)
  }

  /// Waits until this text is shown; returns whether it is.
  func shows(_ text: String) async -> Bool {
    await state.waits(for: "'\(text)' to be shown") { $0.contains(text) }
  }

  /// Waits until this text is not shown; returns whether that is so.
  func hides(_ text: String) async -> Bool {
    await state.waits(for: "'\(text)' to go") { !$0.contains(text) }
  }

  /// Waits until more was drawn than so often; returns whether it was.
  func draws(moreThan draws: Int) async -> Bool { await state.waits { $0.draws > draws } }

  /// Waits until the lines satisfy a condition; returns whether they do.
  func waits(until holds: @escaping @Sendable (_ lines: [String]) -> Bool) async -> Bool {
    await state.waits { holds($0.texts) }
  }
}
