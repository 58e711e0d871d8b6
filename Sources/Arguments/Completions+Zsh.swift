extension Program {
  var zshCompletions: String {
    #"""
    #compdef \#(name)

    _\#(name)() {
      local MATCH MBEGIN MEND match mbegin mend
      local -a before=("${(@)words[2,CURRENT-1]}")

    \#(wordLoop)

      local -a subcommands=(
    \#(lines(commands.map { Shell.zsh.quoted("\($0.name):\($0.summary)") }, indent: 4))
      )
      local -a specs=(
    \#(lines(commonOptions.map(spec), indent: 4))
      )
      case $operands[1] in
    \#(commands.map(branch).joined(separator: "\n"))
        *) specs+=(
    \#(lines(commandOptions.map(spec), indent: 6))
        ) ;;
      esac
      _arguments -s -S : '1:command: _describe command subcommands' "${specs[@]}"
    }

    # Offers a single word, or a list of others.
    _\#(name)_list() {
      compadd "$expl[@]" - $1
      _sequence "$expl[@]" compadd - "${@[2,-1]}"
    }

    # Offers the output of the program. Zsh completes operands even while an option is typed.
    _\#(name)_output() {
      [[ $PREFIX == -* ]] || compadd "$expl[@]" -M 'm:{a-zA-Z}={A-Za-z}' - \
        ${(f)"$(command \#(name) "$@" 2>/dev/null)"}
    }

    # The file is either autoloaded from $fpath, or sourced.
    if [[ $funcstack[1] == _\#(name) ]]; then
      _\#(name) "$@"
    else
      compdef _\#(name) \#(name)
    fi

    """#
  }

  private var commandOptions: [Option] {
    options(of: nil).filter { option in !commonOptions.contains { $0.name == option.name } }
  }

  private func branch(for command: Command) -> String {
    let specs = command.options.map(spec) + (command.operand.map { [spec($0)] } ?? [])
    return "    \(Shell.zsh.quoted(command.name))) specs+=(\n\(lines(specs, indent: 6))\n    ) ;;"
  }

  private func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  /// Returns a specification for `_arguments`, such as '(-s --sort)'{-s+,--sort=}'[help]:FIELD:action'.
  private func spec(_ option: Option) -> String {
    let (letterEnd, nameEnd) = option.placeholder == nil ? ("", "") : ("+", "=")
    var tail = "[\(option.help.escaped)]"
    if let placeholder = option.placeholder {
      tail += ":\(placeholder.escaped):\(action(option.candidates, or: option.helpValue))"
    }
    let name = option.longSpelling + nameEnd
    let others = option.repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
    let spellings = option.shortSpelling.map { "{\($0)\(letterEnd),\(name)}" } ?? name
    return Shell.zsh.quoted(others) + spellings + Shell.zsh.quoted(tail)
  }

  private func spec(_ operand: Operand) -> String {
    let place = operand.repeats ? "*" : "2"
    return Shell.zsh.quoted("\(place):\(operand.name.escaped):\(action(operand.candidates))")
  }

  private func action(_ candidates: Candidates, or helpValue: String? = nil) -> String {
    let action =
      switch candidates {
      case .none: " "
      case .words(let words), .choices(let words): "compadd - \(Shell.zsh.quoted(words))"
      case .list(let words):
        helpValue.map { " _\(name)_list \(Shell.zsh.quoted([$0] + words))" }
          ?? "_sequence compadd - \(Shell.zsh.quoted(words))"
      case .output(let call): " _\(name)_output \(Shell.zsh.quoted(call))"
      case .directory: "_files -/"
      case .file: "_files"
      }
    return action.escaping([":": #"\:"#])
  }
}

extension String {
  fileprivate var escaped: String {
    escaping(["[": #"\["#, "]": #"\]"#, ":": #"\:"#, #"\"#: #"\\"#])
  }
}
