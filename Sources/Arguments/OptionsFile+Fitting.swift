extension OptionsFile {
  /// An invocation with the lines that hold for it.
  package struct Fit: Sendable {
    /// The invocation.
    package let invocation: Invocation
    /// The ignored lines, with the reasons.
    package let ignored: [(line: Int, reason: String)]
  }

  /// Checks an invocation of any command, as the command does before it runs.
  package typealias Check = (Invocation) throws(UsageError) -> Void

  /// Adds the lines that hold for an invocation.
  ///
  /// A line is ignored when it cannot be combined with what was given, and before the first
  /// heading when the command does not accept its value but another one does. Any other wrong line
  /// is an error.
  ///
  /// - Parameter given: the options of the command line and the environment.
  package func fit(
    _ given: Invocation, of program: Program, check: @escaping Check
  ) throws(UsageError) -> Fit {
    var given = given
    given.definitions = definitions
    var ignored = lines.compactMap { line in
      line.refusals[given.command.name].map { (line: line.number, reason: $0) }
    }
    let fitting = Fitting(file: self, given: given, commands: program.commands, check: check)
    let kept = try fitting.lines(ignored: &ignored)
    return Fit(
      invocation: given.adding(kept.flatMap(\.occurrences)),
      ignored: ignored.sorted { $0.line < $1.line }
        .map { ($0.line, $0.reason.lines.first ?? "") })
  }
}

/// Selects the lines that apply, by checking combinations of them.
private struct Fitting {
  typealias Line = OptionsFile.Line

  let file: OptionsFile
  let given: Invocation
  let commands: [Command]
  let check: OptionsFile.Check

  func lines(ignored: inout [(line: Int, reason: UsageError)]) throws(UsageError) -> [Line] {
    var own = linesOfCommand
    var free = own.filter { line in !line.occurrences.allSatisfy(given.overrules) }
    let areFitting = error(with: free, given) == nil
    if areFitting, free.count == own.count { return free }
    if !areFitting { try check(given) }

    while let (line, error) = wrongLine(of: own) {
      // The given options complete the line.
      if areFitting, free.contains(line) { break }
      guard isRightElsewhere(line) else { throw error.at("\(file.path):\(line.number)") }
      if free.contains(line) { ignored.append((line.number, error)) }
      own.removeAll { $0 == line }
      free.removeAll { $0 == line }
    }
    return areFitting ? free : combinable(free, ignored: &ignored)
  }

  /// The lines whose values the command accepts, without those that a later one replaces.
  private var linesOfCommand: [Line] {
    var (kept, later) = ([Line](), Set<String>())
    for line in file.lines.reversed() where line.accepting.contains(given.command.name) {
      let isReplaced = line.occurrences.allSatisfy { occurrence in
        !occurrence.option.repeats && later.contains(occurrence.option.name)
      }
      if !isReplaced { kept.append(line) }
      later.formUnion(line.occurrences.map(\.option.name))
    }
    return kept.reversed()
  }

  /// The line that makes the file wrong for the command whatever is given, if one does.
  private func wrongLine(of lines: [Line]) -> (Line, UsageError)? {
    let bare = bare(given.command)
    guard let error = error(with: lines, bare), self.error(with: [], bare) == nil else {
      return nil
    }
    let line = lines.last { line in self.error(with: lines.filter { $0 != line }, bare) == nil }
    if let line { return (line, error) }
    for (index, line) in lines.enumerated() {
      if let error = self.error(with: Array(lines[...index]), bare) { return (line, error) }
    }
    return nil
  }

  /// Whether a line before the first heading is wrong for this command alone.
  private func isRightElsewhere(_ line: Line) -> Bool {
    line.section == nil && error(with: [line], bare(given.command)) != nil
      && commands.contains { command in
        command != given.command && line.accepting.contains(command.name)
          && error(with: [line], bare(command)) == nil
      }
  }

  /// The lines that can be combined with what was given. A later line may complete an earlier one.
  private func combinable(
    _ lines: [Line], ignored: inout [(line: Int, reason: UsageError)]
  ) -> [Line] {
    var (kept, rest, count) = ([Line](), lines, -1)
    while count < kept.count {
      count = kept.count
      for line in rest where error(with: kept + [line], given) == nil { kept.append(line) }
      rest.removeAll(where: kept.contains)
    }
    for line in rest {
      if let error = error(with: kept + [line], given) { ignored.append((line.number, error)) }
    }
    return kept.sorted { $0.number < $1.number }
  }

  private func error(with lines: [Line], _ invocation: Invocation) -> UsageError? {
    do throws(UsageError) {
      try check(invocation.adding(lines.flatMap(\.occurrences)))
      return nil
    } catch {
      return error
    }
  }

  /// A command without operands and options.
  private func bare(_ command: Command) -> Invocation {
    var invocation = Invocation(command: command)
    invocation.definitions = file.definitions
    return invocation
  }
}
