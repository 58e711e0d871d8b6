extension Program {
  /// Returns a script that completes command lines of this program, for bash 4.3, zsh 5.1 with compinit, or
  /// fish 3.4, or later. A letter should be the same option in all commands.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }
}

extension Program {
  /// A regular expression for any shell. It matches an option whose value is the next word.
  var optionBeforeValue: String {
    let valued = options(of: nil).filter { $0.placeholder != nil }
    let words = valued.map(\.longSpelling) + valued.compactMap(\.short).map { "\(flags)\($0)" }
    return "^(\(words.joined(separator: "|")))$"
  }

  /// A regular expression for any shell. It captures the letter and the value of `-n5` or `-n=5`.
  var letterWithValue: String {
    let letters = options(of: nil).filter { $0.placeholder != nil }.compactMap(\.short)
    return "^\(flags)([\(String(letters))])=?(.+)$"
  }

  private var flags: String {
    "-[\(String(options(of: nil).filter { $0.placeholder == nil }.compactMap(\.short)))]*"
  }

  /// A loop in bash and zsh over the words `before` the cursor. It sets `operands`, which include the
  /// command; `option`, if the value of an option follows; and `ended`, if `--` precedes the cursor.
  var wordLoop: String {
    #"""
      local before_value='\#(optionBeforeValue)' option= ended= word
      local -a operands=()
      for word in "${before[@]}"; do
        if [[ -n $option ]]; then
          option=
        elif [[ -n $ended || $word != -?* ]]; then
          operands+=("$word")
        elif [[ $word == -- ]]; then
          ended=yes
        elif [[ $word =~ $before_value ]]; then
          option=$word
        fi
      done
    """#
  }
}

extension Option {
  /// Whether both options have the same completions. Options of several commands can share a name.
  func isSame(as other: Option) -> Bool {
    name == other.name && placeholder == other.placeholder && candidates == other.candidates
      && replacement == other.replacement && help == other.help
  }
}
