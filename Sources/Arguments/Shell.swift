package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// A word that the shell reads back as this text, whatever is in it.
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
  /// The text with some scalars written differently: a combining mark would hide a character.
  func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
  }
}
