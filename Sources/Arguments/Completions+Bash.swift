extension Program {
  var bashCompletions: String {
    #"""
    # Completions of \#(name) for bash 4.3 or later (macOS has 3.2).

    _\#(name)() {
      local rest=${COMP_LINE:0:COMP_POINT} typed= piece= i
      local -a before=()
      # Bash also splits words at = and :; here adjacent pieces are one word.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $rest == [[:space:]]* ]]; then
          before+=("$typed") typed=
          rest=${rest#"${rest%%[![:space:]]*}"}
        fi
        piece=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || piece=$rest
        typed+=$piece rest=${rest#"$piece"}
      done
      before=("${before[@]:1}")

    \#(wordLoop)

      local value=$typed letter_with_value='\#(letterWithValue)'
      if [[ -n $option ]]; then
        [[ $option == --* ]] || option=-${option: -1}
      elif [[ -n $ended || $typed != -* ]]; then
        option=${#operands[@]}
      elif [[ $typed =~ ^(--[^=]+)=(.*)$ ]]; then
        option=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
      elif [[ $typed =~ $letter_with_value ]]; then
        option=-${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
      fi
      value=${value#[\"\']}

      COMPREPLY=()
      local listed=
      local -a offer=()
      case "${operands[0]-} $option" in
    \#(bashOffers.map { "    \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n"))
      esac

      # Readline replaces only the text after the last word break.
      while [[ -n $piece && $COMP_WORDBREAKS == *"${piece:0:1}"* ]]; do piece=${piece:1}; done
      local kept=${typed%"$value"} standing=${typed%"$piece"}
      for word in "${offer[@]}"; do
        [[ $listed != *,"$word",* ]] || continue
        printf -v word %q "$word"
        [[ ${word^^} == "${value^^}"* ]] || continue
        word=$kept$word
        COMPREPLY+=("${word#"$standing"}")
      done
    }

    if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 403)); then
      complete -F _\#(name) \#(name)
    else
      echo '\#(name): completions require bash 4.3 or later' >&2
    fi

    """#
  }

  private typealias Offer = (pattern: String, action: String)

  /// Patterns "COMMAND OPTION", each with code for the offer. OPTION is the option whose value is typed;
  /// empty while an option is typed; or else the number of operands so far, including the command.
  private var bashOffers: [Offer] {
    let shared = options(of: nil)
    return [("' 0'", words(commands.map(\.name)))]
      + commands.map { ("'\($0.name) '", words(options(of: $0).flatMap(\.spellings))) }
      + [("*' '", words(shared.flatMap(\.spellings)))]
      + commands.compactMap(operandOffer)
      + commands.flatMap { command in
        command.options.filter { !shared.contains(where: $0.isSame) }
          .compactMap { valueOffer(for: $0, after: "'\(command.name) ") }
      }
      + shared.compactMap { valueOffer(for: $0, after: "*' ") }
  }

  private func operandOffer(of command: Command) -> Offer? {
    guard let operand = command.operand, let action = action(operand.candidates) else { return nil }
    let counts = operand.repeats ? "' '[0-9]*" : "' 1'"
    return (Shell.bash.quoted(command.name) + counts, action)
  }

  private func valueOffer(for option: Option, after command: String) -> Offer? {
    let patterns = option.spellings.map { "\(command)\($0)'" }.joined(separator: " | ")
    return action(option.candidates, or: option.helpValue).map { (patterns, $0) }
  }

  private func action(_ candidates: Candidates, or helpValue: String? = nil) -> String? {
    switch candidates {
    case .none: nil
    case .words(let list), .choices(let list): words(list)
    case .list(let list):
      words(list)
        + (helpValue.map { "; [[ $value == *,* ]] || offer+=(\(Shell.bash.quoted($0)))" } ?? "")
        + "; listed=,${value%\"${value##*,}\"} value=${value##*,}; compopt -o nospace"
    case .output(let call):
      "mapfile -t offer < <(command \(name) \(Shell.bash.quoted(call)) 2>/dev/null)"
    case .directory: "compopt -o dirnames"
    case .file: "compopt -o default"
    }
  }

  private func words(_ words: [String]) -> String { "offer=(\(Shell.bash.quoted(words)))" }
}
