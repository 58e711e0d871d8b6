/// A command with its words: known options, and as many operands as it takes. Options of the
/// environment and of an options file may be added.
package struct Invocation: Sendable {
  struct Occurrence: Sendable, Hashable {
    let option: Option
    let value: String?
    var origin = Origin.commandLine
  }

  /// A value of an option, and its source.
  package struct Given<Value: Sendable>: Sendable {
    /// The value.
    package let value: Value
    /// The source.
    package let origin: Origin
    /// The name of the source in an error: `--url`, or `TICKERS_URL`.
    package let place: String
  }

  /// The command to run.
  package let command: Command
  /// The words that are neither options nor their values, in the order they were typed.
  package let operands: [String]
  private(set) var occurrences: [Occurrence]
  /// The lists that the options file defines.
  package internal(set) var definitions: [Definition] = []

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
    try given(option).map(\.value)
  }

  /// The values that count, with their sources.
  package func given<Value>(_ option: ValueOption<Value>) throws(UsageError) -> [Given<Value>] {
    try counting(option.option).map { occurrence throws(UsageError) in
      let text = occurrence.value ?? ""
      let place =
        if case .environment(let variable) = occurrence.origin {
          variable
        } else {
          option.option.longSpelling
        }
      do throws(InvalidValue) {
        return Given(value: try option.parse(text), origin: occurrence.origin, place: place)
      } catch {
        throw UsageError(lines: error.lines(about: text, of: place))
      }
    }
  }

  /// The values that count: the command line overrides the environment, which overrides the options
  /// file.
  private func counting(_ option: Option) -> [Occurrence] {
    let given = occurrences.filter { $0.option.name == option.name && $0.value != nil }
      .sorted { $0.origin.rank < $1.origin.rank }
    guard option.repeats else { return given.suffix(1) }
    return option.addsToLower
      ? given : given.filter { $0.origin.rank == given.last?.origin.rank }
  }
}

extension Invocation {
  /// A hint per option that takes a list, but was given several lists on the command line.
  package var repetitionHints: [String] {
    let lists = occurrences.filter { $0.origin == .commandLine && $0.option.takesList }
    return Dictionary(grouping: lists, by: \.option.name).values.compactMap { occurrences in
      let values = occurrences.compactMap(\.value)
      let option = occurrences[0].option
      guard Set(values).count > 1, !values.contains(where: { $0 == option.helpValue }),
        !values.joined(separator: ",").split(separator: ",").contains(where: {
          $0.lowercased() == option.wholeValue
        })
      else { return nil }
      let spelling = option.typedSpelling
      return "\(spelling) is repeated and the last one wins; for several, use "
        + "\(spelling) \(Shell.bash.quoted(values.joined(separator: ",")))"
    }.sorted()
  }

  /// The same invocation with the value of a variable of the environment, if the command has an
  /// option of that name.
  package func adding(_ value: String, of name: String, from variable: String) -> Invocation {
    guard let option = command.options.first(where: { $0.name == name }) else { return self }
    return adding([
      Occurrence(option: option, value: value, origin: .environment(variable: variable))
    ])
  }

  func adding(_ more: [Occurrence]) -> Invocation {
    var invocation = self
    invocation.occurrences += more
    return invocation
  }

  /// Whether the given options override an occurrence of a lower source.
  func overrules(_ occurrence: Occurrence) -> Bool {
    let option = occurrence.option
    return has(option) && !(option.repeats && option.addsToLower)
  }
}
