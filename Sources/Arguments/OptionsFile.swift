import Spelling

/// The options file: one option per line.
///
/// `--name value` or `--name=value`, where everything to the end of the line is the value. Lines
/// before the first heading (`[list]`) hold for each command that has the option, those below it for
/// that command. `@NAME = VALUE` defines a list, `#` begins a comment.
package struct OptionsFile: Sendable {
  /// A list with a name, without the `@`, and its value as it is written, not empty.
  package typealias Definition = (name: String, value: String, line: Int)

  /// A line with an option.
  struct Line: Sendable {
    let number: Int
    /// The options of the line; those that a shorthand expands to.
    let occurrences: [Invocation.Occurrence]
    /// The names of the commands that accept the value.
    let accepting: Set<String>
    /// The errors of the value, by the names of the commands that have the option and reject it.
    let refusals: [String: UsageError]
  }

  /// The path, as errors show it.
  package let path: String
  /// The lists that it defines, in the order of their lines.
  package private(set) var definitions: [Definition] = []
  private(set) var lines: [Line] = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: as errors show it.
  ///   - checkDefinition: checks a definition.
  package init(
    _ bytes: [UInt8], path: String, of program: Program,
    checkDefinition: (Definition) throws(UsageError) -> Void = { _ in }
  ) throws(UsageError) {
    self.path = path
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    /// The command whose heading was last.
    var section: Command?
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      do throws(UsageError) {
        let bytes = line.last == 0x0D ? line.dropLast() : line
        guard let line = String(validating: bytes, as: UTF8.self) else {
          throw UsageError("invalid UTF-8")
        }
        let text = Substring(line).unicodeScalars.drop(while: \.isBlank)
        switch text.first {
        case nil, "#": break
        case "[": section = try program.command(ofHeading: text.trimmed)
        case "@":
          let definition = try definition(text.dropFirst(), number: index + 1)
          try checkDefinition(definition)
          definitions.append(definition)
        default: lines.append(try program.line(text, number: index + 1, of: section))
        }
      } catch {
        throw error.at("\(path):\(index + 1)")
      }
    }
  }

  /// The lines whose values a command accepts, without those that a later one replaces.
  func lines(of command: Command) -> [Line] {
    var (kept, later) = ([Line](), Set<String>())
    for line in lines.reversed() where line.accepting.contains(command.name) {
      let isReplaced = line.occurrences.allSatisfy { occurrence in
        !occurrence.option.repeats && later.contains(occurrence.option.name)
      }
      if !isReplaced { kept.append(line) }
      later.formUnion(line.occurrences.map(\.option.name))
    }
    return kept.reversed()
  }

  private func definition(_ text: Text, number: Int) throws(UsageError) -> Definition {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].trimmed)
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.isOfName) else {
      throw UsageError("invalid name '@\(name)' (only letters, digits, - and _)")
    }
    let value = parts.count == 2 ? String(parts[1].trimmed) : ""
    guard !value.isEmpty else {
      throw UsageError("@\(name) requires a value, e.g. @\(name) = A,B")
    }
    let key = name.lowercased()
    if let first = definitions.first(where: { $0.name.lowercased() == key }) {
      throw UsageError("@\(name) is already defined in line \(first.line)")
    }
    return (name, value, number)
  }
}

// Lines are taken apart by Unicode scalar, as words of a command line are.
private typealias Text = Substring.UnicodeScalarView

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
    throw UsageError(
      "unknown heading [\(name)]; \(near.map { "did you mean [\($0)]?" } ?? "headings are \(names)")"
    )
  }

  /// Reads a line with an option below the heading of a command, or above all headings.
  fileprivate func line(
    _ text: Text, number: Int, of section: Command?
  ) throws(UsageError) -> OptionsFile.Line {
    let name = text.prefix { $0 != "=" && !$0.isBlank }
    guard name.starts(with: "--".unicodeScalars), name.count > 2 else {
      throw notAnOption(String(name), of: section)
    }
    let rest = text.dropFirst(name.count)
    let value = rest.first == "=" ? rest.dropFirst() : rest.drop(while: \.isBlank)
    let hasValue = rest.first == "=" || !value.isEmpty
    let word = hasValue ? "\(String(name))=\(String(value))" : String(name)
    var occurrences: [Invocation.Occurrence] = []
    for occurrence in try read(option: word, of: section) {
      if case .shorthand = occurrence.option.kind { continue }
      try checkIsSetting(occurrence)
      occurrences.append(
        .init(option: occurrence.option, value: occurrence.value, origin: .file(line: number)))
    }
    var (accepting, refusals) = (Set<String>(), [String: UsageError]())
    var first: UsageError?
    for command in section.map({ [$0] }) ?? commands {
      let options = command.options
      var hasAll = true
      do throws(UsageError) {
        for occurrence in occurrences {
          let option = options.first { $0.name == occurrence.option.name }
          if let value = occurrence.value { try option?.check(value) }
          hasAll = hasAll && option != nil
        }
        if hasAll { accepting.insert(command.name) }
      } catch {
        first = first ?? error
        refusals[command.name] = error
      }
    }
    if accepting.isEmpty, let first { throw first }
    return OptionsFile.Line(
      number: number, occurrences: occurrences, accepting: accepting, refusals: refusals)
  }

  /// An option that asks for help is not a setting.
  private func checkIsSetting(_ occurrence: Invocation.Occurrence) throws(UsageError) {
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

extension Substring.UnicodeScalarView {
  /// The text without the spaces around it.
  fileprivate var trimmed: Self {
    let start = drop(while: \.isBlank)
    let end = start.lastIndex { !$0.isBlank }
    return end.map { start[...$0] } ?? start[start.startIndex..<start.startIndex]
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }

  /// Whether it may stand in the name of a list.
  fileprivate var isOfName: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "-" || self == "_"
  }
}
