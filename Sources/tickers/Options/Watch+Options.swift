import Arguments
import Foundation
import MarketCore
import Reports

extension Watch {
  private static var untilValue: ValueOption<Condition<Row>> {
    ValueOption(
      Option(
        "until", short: "u", value: "EXPR", help: "Exit when the expression becomes true",
        details: [
          "The exit status is 0, or 1 if polling ends first. Numbers are plain decimals: 30000, not "
            + "30,000 or $30000."
        ]), parse: { text throws(InvalidValue) in try ValueParsers.expression(text) })
  }

  private static var alertValue: ValueOption<Alert<Row>> {
    ValueOption(
      Option(
        "alert", value: "'NAME: EXPR'", fileSign: "!",
        help: "Fire when EXPR becomes true for a row",
        details: [
          "NAME has letters, digits, - and _. An alert fires for each row for which EXPR becomes true, or "
            + "is true at the first poll, and again after EXPR was false. EXPR every DURATION (s, m, "
            + "h, d or w) delays the next firing for the row. A result that depends on an unknown "
            + "value changes nothing. Alerts add to those of the options file; one with the same NAME "
            + "overrides the earlier one.",
          "A screen marks the row with ! until a key is pressed, shows the last firing in the status "
            + "line, rings the bell and notifies the terminal. alerts prints a row, and rings and "
            + "notifies on a terminal, too. Otherwise a firing is a notice on stderr.",
        ], repeats: true, addsToLower: true), parse: parse)
  }

  private static var commandValue: ValueOption<String> {
    ValueOption(
      Option(
        "on-alert", value: "COMMAND",
        help:
          "Run COMMAND for each firing, with the fields in variables TICKERS_...; its output is "
          + "discarded",
        details: [
          "/bin/sh -c COMMAND runs with the firing in its environment: TICKERS_ALERT, TICKERS_TIME and "
            + "each field (TICKERS_SYMBOL, TICKERS_LAST, ...), with all digits; unknown values are "
            + "empty. Nothing is inserted into COMMAND. It has no terminal, input or output. At most 4 "
            + "run at the same time and 100 wait; tickers waits for them before it exits, unless a "
            + "signal ends it."
        ])
    ) { text throws(InvalidValue) in text }
  }

  private static var stateValue: ValueOption<String> {
    ValueOption(
      Option(
        "alert-state", value: "FILE", candidates: .file,
        help: "Keep in FILE which alerts are armed, for later runs"), parse: { text in text })
  }

  static var untilOption: Option { untilValue.option }
  static var alertOptions: [Option] { [alertValue.option, commandValue.option, stateValue.option] }
  static var options: [Option] { [untilOption] + alertOptions }

  /// The maximum length of the name of an alert, in Unicode scalars. Each firing contains the name.
  private static var longestName: Int { 64 }

  /// In a rehearsal, `--on-alert` in the options file, and `--alert-state`, are errors, so that a line is ignored.
  init(_ invocation: Invocation, isRehearsal: Bool = false) throws(UsageError) {
    self.init()
    until = try invocation.value(of: Self.untilValue)
    var names = Set<String>()
    alerts = try invocation.values(of: Self.alertValue).reversed()
      .filter { names.insert($0.name.lowercased()).inserted }.reversed()
    for option in [Self.commandValue, Self.stateValue] {
      guard let (text, occurrence) = try invocation.occurrences(of: option).last else { continue }
      let (name, isState) = (option.option.name, option.option.name == "alert-state")
      if alerts.isEmpty, occurrence.isTyped {
        throw UsageError("--\(name) requires --alert, or !NAME = EXPR in the options file")
      }
      if isRehearsal, isState || !occurrence.isTyped {
        throw UsageError("--\(name) is ignored in a rehearsal", of: name, "replay", "history")
      }
      if isState { stateFile = AlertStateFile(text) } else { command = text.isEmpty ? nil : text }
    }
  }

  /// Parses `NAME: EXPR`, or `NAME: EXPR every DURATION`.
  @Sendable private static func parse(_ text: String) throws(InvalidValue) -> Alert<Row> {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmingCharacters(in: .whitespaces)
    guard parts.count == 2, !name.isEmpty else {
      throw .expected("NAME: EXPR, e.g. 'dip: percent < -5'")
    }
    guard name.unicodeScalars.allSatisfy(\.isOfName) else {
      throw .described(["invalid name '\(name)' (only letters, digits, - and _)"])
    }
    guard name.unicodeScalars.count <= longestName else {
      throw .described(["name too long (maximum \(longestName) characters)"])
    }
    let (expression, pause) = try split(parts[1], after: "\(name): ")
    let condition: Condition<Row> = try ValueParsers.expression(expression, after: "\(name): ")
    if condition.columns.isEmpty {
      throw .described(["\(name): the expression has no field of this command"])
    }
    return Alert(name: name, condition: condition, pause: pause)
  }

  /// Returns the expression, and the seconds of `every DURATION` after the expression: 0 without `every`.
  /// `prefix` is the text before the expression, for errors.
  private static func split(
    _ text: Substring, after prefix: String
  ) throws(InvalidValue) -> (expression: String, pause: TimeInterval) {
    let text = text.trimmingCharacters(in: .whitespaces)
    var pattern: Regex<(Substring, expression: Substring, Substring?, duration: Substring?)> {
      /(?<expression>.*\s)every(\s+(?<duration>[^\s'"]+))?/.dotMatchesNewlines()
    }
    // The regular expression is compiled at each use, which is slow, so most texts are excluded first.
    guard text.contains("every"), let match = text.wholeMatch(of: pattern) else { return (text, 0) }
    let duration = match.duration.map(String.init) ?? ""
    guard duration.last?.isLetter ?? false,
      let pause = try? ValueParsers.duration(duration, upTo: 366 * 86_400)
    else {
      let reason = "every requires a duration with a unit, at most 366d, e.g. 30m, 1h or 2d"
      throw .described(
        [reason]
          + ExpressionError.place(text.count - duration.count, in: text, after: prefix))
    }
    return (match.expression.trimmingCharacters(in: .whitespaces), pause / .seconds(1))
  }
}
