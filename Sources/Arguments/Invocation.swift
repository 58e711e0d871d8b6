/// What a command line requests. `help(nil)` is the overview of all commands.
package enum Request: Sendable {
  case help(Command?)
  case topic(Section)
  case version
  case run(Invocation)
}

/// An option on the command line, or else in an environment variable or in a line of the options file.
package struct Occurrence: Sendable {
  let option: Option
  let value: String?
  package var variable: String?
  var fileLine: Int?

  package var isTyped: Bool { variable == nil && fileLine == nil }
  package var place: String { variable ?? option.longSpelling }
}

/// A command to run, with its operands and options.
///
/// Typed options override options of the environment, which override options of the options file. With
/// ``Option/addsToLower``, the values of an option are combined instead.
package struct Invocation: Sendable {
  package let command: Command
  package let operands: [String]
  /// In order of rising priority. If an option does not repeat, only its last value counts.
  private(set) var occurrences: [Occurrence] = []
  package private(set) var file: OptionsFile?
  package private(set) var ignoredLines: [(number: Int, reason: String)] = []

  init(command: Command, operands: [String] = [], occurrences: [Occurrence] = []) {
    (self.command, self.operands, self.occurrences) = (command, operands, occurrences)
  }

  /// Whether an option was given. For `--once`, which stands for `--count 1`, pass `--count`.
  package func has(_ option: Option) -> Bool {
    occurrences.contains { $0.option.name == option.name }
  }

  package func value<Value>(of option: ValueOption<Value>) throws(UsageError) -> Value? {
    try values(of: option).last
  }

  /// Returns all values of an option that repeats, in order, or the last value of any other option.
  package func values<Value>(of option: ValueOption<Value>) throws(UsageError) -> [Value] {
    try occurrences(of: option).map { $0.value }
  }

  /// Returns ``values(of:)``, each with its occurrence.
  package func occurrences<Value>(
    of option: ValueOption<Value>
  ) throws(UsageError) -> [(value: Value, occurrence: Occurrence)] {
    try effectiveOccurrences(of: option.option.name).map { occurrence throws(UsageError) in
      let text = occurrence.value ?? ""
      do throws(InvalidValue) {
        return (try option.parse(text), occurrence)
      } catch {
        throw UsageError(
          lines: error.lines(about: text, of: occurrence.place), of: [option.option.name],
          fileLine: occurrence.fileLine)
      }
    }
  }

  private func effectiveOccurrences(of name: String) -> [Occurrence] {
    let given = occurrences.filter { $0.option.name == name }
    return given.last?.option.repeats == true ? given : given.suffix(1)
  }

  func checkConflicts() throws(UsageError) {
    let all = [String: [Occurrence]](occurrences)
    try all.checkConflicts(of: all, in: command)
  }

  /// Whether the command line, not the environment or the options file, has the option.
  package func isTyped(_ option: Option) -> Bool {
    occurrences.contains { $0.option.name == option.name && $0.isTyped }
  }

  /// Hints for options that were typed with several lists, although only the last list counts.
  package var repetitionHints: [String] {
    command.options.compactMap { option in
      guard case .list = option.candidates else { return nil }
      let values = occurrences.filter { $0.option.name == option.name && $0.isTyped }
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
  /// Adds the value of a variable if the command has the named option and no given value overrides it.
  package mutating func add(_ value: String, of name: String, from variable: String) {
    guard let option = command.options.first(where: { $0.name == name }) else { return }
    let occurrence = Occurrence(option: option, value: value, variable: variable)
    let place = occurrences.firstIndex(where: \.isTyped) ?? occurrences.endIndex
    if !overrides(occurrence) { occurrences.insert(occurrence, at: place) }
  }

  /// Adds the lines of an options file that apply to the command, and that no given option overrides. Ignores
  /// lines that conflict with given options, or whose value only other commands accept. Throws an error if
  /// lines conflict with each other.
  package mutating func add(_ file: OptionsFile) throws(UsageError) {
    self.file = file
    let lines = file.lines(of: command)
    for (line, error) in lines.rejected { ignore(line, error) }
    var alone: [String: [Occurrence]] = [:]
    let given = [String: [Occurrence]](occurrences)
    var added: [Occurrence] = []
    for line in lines.accepted where !line.occurrences.allSatisfy(overrides) {
      let new = [String: [Occurrence]](line.occurrences)
      alone.add(line.occurrences)
      do throws(UsageError) {
        try alone.checkConflicts(of: new, in: command)
      } catch {
        throw error.at("\(file.path):\(line.number)")
      }
      do throws(UsageError) {
        try given.checkConflicts(of: new, in: command)
        added += line.occurrences
      } catch {
        ignore(line.number, error)
      }
    }
    ignoredLines.sort { $0.number < $1.number }
    occurrences.insert(contentsOf: added, at: 0)
  }

  /// Ignores the line of the options file that causes an error of the command, if options outside the file
  /// may also be a cause. Throws the error otherwise.
  package mutating func ignoreLine(behind error: UsageError) throws(UsageError) {
    let lines = error.options.map { effectiveOccurrences(of: $0).last?.fileLine }
    guard let file, let line = error.fileLine ?? lines.compactMap(\.self).first else { throw error }
    let needsOthers = command.options.contains { $0.dependsOnOthers && error.options == [$0.name] }
    if !lines.contains(nil), !needsOthers { throw error.at("\(file.path):\(line)") }
    occurrences.removeAll { $0.fileLine == line }
    ignore(line, error)
    ignoredLines.sort { $0.number < $1.number }
  }

  private mutating func ignore(_ line: Int, _ error: UsageError) {
    ignoredLines.append((line, error.lines.first ?? ""))
  }

  /// Adds the options of another invocation that have these names, unless overridden here; and its file.
  package mutating func inherit(_ names: Set<String>, from other: Invocation) {
    file = other.file
    let inherited = other.occurrences.filter { names.contains($0.option.name) && !overrides($0) }
    occurrences.insert(contentsOf: inherited, at: 0)
  }

  private func overrides(_ occurrence: Occurrence) -> Bool {
    has(occurrence.option) && !(occurrence.option.repeats && occurrence.option.addsToLower)
  }
}

/// The occurrences that count, by option name: all if the option repeats, otherwise the last one.
extension [String: [Occurrence]] {
  fileprivate init(_ occurrences: [Occurrence]) {
    self = [:]
    add(occurrences)
  }

  fileprivate mutating func add(_ occurrences: [Occurrence]) {
    for occurrence in occurrences {
      let name = occurrence.option.name
      if !occurrence.option.repeats { self[name] = nil }
      self[name, default: []].append(occurrence)
    }
  }

  /// Throws an error if an occurrence in `new` cannot be combined with an occurrence in this dictionary.
  fileprivate func checkConflicts(of new: Self, in command: Command) throws(UsageError) {
    for option in command.options {
      for (name, message) in option.conflicts {
        let message =
          new.conflict(of: option.name, with: name, in: self, message)
          ?? conflict(of: option.name, with: name, in: new, message)
        if let message { throw UsageError(message, of: option.name, name) }
      }
    }
  }

  private func conflict(
    of name: String, with otherName: String, in others: Self,
    _ message: Option.Conflict
  ) -> String? {
    for occurrence in self[name] ?? [] {
      for other in others[otherName] ?? [] {
        if let message = message(occurrence.value ?? "", other.value ?? "") { return message }
      }
    }
    return nil
  }
}
