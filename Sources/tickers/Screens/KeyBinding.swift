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

  /// The hint of Esc while an applied filter differs from the first one.
  static let reset = KeyHint("Esc", "reset", "Discard the edits of the filter")

  /// The hint of Esc on a screen that was opened from another.
  static let back = KeyHint("Esc", "back", "Go back")

  /// The hints of the keys of every screen, which the screen loop handles.
  static let common = polling(isPaused: false) + always

  /// The hints of the keys that change polling.
  static func polling(isPaused: Bool) -> [KeyHint] {
    [
      KeyHint("Space", isPaused ? "resume" : "pause", "Pause or resume polling"),
      KeyHint("r", "refresh", "Refresh now"),
    ]
  }

  /// The hints of the other keys of every screen.
  static let always = [
    KeyHint("?", "help", "Toggle this help"), KeyHint("q", "quit", "Quit (also Ctrl-C)"),
  ]
}

/// Keys of a screen, their help and their actions: one value.
struct KeyBinding<Model>: Sendable {
  typealias Action = @Sendable (inout Model) -> KeyResult

  let hint: KeyHint
  /// The word in a state: where the key leads now, or `nil` while it has no effect.
  private let word: @Sendable (Model) -> String?
  private let actions: [Key: Action]

  init(
    _ key: String, _ word: String, _ meaning: String,
    now: @escaping @Sendable (Model) -> String?, _ actions: [Key: Action]
  ) {
    hint = KeyHint(key, word, meaning)
    self.word = now
    self.actions = actions
  }

  init(
    _ key: String, _ word: String, _ meaning: String,
    if hasEffect: @escaping @Sendable (Model) -> Bool = { _ in true }, _ actions: [Key: Action]
  ) {
    self.init(key, word, meaning, now: { hasEffect($0) ? word : nil }, actions)
  }

  /// The hint in a state; `nil` while the key has no effect.
  func hint(in model: Model) -> KeyHint? {
    word(model).map { KeyHint(hint.key, $0, hint.meaning) }
  }

  /// The keys that move through rows, of every screen that has them.
  static func movement(
    _ meaning: String, if hasEffect: @escaping @Sendable (Model) -> Bool,
    _ move: @escaping @Sendable (inout Model, Movement) -> Void
  ) -> KeyBinding {
    KeyBinding(
      "↑ ↓", "move", "\(meaning) (also j k, PgUp PgDn, Home End, g G)", if: hasEffect,
      Movement.keys.mapValues { movement in
        { model in
          move(&model, movement)
          return .handled
        }
      })
  }

  /// The action of a key, if it is one of these.
  func action(of key: Key) -> Action? { actions[key] }
}

/// The effect of a key.
enum KeyResult: Sendable {
  /// The screen has changed, or the key has no effect now.
  case handled
  /// The key has no effect here, for this reason.
  case refused(String)
  /// The key means nothing to the screen.
  case ignored
  /// Another screen is to be opened.
  case open(NextScreen)
  /// The screen needs another answer: its poller must restart.
  case restart
}

/// A movement through rows.
enum Movement: Sendable {
  case lineUp, lineDown, pageUp, pageDown, start, end

  static let keys: [Key: Movement] = [
    .up: .lineUp, .character("k"): .lineUp, .down: .lineDown, .character("j"): .lineDown,
    .pageUp: .pageUp, .pageDown: .pageDown, .home: .start, .character("g"): .start,
    .end: .end, .character("G"): .end,
  ]
}

/// The rows that a screen has room for, out of more.
struct Viewport: Sendable {
  /// The number of rows.
  let count: Int
  /// The number of rows that fit.
  let room: Int

  /// The largest first row.
  var lastFirst: Int { max(0, count - room) }

  /// The first row when one row is to stand in the middle, as far as there are rows.
  func first(centering row: Int) -> Int { clamped(row - room / 2) }

  /// The nearest first row.
  func clamped(_ first: Int) -> Int { min(max(0, first), lastFirst) }

  /// The row after a movement, within `last`; a page is half of `page` rows.
  static func row(_ row: Int, _ movement: Movement, page: Int, last: Int) -> Int {
    let target =
      switch movement {
      case .lineUp: row - 1
      case .lineDown: row + 1
      case .pageUp: row - page / 2
      case .pageDown: row + page / 2
      case .start: 0
      case .end: last
      }
    return min(max(0, target), max(0, last))
  }
}
