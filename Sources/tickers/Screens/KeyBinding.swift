import Terminal

struct KeyHint: Sendable {
  let key: String
  /// In a word, for the last line of a screen.
  let word: String
  /// In a sentence, for the list of keys.
  let meaning: String

  init(_ key: String, _ word: String, _ meaning: String) {
    (self.key, self.word, self.meaning) = (key, word, meaning)
  }

  /// Esc while an applied filter or condition differs from the first one.
  static let reset = KeyHint("Esc", "reset", "Discard the edits of filter and condition")
  /// Esc on a screen that was opened from another.
  static let back = KeyHint("Esc", "back", "Go back")

  static func space(isPaused: Bool = false) -> KeyHint {
    KeyHint("Space", isPaused ? "resume" : "pause", "Pause or resume polling")
  }

  static let refresh = KeyHint("r", "refresh", "Refresh now")
  static let steps = KeyHint(
    "← →", "step", "Previous or next poll of a replay (Home End: first or last)")
  /// The keys that end what is shown, always offered.
  static let last = [
    KeyHint("?", "help", "Toggle this help"), KeyHint("q", "quit", "Quit (also Ctrl-C)"),
  ]
  /// The keys of every screen, which the screen loop handles.
  static let common = [space(), refresh, steps] + last
}

/// Keys of a screen, their help and their actions: one value.
struct KeyBinding<Model>: Sendable {
  let hint: KeyHint
  let actions: [Key: @Sendable (inout Model) -> KeyResult]
  /// The word in a state: where the key leads now, or `nil` while it has no effect.
  private let word: @Sendable (Model) -> String?

  init(
    _ key: String, _ word: String, _ meaning: String,
    if hasEffect: @escaping @Sendable (Model) -> Bool = { _ in true },
    now: (@Sendable (Model) -> String?)? = nil,
    _ actions: [Key: @Sendable (inout Model) -> KeyResult]
  ) {
    hint = KeyHint(key, word, meaning)
    self.word = now ?? { hasEffect($0) ? word : nil }
    self.actions = actions
  }

  func hint(in model: Model) -> KeyHint? {
    word(model).map { KeyHint(hint.key, $0, hint.meaning) }
  }

  /// The same keys, which have an effect only in some states.
  func when(_ isPossible: @escaping @Sendable (Model) -> Bool) -> KeyBinding {
    KeyBinding(
      hint.key, hint.word, hint.meaning, now: { [word] in isPossible($0) ? word($0) : nil },
      actions.mapValues { action in { isPossible($0) ? action(&$0) : .handled } })
  }
}

extension KeyBinding where Model: ScreenModel {
  /// The keys that move down by a number of rows, up if it is below 0.
  ///
  /// - Parameter hasLetters: whether g and G lead to the ends, too.
  static func movement(
    _ meaning: String, hasLetters: Bool = false, if hasEffect: @escaping @Sendable (Model) -> Bool,
    _ move: @escaping @Sendable (inout Model, _ rows: Int) -> Void
  ) -> KeyBinding {
    // A page is half of the rows that fit.
    var distances: [Key: (rows: Int, pages: Int)] = [
      .up: (-1, 0), .character("k"): (-1, 0), .down: (1, 0), .character("j"): (1, 0),
      .pageUp: (0, -1), .pageDown: (0, 1), .home: (-.max / 2, 0), .end: (.max / 2, 0),
    ]
    if hasLetters {
      (distances[.character("g")], distances[.character("G")]) = (distances[.home], distances[.end])
    }
    return KeyBinding(
      "↑ ↓", "move", "\(meaning) (also j k, PgUp PgDn, Home End\(hasLetters ? ", g G" : ""))",
      if: hasEffect,
      distances.mapValues { rows, pages in
        { model in
          move(&model, rows + pages * (model.room.rows / 2))
          return .handled
        }
      })
  }
}

enum KeyResult: Sendable {
  /// The screen has changed, or the key has no effect now.
  case handled
  /// The key has no effect here, for this reason.
  case refused(String)
  /// The screen has no such key.
  case ignored
  case open(any ScreenModel)
  /// The text is for the clipboard.
  case copy(String)
  /// The screen needs another answer: its poller must restart.
  case restart
}
