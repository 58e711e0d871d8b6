package import MarketCore
import Reports
import Terminal

package struct KeyHint: Sendable {
  package let key: String
  /// In a word, for the last line of a screen.
  let word: String
  /// In a sentence, for the list of keys.
  package let meaning: String

  init(_ key: String, _ word: String, _ meaning: String) {
    (self.key, self.word, self.meaning) = (key, word, meaning)
  }
}

/// Keys of a screen, their help and their actions: one value.
package struct KeyBinding<Model>: Sendable {
  typealias Action = @Sendable (inout Model) -> ScreenEffect

  let hint: KeyHint
  let actions: [Key: Action]
  /// The word in a state: where the key leads now, or `nil` while it has no effect.
  private let word: @Sendable (Model) -> String?

  init(
    _ key: String, _ word: String, _ meaning: String,
    if hasEffect: @escaping @Sendable (Model) -> Bool = { _ in true },
    now: (@Sendable (Model) -> String?)? = nil, _ actions: [Key: Action]
  ) {
    hint = KeyHint(key, word, meaning)
    self.word = now ?? { hasEffect($0) ? word : nil }
    self.actions = actions
  }

  /// The keys that only change the state.
  init(
    _ key: String, _ word: String, _ meaning: String,
    if hasEffect: @escaping @Sendable (Model) -> Bool = { _ in true },
    now: (@Sendable (Model) -> String?)? = nil,
    changing changes: [Key: @Sendable (inout Model) -> Void]
  ) {
    let actions = changes.mapValues { change in
      { @Sendable (model: inout Model) in
        change(&model)
        return ScreenEffect.handled
      }
    }
    self.init(key, word, meaning, if: hasEffect, now: now, actions)
  }

  /// The keys that move down by a number of lines, up if it is below 0.
  ///
  /// - Parameters:
  ///   - hasLetters: whether g and G lead to the ends, too.
  ///   - page: the lines of a page.
  static func movement(
    _ meaning: String, hasLetters: Bool = false, page: @escaping @Sendable (Model) -> Int,
    if hasEffect: @escaping @Sendable (Model) -> Bool = { _ in true },
    _ move: @escaping @Sendable (inout Model, _ lines: Int) -> Void
  ) -> KeyBinding {
    let letters: [Key: Key] = hasLetters ? [.character("g"): .home, .character("G"): .end] : [:]
    let keys = Dictionary(uniqueKeysWithValues: Key.movements.keys.map { ($0, $0) })
    return KeyBinding(
      "↑ ↓", "move", "\(meaning) (also j k, PgUp PgDn, Home End\(hasLetters ? ", g G" : ""))",
      if: hasEffect,
      changing: keys.merging(letters) { $1 }.mapValues { key in
        { move(&$0, key.movement(page: page($0)) ?? 0) }
      })
  }

  /// What a key does; `nil` for nothing.
  static func action(of key: Key, in bindings: [KeyBinding]) -> Action? {
    bindings.lazy.compactMap { $0.actions[key] }.first
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

extension Key {
  /// The keys that move, each with the lines and the pages that it moves down by.
  static let movements: [Key: (lines: Int, pages: Int)] = [
    .up: (-1, 0), .character("k"): (-1, 0), .down: (1, 0), .character("j"): (1, 0),
    .pageUp: (0, -1), .pageDown: (0, 1), .home: (-.max / 2, 0), .end: (.max / 2, 0),
  ]

  /// The lines that the key moves down by; `nil` for a key that does not move.
  func movement(page: Int) -> Int? { Self.movements[self].map { $0.lines + $0.pages * page } }
}

/// What a key leads to, beside the change of the state.
package enum ScreenEffect: Sendable {
  /// The state has changed, or the key has no effect now.
  case handled
  /// The key has no effect here, for this reason.
  case refused(String)
  /// The screen has no such key.
  case ignored
  case open(any ScreenModel)
  /// Leads back to the screen before, or ends the choice of columns.
  case close
  case quit
  /// The text is for the clipboard.
  case copy(String)
  /// Columns of these names were chosen.
  case columns([String])
  /// The screen needs another answer: its poller must restart.
  case restart
  /// Polls go on from the recorded poll that this leads to.
  case step(PollStep)
}

extension Int {
  /// The nearest number from 0 to a last one; 0 if that is less.
  func clamped(to last: Int) -> Int { Swift.min(Swift.max(0, self), Swift.max(0, last)) }
}
