extension Program {
  var fishCompletions: String {
    #"""
    # Completions of \#(name) for fish.

    # Prints the words that are neither options nor values: the command first.
    function __\#(name)_operands
        set -l before (commandline -opc)
        set -e before[1]
        set -l value_follows no
        set -l ended no
        for word in $before
            if test $value_follows = yes
                set value_follows no
            else if test $ended = yes; or not string match -q -- '-?*' $word
                printf '%s\n' $word
            else if test $word = --
                set ended yes
            else if string match -qr -- '\#(optionBeforeValue)' $word
                set value_follows yes
            end
        end
    end

    # Prints the value typed for an option, without the option.
    function __\#(name)_value
        commandline -ct | string replace -r -- '^--[^=]*=' ''
    end

    # Prints the words that are not in the list yet, after the part up to the last comma.
    function __\#(name)_list
        set -l typed (string match -r -- '^.*,' (__\#(name)_value))
        set -l listed (string split -- , "$typed")
        for word in $argv
            contains -- $word $listed; or printf '%s\n' "$typed$word"
        end
    end

    # Prints the output of the program. Fish completes operands even while an option is typed.
    function __\#(name)_output
        string match -q -- '-*' (__\#(name)_value); or command \#(name) $argv 2>/dev/null
    end

    complete -c \#(name) -f
    \#(commands.map(line).joined(separator: "\n"))
    \#(commands.compactMap(operandLine).joined(separator: "\n"))
    \#(commandOptions.map(line).joined(separator: "\n"))
    \#(commonOptions.map { line(for: $0, of: []) }.joined(separator: "\n"))

    """#
  }

  private func line(for command: Command) -> String {
    let condition = "test -z \"$(__\(name)_operands)\""
    return line(["-n", condition, "-a", Shell.fish.quoted(command.name), "-d", command.summary])
  }

  private func operandLine(of command: Command) -> String? {
    guard let operand = command.operand, let words = words(operand.candidates) else { return nil }
    let typed = "$(__\(name)_operands)\(operand.repeats ? "[1]" : "")"
    return line(["-n", "test \"\(typed)\" = \(Shell.fish.quoted(command.name))", "-a", words])
  }

  /// The options of commands, in the order of declaration, each with the commands that have it.
  private var commandOptions: [(Option, [Command])] {
    commands.flatMap(\.options).reduce(into: []) { all, option in
      if all.contains(where: { $0.0.isSame(as: option) }) { return }
      all.append((option, commands.filter { $0.options.contains(where: option.isSame) }))
    }
  }

  private func line(for option: Option, of commands: [Command]) -> String {
    var words: [String] = []
    if !commands.isEmpty {
      let names = Shell.fish.quoted(commands.map(\.name))
      words += ["-n", "contains -- \"$(__\(name)_operands)[1]\" '' \(names)"]
    }
    if let short = option.short { words += ["-s", String(short)] }
    words += ["-l", option.name]
    if option.placeholder != nil { words.append("-x") }
    let candidates = self.words(option.candidates, or: option.helpValue)
    if let candidates { words += ["-a", candidates] }
    return line(words + ["-d", option.help])
  }

  private func line(_ words: [String]) -> String {
    "complete -c \(name) \(Shell.fish.quoted(words))"
  }

  /// Returns fish code for the words to offer, which fish runs at each completion; `nil` if there are none.
  private func words(_ candidates: Candidates, or helpValue: String? = nil) -> String? {
    switch candidates {
    case .none: nil
    case .words(let words), .choices(let words): Shell.fish.quoted(words)
    case .list(let words):
      "(__\(name)_list \(Shell.fish.quoted(words)))"
        + (helpValue.map { " \(Shell.fish.quoted($0))" } ?? "")
    case .output(let call): "(__\(name)_output \(Shell.fish.quoted(call)))"
    case .directory: "(__fish_complete_directories (__\(name)_value))"
    case .file: "(__fish_complete_path (commandline -ct))"
    }
  }
}
