import Spelling

/// The option that operands are meant for when a command takes none.
package struct OperandHint: Sendable, Hashable {
  /// An option for what stands before a mark in an operand, as `kraken` in `kraken:BTC-USD`.
  package struct Prefix: Sendable, Hashable {
    /// The option as it is typed: `--exchange`.
    private let option: String
    fileprivate let mark: Character
    /// The values that the option takes.
    private let names: [String]

    /// Declares an option to suggest.
    package init(option: String, mark: Character, names: [String]) {
      self.option = option
      self.mark = mark
      self.names = names
    }

    fileprivate func name(nearest word: String) -> String? {
      nearest(to: word.lowercased(), in: names, limit: 1).first
    }

    fileprivate func suggestion(for names: [String], separator: String) -> String {
      "\(option) \(Shell.bash.quoted(names.joined(separator: separator)))"
    }
  }

  /// The option as it is typed: `--filter`.
  private let option: String
  /// The separator of several words in its value, and in that of the prefix.
  private let separator: String
  private let prefix: Prefix?

  /// Declares an option to suggest.
  package init(option: String, separator: String, prefix: Prefix? = nil) {
    self.option = option
    self.separator = separator
    self.prefix = prefix
  }

  /// The options to type instead of these operands: `--filter BTC-USD`; `nil` when a prefix is none
  /// that there is, nor like one.
  func suggestion(for operands: [String]) -> String? {
    var (names, words) = ([String](), [String]())
    for operand in operands {
      guard let prefix, let mark = operand.lastIndex(of: prefix.mark) else {
        words.append(operand)
        continue
      }
      let word = operand[operand.index(after: mark)...]
      guard let name = prefix.name(nearest: String(operand[..<mark])), !word.isEmpty else {
        return nil
      }
      if !names.contains(name) { names.append(name) }
      words.append(String(word))
    }
    let suggestion = "\(option) \(Shell.bash.quoted(words.joined(separator: separator)))"
    guard let prefix, !names.isEmpty else { return suggestion }
    return "\(prefix.suggestion(for: names, separator: separator)) \(suggestion)"
  }
}
