/// The request of a command line: to run a command, or to show help or the version.
package enum Request: Sendable {
  /// To explain a command, or to list all of them.
  case help(Command?)
  case version
  case run(Invocation)
}

/// The source of an option. Of two values the one from the higher source counts.
package enum Origin: Equatable, Sendable {
  case file(line: Int)
  case environment(variable: String)
  case commandLine

  /// The order of precedence: what is typed last and for one run only is the highest.
  var rank: Int {
    switch self {
    case .file: 0
    case .environment: 1
    case .commandLine: 2
    }
  }

  /// The line of an options file.
  var fileLine: Int? {
    if case .file(let line) = self { line } else { nil }
  }
}

/// A command with its words: known options, and as many operands as it takes. Options of the
/// environment and of an options file may be added.
package struct Invocation: Sendable {
  struct Occurrence: Sendable {
    let option: Option
    let value: String?
    var origin = Origin.commandLine
  }

  package let command: Command
  /// The words that are neither options nor their values, in the order they were typed.
  package let operands: [String]
  private(set) var occurrences: [Occurrence]
  /// The options file whose lines were added.
  package private(set) var file: OptionsFile?
  /// The lines of the options file that do not apply, in order, with the reasons.
  package private(set) var ignoredLines: [(number: Int, reason: String)] = []

  init(command: Command, operands: [String] = [], occurrences: [Occurrence] = []) {
    self.command = command
    self.operands = operands
    self.occurrences = occurrences
  }

  /// Whether an option was given.
  ///
  /// For a shorthand, check the option it stands for: a later word may have overridden it.
  package func has(_ option: Option) -> Bool {
    occurrences.contains { $0.option.name == option.name }
  }

  /// The value that counts; `nil` when the option was not given.
  package func value<Value>(of option: ValueOption<Value>) throws(UsageError) -> Value? {
    try values(of: option).last
  }

  /// All values of an option that repeats, in their order; of another option, the last one.
  package func values<Value>(of option: ValueOption<Value>) throws(UsageError) -> [Value] {
    try sourcedValues(of: option).map(\.value)
  }

  /// The values that count, each with its source, and the name of that in an error: `--url`, or
  /// `TICKERS_URL`.
  package func sourcedValues<Value>(
    of option: ValueOption<Value>
  ) throws(UsageError) -> [(value: Value, origin: Origin, place: String)] {
    let name = option.option.name
    return try effectiveOccurrences(of: name).map { occurrence throws(UsageError) in
      let text = occurrence.value ?? ""
      let place =
        if case .environment(let variable) = occurrence.origin {
          variable
        } else {
          option.option.longSpelling
        }
      do throws(InvalidValue) {
        return (try option.parse(text), occurrence.origin, place)
      } catch {
        throw UsageError(
          lines: error.lines(about: text, of: place), of: [name],
          fileLine: occurrence.origin.fileLine)
      }
    }
  }

  /// The occurrences that count: the command line overrides the environment, which overrides the
  /// options file.
  private func effectiveOccurrences(of name: String) -> [Occurrence] {
    let given = occurrences.filter { $0.option.name == name }
      .sorted { $0.origin.rank < $1.origin.rank }
    guard let last = given.last, last.option.repeats else { return given.suffix(1) }
    return last.option.addsToLower
      ? given : given.filter { $0.origin.rank == last.origin.rank }
  }

  /// Checks that the options can be combined.
  func checkConflicts() throws(UsageError) {
    for option in command.options where has(option) {
      for conflict in option.conflicts {
        for own in effectiveOccurrences(of: option.name) {
          for other in effectiveOccurrences(of: conflict.name) {
            let message = conflict.message(own.value ?? "", other.value ?? "")
            if let message { throw UsageError(message, of: option.name, conflict.name) }
          }
        }
      }
    }
  }

  /// Adds the value of a variable of the environment, if the command has an option of that name.
  package mutating func add(_ value: String, of name: String, from variable: String) {
    guard let option = command.options.first(where: { $0.name == name }) else { return }
    occurrences.append(
      Occurrence(option: option, value: value, origin: .environment(variable: variable)))
  }

  /// A hint per option that takes a list, but was given several lists on the command line.
  package var repetitionHints: [String] {
    command.options.compactMap { option in
      guard case .list = option.candidates else { return nil }
      let values =
        occurrences
        .filter { $0.option.name == option.name && $0.origin == .commandLine }
        .compactMap(\.value)
      let list = values.joined(separator: ",")
      let words = list.lowercased().split(separator: ",").map(String.init)
      guard Set(values).count > 1, !values.contains(where: { $0 == option.helpValue }),
        !words.contains(where: { $0 == option.wholeValue })
      else { return nil }
      let spelling = option.spellings[0]
      return "\(spelling) is repeated and the last one wins; for several, use "
        + "\(spelling) \(Shell.bash.quoted(list))"
    }.sorted()
  }
}

extension Invocation {
  /// Adds the lines of an options file that apply: those of the command that neither the options
  /// given so far override, nor conflict with these.
  ///
  /// A line before the first heading is also ignored when the command does not accept its value, but
  /// another one does. Lines that conflict with each other are an error.
  package mutating func add(_ file: OptionsFile) throws(UsageError) {
    self.file = file
    for line in file.lines {
      if let error = line.refusals[command.name] { ignore(line.number, error) }
    }
    let given = self
    var alone = Invocation(command: command)
    for line in file.lines(of: command) {
      alone.occurrences += line.occurrences
      do throws(UsageError) {
        try alone.checkConflicts()
      } catch {
        throw error.at("\(file.path):\(line.number)")
      }
      var both = given
      both.occurrences += line.occurrences
      do throws(UsageError) {
        try both.checkConflicts()
        if !line.occurrences.allSatisfy(given.overrides) { occurrences += line.occurrences }
      } catch {
        ignore(line.number, error)
      }
    }
  }

  /// Ignores the line of the options file that an error of the command is about, if it is wrong only
  /// together with something else: it gives way to that. Throws any other error.
  package mutating func ignoreLine(behind error: UsageError) throws(UsageError) {
    let lines = error.options.map { effectiveOccurrences(of: $0).last?.origin.fileLine }
    guard let file, let line = error.fileLine ?? lines.compactMap(\.self).first else { throw error }
    let needsOthers = command.options.contains { option in
      option.dependsOnOthers && error.options == [option.name]
    }
    if !lines.contains(nil), !needsOthers { throw error.at("\(file.path):\(line)") }
    occurrences.removeAll { $0.origin.fileLine == line }
    ignore(line, error)
  }

  private mutating func ignore(_ line: Int, _ error: UsageError) {
    ignoredLines.append((line, error.lines.first ?? ""))
    ignoredLines.sort { $0.number < $1.number }
  }

  /// Whether the given options override an occurrence of a lower source.
  private func overrides(_ occurrence: Occurrence) -> Bool {
    let option = occurrence.option
    return has(option) && !(option.repeats && option.addsToLower)
  }
}
