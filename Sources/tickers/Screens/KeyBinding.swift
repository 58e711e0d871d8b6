import Terminal

/// A key and its help.
struct KeyHint: Sendable {
  let key: String
  /// In a word, for the last line of a screen.
  let word: String
  /// In a sentence, for the list of keys.
  let meaning: String

  init(_ key: String, _ word: String, _ meaning: String) {
    (self.key, self.word, self.meaning) = (key, word, meaning)
  }

  /// Esc while an applied filter differs from the first one.
  static let reset = KeyHint("Esc", "reset", "Discard the edits of the filter")
  /// Esc on a screen that was opened from another.
  static let back = KeyHint("Esc", "back", "Go back")
  /// The keys of every screen, which the screen loop handles.
  static let common = common(isPolling: true, isPaused: false)

  static func common(isPolling: Bool, isPaused: Bool) -> [KeyHint] {
    let polling = [
      KeyHint("Space", isPaused ? "resume" : "pause", "Pause or resume polling"),
      KeyHint("r", "refresh", "Refresh now"),
    ]
    return (isPolling ? polling : []) + [
      KeyHint("?", "help", "Toggle this help"), KeyHint("q", "quit", "Quit (also Ctrl-C)"),
    ]
  }
}

/// Keys of a screen, their help and their actions: one value.
struct KeyBinding<Model>: Sendable {
  typealias Action = @Sendable (inout Model) -> KeyResult

  let hint: KeyHint
  /// The word in a state: where the key leads now, or `nil` while it has no effect.
  private let word: @Sendable (Model) -> String?
  private let actions: [Key: Action]

  /// - Parameter now: the word in a state, if it is not always the same.
  init(
    _ key: String, _ word: String, _ meaning: String,
    if hasEffect: @escaping @Sendable (Model) -> Bool = { _ in true },
    now: (@Sendable (Model) -> String?)? = nil, _ actions: [Key: Action]
  ) {
    hint = KeyHint(key, word, meaning)
    self.word = now ?? { hasEffect($0) ? word : nil }
    self.actions = actions
  }

  /// The hint in a state; `nil` while the key has no effect.
  func hint(in model: Model) -> KeyHint? {
    word(model).map { KeyHint(hint.key, $0, hint.meaning) }
  }

  func action(of key: Key) -> Action? { actions[key] }
}

extension KeyBinding where Model: ScreenModel {
  /// The keys that move through rows, of every screen that has them.
  ///
  /// - Parameter move: moves down by a number of rows, up if it is below 0.
  static func movement(
    _ meaning: String, if hasEffect: @escaping @Sendable (Model) -> Bool,
    _ move: @escaping @Sendable (inout Model, _ rows: Int) -> Void
  ) -> KeyBinding {
    // A page is half of the rows that fit.
    let movements: [(keys: [Key], rows: @Sendable (_ room: Int) -> Int)] = [
      ([.up, .character("k")], { _ in -1 }), ([.down, .character("j")], { _ in 1 }),
      ([.pageUp], { -($0 / 2) }), ([.pageDown], { $0 / 2 }),
      ([.home, .character("g")], { _ in -.max / 2 }), ([.end, .character("G")], { _ in .max / 2 }),
    ]
    var actions: [Key: Action] = [:]
    for (keys, rows) in movements {
      for key in keys {
        actions[key] = { model in
          move(&model, rows(model.room.rows))
          return .handled
        }
      }
    }
    return KeyBinding(
      "↑ ↓", "move", "\(meaning) (also j k, PgUp PgDn, Home End, g G)", if: hasEffect, actions)
  }
}

/// The effect of a key.
enum KeyResult: Sendable {
  /// The screen has changed, or the key has no effect now.
  case handled
  /// The key has no effect here, for this reason.
  case refused(String)
  /// The screen has no such key.
  case ignored
  /// Another screen is to be opened.
  case open(any ScreenModel)
  /// The screen needs another answer: its poller must restart.
  case restart
}
