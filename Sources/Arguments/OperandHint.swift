import Spelling

/// The options that operands are meant for when a command takes none.
package struct OperandHint: Sendable, Hashable {
  /// An option for what stands before a mark in an operand, as `kraken` in `kraken:BTC-USD`, or
  /// stands alone.
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

    /// The name that a whole operand is.
    fileprivate func name(_ operand: String) -> String? {
      names.first { $0 == operand.lowercased() }
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

  /// The options to type instead of these operands: `--filter BTC-USD`; `nil` when a prefix is
  /// unknown and unlike those that are known.
  func suggestion(for operands: [String]) -> String? {
    var (names, words) = ([String](), [String]())
    for operand in operands {
      if let name = prefix?.name(operand) {
        if !names.contains(name) { names.append(name) }
        continue
      }
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
    let list = Shell.bash.quoted(words.joined(separator: separator))
    return [
      names.isEmpty ? nil : prefix?.suggestion(for: names, separator: separator),
      words.isEmpty ? nil : "\(option) \(list)",
    ].compactMap(\.self).joined(separator: " ")
  }
}
