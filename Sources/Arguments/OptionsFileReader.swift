import Spelling

/// The parser of an options file, and its state.
struct OptionsFileReader {
  let program: Program
  private(set) var lines: [OptionsFile.Line] = []
  private(set) var definitions: [Definition] = []
  /// The command whose heading was last.
  private var section: Command?

  init(program: Program) { self.program = program }

  mutating func read(_ bytes: some Collection<UInt8>, number: Int) throws(UsageError) {
    guard let line = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("invalid UTF-8")
    }
    let text = line.unicodeScalars.drop(while: \.isBlank)
    switch text.first {
    case nil, "#": break
    case "[": section = try command(ofHeading: text.trimmed)
    case "@": definitions.append(try definition(text.dropFirst(), number: number))
    default: lines.append(try option(text, number: number))
    }
  }
}

// Lines are taken apart by Unicode scalar, as words of a command line are.
extension OptionsFileReader {
  private typealias Text = Substring.UnicodeScalarView

  private func command(ofHeading heading: Text) throws(UsageError) -> Command {
    guard heading.last == "]" else { throw UsageError("missing ] at the end of the heading") }
    let name = String(heading.dropFirst().dropLast().trimmed)
    let known = program.commands.filter { !$0.options.isEmpty }
    if let command = known.first(where: { $0.name == name }) { return command }
    let near =
      known.first { $0.otherNames.contains(name.lowercased()) }?.name
      ?? nearest(to: name, in: known.map(\.name), limit: 1).first
    let names = known.map { "[\($0.name)]" }.joined(separator: ", ")
    throw UsageError(
      "unknown heading [\(name)]; \(near.map { "did you mean [\($0)]?" } ?? "headings are \(names)")"
    )
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
    return Definition(name: name, value: value, line: number)
  }

  private func option(_ text: Text, number: Int) throws(UsageError) -> OptionsFile.Line {
    let name = text.prefix { $0 != "=" && !$0.isBlank }
    guard name.starts(with: "--".unicodeScalars), name.count > 2 else {
      throw notAnOption(String(name))
    }
    var rest = text.dropFirst(name.count)
    var word = String(name)
    if rest.first == "=" {
      word += String(rest)
    } else {
      rest = rest.drop(while: \.isBlank)
      if !rest.isEmpty { word += "=" + String(rest) }
    }
    let occurrences = try program.read(option: word, of: section).filter { occurrence in
      if case .shorthand = occurrence.option.kind { false } else { true }
    }
    for occurrence in occurrences { try checkIsSetting(occurrence) }
    return try line(number, occurrences)
  }

  private func line(
    _ number: Int, _ occurrences: [Invocation.Occurrence]
  ) throws(UsageError) -> OptionsFile.Line {
    var (accepting, refusals) = (Set<String>(), [String: UsageError]())
    var first: UsageError?
    for command in section.map({ [$0] }) ?? program.commands {
      do throws(UsageError) {
        var options: [Option] = []
        for occurrence in occurrences {
          guard let option = command.options.first(where: { $0.name == occurrence.option.name })
          else { continue }
          options.append(option)
          if let value = occurrence.value { try option.check(value) }
        }
        if options.count == occurrences.count { accepting.insert(command.name) }
      } catch {
        first = first ?? error
        refusals[command.name] = error
      }
    }
    if accepting.isEmpty, let first { throw first }
    return OptionsFile.Line(
      number: number, section: section?.name,
      occurrences: occurrences.map {
        Invocation.Occurrence(option: $0.option, value: $0.value, origin: .file(line: number))
      }, accepting: accepting, refusals: refusals)
  }

  /// An option that asks for help is not a setting.
  private func checkIsSetting(_ occurrence: Invocation.Occurrence) throws(UsageError) {
    let option = occurrence.option
    let asked =
      if option == .help || option == .version {
        option.longSpelling
      } else if let value = option.helpValue, value == occurrence.value {
        "\(option.longSpelling) \(value)"
      } else {
        String?.none
      }
    if let asked { throw UsageError("\(asked) is only allowed on the command line") }
  }

  private func notAnOption(_ word: String) -> UsageError {
    let options = program.options(of: section)
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
      "invalid line '\(word)'; expected --name value, [\(program.commands[0].name)], @name = value "
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
