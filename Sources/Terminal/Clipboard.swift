import Foundation

/// Sets the clipboard of the terminal with the sequence OSC 52 (xterm).
package enum Clipboard {
  /// In bytes of UTF-8. xterm accepts sequences of up to 100,000 bytes, which contain the text in base64.
  package static let longestText = 74_994

  /// Returns the sequence that copies a text. Inside tmux, it is sent twice: with `set-clipboard on`, tmux
  /// copies the first one to its buffer and to the clipboard of the terminal. With `allow-passthrough on`,
  /// tmux passes the second one to the terminal.
  package static func sequence(for text: String, isInTmux: Bool) -> String {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    return isInTmux ? sequence + sequence.passedThroughTmux : sequence
  }
}

extension [String: String] {
  var isInTmux: Bool { self["TMUX"]?.isEmpty == false }
}

extension String {
  /// The sequences in this text, wrapped so that tmux passes them to the terminal (`allow-passthrough on`).
  var passedThroughTmux: String {
    "\u{1B}Ptmux;\(replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
  }
}
