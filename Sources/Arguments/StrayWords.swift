/// Words that are neither options nor expected arguments, and what they are probably meant for.
struct StrayWords {
  private var values: [(option: Option, text: String)] = []
  /// The words that no option takes.
  private(set) var rest: [String] = []
  /// The first word that an option takes.
  private(set) var first: String?

  /// Reads words as values of options.
  ///
  /// - Parameters:
  ///   - splits: whether a word with a colon stands for two.
  ///   - given: the value of an option that was given.
  init(_ words: [String], for options: [Option], splits: Bool, given: (Option) -> String?) {
    for word in words {
      let parts = splits ? Self.parts(of: word) : [word]
      var copy = self
      if parts.allSatisfy({ copy.add($0, options, given) }) {
        self = copy
        first = first ?? word
      } else {
        rest.append(word)
      }
    }
  }

  /// The options to type: `-e kraken,coinbase -f BTC-USD`; `nil` without any.
  var suggestion: String? {
    guard !values.isEmpty else { return nil }
    return values.map { "\($0.option.typedSpelling) \(Shell.bash.quoted($0.text))" }
      .joined(separator: " ")
  }

  private mutating func add(
    _ word: String, _ options: [Option], _ given: (Option) -> String?
  ) -> Bool {
    // Those that many commands have are declared last: `all` is also the code of a currency.
    for option in options.reversed() {
      let place = values.firstIndex { $0.option == option }
      let text = option.value(of: word, given: place.map { values[$0].text } ?? given(option))
      guard let text else { continue }
      if let place { values[place].text = text } else { values.append((option, text)) }
      return true
    }
    return false
  }

  /// The part up to the last colon, and the one behind it; without a colon, the word.
  private static func parts(of word: String) -> [String] {
    guard let colon = word.lastIndex(of: ":") else { return [word] }
    let start = word.index(after: colon)
    return [String(word[..<start]), String(word[start...])]
  }
}
