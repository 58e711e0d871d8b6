/// A command with the words it was given: known options, and as many operands as it takes.
package struct Invocation: Sendable {
  struct Occurrence {
    let option: Option
    let value: String?
  }

  /// The command to run.
  package let command: Command
  /// The words that are neither options nor their values, in the order they were typed.
  package let operands: [String]
  let occurrences: [Occurrence]

  /// Whether an option was typed.
  ///
  /// Of a shorthand, ask for what it stands for: a later word may have overruled it.
  package func has(_ option: Option) -> Bool {
    occurrences.contains { $0.option.name == option.name }
  }

  /// The value that counts: the last one; `nil` when the option was not typed.
  package func value<Value>(of option: ValueOption<Value>) throws(UsageError) -> Value? {
    try values(of: option).last
  }

  /// All values of an option that repeats, in the order they were typed; of another option, the
  /// last one.
  package func values<Value>(of option: ValueOption<Value>) throws(UsageError) -> [Value] {
    let declaration = option.option
    let typed = occurrences.filter { $0.option.name == declaration.name }.compactMap(\.value)
    return try typed.suffix(declaration.repeats ? typed.count : 1).map {
      text throws(UsageError) in
      do throws(InvalidValue) {
        return try option.parse(text)
      } catch {
        throw UsageError(lines: error.lines(about: text, of: declaration.longSpelling))
      }
    }
  }
}
