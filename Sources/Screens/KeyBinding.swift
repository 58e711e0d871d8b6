import MarketCore
import Reports
import Terminal

package struct KeyHint: Sendable {
  package let key: String
  /// The meaning in one or two words, for the last line of a screen.
  let word: String
  /// The meaning in full, for the list of keys.
  package let meaning: String

  init(_ key: String, _ word: String, _ meaning: String) {
    (self.key, self.word, self.meaning) = (key, word, meaning)
  }
}

/// Keys of a screen or of the list of columns, with their help and their actions.
package struct KeyBinding<Model>: Sendable {
  typealias Action = @Sendable (inout Model) -> ScreenEffect

  let hint: KeyHint
  let actions: [Key: Action]
  /// Returns the word for the current effect of the keys; `nil` if they have no effect now.
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

  /// Returns the binding of the keys that move. `move` receives a number of lines, negative for upwards. If
  /// `hasLetters` is true, the letters g and G do the same as Home and End.
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

  static func action(of key: Key, in bindings: [KeyBinding]) -> Action? {
    bindings.lazy.compactMap { $0.actions[key] }.first
  }

  func hint(in model: Model) -> KeyHint? {
    word(model).map { KeyHint(hint.key, $0, hint.meaning) }
  }

  /// Returns the same binding, but its keys have no effect if `isPossible` returns false.
  func when(_ isPossible: @escaping @Sendable (Model) -> Bool) -> KeyBinding {
    KeyBinding(
      hint.key, hint.word, hint.meaning, now: { [word] in isPossible($0) ? word($0) : nil },
      actions.mapValues { action in { isPossible($0) ? action(&$0) : .handled } })
  }
}

extension Key {
  static let movements: [Key: (lines: Int, pages: Int)] = [
    .up: (-1, 0), .character("k"): (-1, 0), .down: (1, 0), .character("j"): (1, 0),
    .pageUp: (0, -1), .pageDown: (0, 1), .home: (-.max / 2, 0), .end: (.max / 2, 0),
  ]

  /// Returns the number of lines that the key moves, negative for upwards; `nil` if the key does not move.
  func movement(page: Int) -> Int? { Self.movements[self].map { $0.lines + $0.pages * page } }
}

extension Int {
  /// Returns the nearest number from 0 to `last`; 0 if `last` is negative.
  func clamped(to last: Int) -> Int { Swift.min(Swift.max(0, self), Swift.max(0, last)) }
}
