package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Quotes a text so that the shell reads it as one unchanged word.
  package func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { character in
      character.isASCII
        && (character.isLetter || character.isNumber || "-_./:,".contains(character))
    }
    if isPlain, !text.isEmpty { return text }
    return switch self {
    case .bash, .zsh: "'\(text.escaping(["'": #"'\''"#]))'"
    case .fish: "'\(text.escaping(["'": #"\'"#, #"\"#: #"\\"#]))'"
    }
  }

  func quoted(_ words: [String]) -> String { words.map { quoted($0) }.joined(separator: " ") }
}

extension String {
  /// Replaces scalars, not Characters: a combining mark and the sign before it are one Character.
  func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
  }
}
