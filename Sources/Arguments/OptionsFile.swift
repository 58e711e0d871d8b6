import Spelling

/// The options file, with one option per line.
///
/// A line is `--name`, `--name value` or `--name=value`: the value extends to the end of the line. Lines
/// below a heading (`[list]`) apply to the command with that name, lines before the first heading to each
/// command that accepts them. `@NAME = VALUE` defines a list. `!NAME = VALUE`, with the sign of an option,
/// stands for that option with the value `NAME: VALUE`. A line that begins with `#` is a comment.
package struct OptionsFile: Sendable {
  /// A list that `@NAME = VALUE` defines. The name does not include the `@`.
  package typealias Definition = (name: String, value: String, line: Int)

  struct Line: Sendable {
    let number: Int
    /// The option, or the options that a flag stands for.
    let occurrences: [Occurrence]
    /// The command of the heading above the line; `nil` before the first heading.
    let section: Command?

    /// Returns whether the command has all options of the line, and no heading restricts the line to another
    /// command. Throws an error if the command rejects a value.
    func applies(to command: Command) throws(UsageError) -> Bool {
      if let section, section.name != command.name { return false }
      let options = command.options
      var hasAll = true
      for occurrence in occurrences {
        let option = options.first { $0.name == occurrence.option.name }
        if let value = occurrence.value { try option?.check(value) }
        hasAll = hasAll && option != nil
      }
      return hasAll
    }
  }

  package let path: String
  package private(set) var definitions: [Definition] = []
  private(set) var lines: [Line] = []

  package init(
    _ bytes: [UInt8], path: String, of program: Program,
    checkDefinition: (Definition) throws(UsageError) -> Void = { _ in }
  ) throws(UsageError) {
    self.path = path
    let text = bytes.dropFirst(bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0)
    var section: Command?
    var definedLines: [String: Int] = [:]
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do throws(UsageError) {
        let text = try Self.text(of: line)
        switch text.first {
        case nil, "#": break
        case "[": section = try program.command(ofHeading: text.trimmed)
        case "@":
          let definition = try definition(text, number: index + 1, after: &definedLines)
          try checkDefinition(definition)
          definitions.append(definition)
        default: self.lines.append(try program.line(text, number: index + 1, of: section))
        }
      } catch {
        throw error.at("\(path):\(index + 1)")
      }
    }
  }

  /// Returns the line without blanks at its start, and without CR at its end.
  private static func text(of line: ArraySlice<UInt8>) throws(UsageError) -> Text {
    let bytes = line.last == 0x0D ? line.dropLast() : line
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("invalid UTF-8")
    }
    return Substring(text).unicodeScalars.drop(while: \.isBlank)
  }

  private func definition(
    _ text: Text, number: Int, after lines: inout [String: Int]
  ) throws(UsageError) -> Definition {
    let (name, value) = try nameAndValue(text, example: "A,B")
    if let line = lines.updateValue(number, forKey: name.lowercased()) {
      throw UsageError("@\(name) is already defined in line \(line)")
    }
    return (name, value, number)
  }

  /// Returns the lines that a command accepts, except lines that a later line replaces; and the lines with
  /// values that the command rejects.
  func lines(
    of command: Command
  ) -> (accepted: [Line], rejected: [(line: Int, error: UsageError)]) {
    var (accepted, rejected) = ([Line](), [(line: Int, error: UsageError)]())
    var later = Set<String>()
    for line in lines.reversed() {
      do throws(UsageError) {
        guard try line.applies(to: command) else { continue }
      } catch {
        rejected.append((line.number, error))
        continue
      }
      let isReplaced = line.occurrences.allSatisfy { occurrence in
        !occurrence.option.repeats && later.contains(occurrence.option.name)
      }
      if !isReplaced { accepted.append(line) }
      later.formUnion(line.occurrences.map(\.option.name))
    }
    return (accepted.reversed(), rejected.reversed())
  }
}

// Lines are split by Unicode scalar: a combining mark and the character before it would be one Character.
private typealias Text = Substring.UnicodeScalarView

/// Splits `!NAME = VALUE` or `@NAME = VALUE` into the name, without the sign, and the value.
private func nameAndValue(_ text: Text, example: String = "percent < -5") throws(UsageError) -> (
  name: String, value: String
) {
  let parts = text.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  let (sign, name) = (String(text.prefix(1)), String(parts[0].trimmed))
  guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.isOfName) else {
    throw UsageError("invalid name '\(sign)\(name)' (only letters, digits, - and _)")
  }
  let value = parts.count == 2 ? String(parts[1].trimmed) : ""
  if value.isEmpty {
    throw UsageError("\(sign)\(name) requires a value, e.g. \(sign)\(name) = \(example)")
  }
  return (name, value)
}

extension Option {
  fileprivate func hasFileSign(of text: Text) -> Bool {
    fileSign.map { text.first == $0.unicodeScalars.first } ?? false
  }
}

extension Program {
  fileprivate func command(ofHeading heading: Text) throws(UsageError) -> Command {
    guard heading.last == "]" else { throw UsageError("missing ] at the end of the heading") }
    let name = String(heading.dropFirst().dropLast().trimmed)
    let known = commands.filter { !$0.options.isEmpty }
    if let command = known.first(where: { $0.name == name }) { return command }
    let near =
      known.first { $0.otherNames.contains(name.lowercased()) }?.name
      ?? nearest(to: name, in: known.map(\.name), limit: 1).first
    let names = known.map { "[\($0.name)]" }.joined(separator: ", ")
    let hint = near.map { "did you mean [\($0)]?" } ?? "headings are \(names)"
    throw UsageError("unknown heading [\(name)]; \(hint)")
  }

  fileprivate func line(
    _ text: Text, number: Int, of section: Command?
  ) throws(UsageError) -> OptionsFile.Line {
    if let option = options(of: section).first(where: { $0.hasFileSign(of: text) }) {
      let parts = try nameAndValue(text)
      return try line(
        Substring("\(option.longSpelling) \(parts.name): \(parts.value)").unicodeScalars,
        number: number, of: section)
    }
    if let section, let option = options(of: nil).first(where: { $0.hasFileSign(of: text) }) {
      throw UsageError("\(section.name) has no option \(option.longSpelling)")
    }
    let name = text.prefix { $0 != "=" && !$0.isBlank }
    guard name.starts(with: "--".unicodeScalars), name.count > 2 else {
      throw notAnOption(String(name), of: section)
    }
    let rest = text.dropFirst(name.count)
    let value = rest.first == "=" ? rest.dropFirst() : rest.drop(while: \.isBlank)
    let hasValue = rest.first == "=" || !value.isEmpty
    let word = hasValue ? "\(String(name))=\(String(value))" : String(name)
    let occurrences = try read(option: word, of: section).filter { $0.option.replacement.isEmpty }
      .map { Occurrence(option: $0.option, value: $0.value, fileLine: number) }
    for occurrence in occurrences { try checkIsSetting(occurrence) }
    let line = OptionsFile.Line(number: number, occurrences: occurrences, section: section)
    // The line is an error only if a command rejects its value, and no command accepts it.
    var firstError: UsageError?
    for command in section.map({ [$0] }) ?? commands {
      do throws(UsageError) {
        if try line.applies(to: command) { return line }
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError { throw firstError }
    return line
  }

  /// Throws an error if the option requests help or the version, which is not a setting.
  private func checkIsSetting(_ occurrence: Occurrence) throws(UsageError) {
    let (name, value) = (occurrence.option.name, occurrence.value)
    let isCommon = [Option.help.name, Option.version.name].contains(name)
    guard isCommon || value != nil && value == occurrence.option.helpValue else { return }
    let words = ["--\(name)", value].compactMap(\.self).joined(separator: " ")
    throw UsageError("\(words) is only allowed on the command line")
  }

  private func notAnOption(_ word: String, of section: Command?) -> UsageError {
    let options = options(of: section)
    let letter = String(word.unicodeScalars.prefix(2))
    if let option = options.first(where: { $0.shortSpelling == letter }) {
      return UsageError("short options are not allowed here; use \(option.longSpelling)")
    }
    if word.count > 1,
      let name = nearest(to: "--\(word)", in: options.map(\.longSpelling), limit: 1).first
    {
      return UsageError("unknown option '\(word)'; did you mean \(name)?")
    }
    return UsageError(
      "invalid line '\(word)'; expected --name value, [\(commands[0].name)], @name = value "
        + "or # comment")
  }
}

extension Text {
  fileprivate var trimmed: Text {
    let start = drop(while: \.isBlank)
    return start.lastIndex { !$0.isBlank }.map { start[...$0] } ?? start
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
  package var isOfName: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "-" || self == "_"
  }
}
