import Arguments
import Foundation
import MarketCore
import Reports
import Spelling
import Terminal

/// Parsers of the values that several options have in common.
enum ValueParsers {
  @Sendable static func positiveInteger(_ text: String) throws(InvalidValue) -> Int {
    if let number = Int(text), number > 0 { return number }
    throw .expected("a whole number above 0")
  }

  /// Parses a time of 0.001 s to `limit` seconds: a number of seconds, or a number with a unit. Also 0 if
  /// `canBeZero` is true.
  static func duration(
    _ text: String, upTo limit: Int, canBeZero: Bool = false
  ) throws(InvalidValue) -> Duration {
    if canBeZero, text == "0" { return .zero }
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    let unit = text.last.flatMap { units[$0] }
    let number = unit == nil ? text : String(text.dropLast())
    let seconds = Decimal(exact: number).map { $0.approximate * (unit ?? 1) } ?? 0
    guard (0.001...Double(limit)).contains(seconds) else {
      throw .expected(
        "a time from 0.001 s to \(NumberFormat.duration(seconds: Double(limit))) (10, 30s, 1m)")
    }
    return .seconds(seconds)
  }

  /// Returns the time that a text means at the moment `now`.
  typealias Time = @Sendable (_ now: Date) -> Date

  @Sendable static func time(_ text: String) throws(InvalidValue) -> Time {
    let length = Period.oneDay.seconds
    if let age = ["today": 0, "yesterday": length][text.lowercased()] {
      return { now in
        let today = (now.timeIntervalSince1970 / length).rounded(.down) * length
        return Date(timeIntervalSince1970: today - age)
      }
    }
    if let age = PastAge.seconds(text) { return { $0 - age } }
    // RFC 3339 also allows small letters.
    if let date = Date(day: text) ?? Date(rfc3339: text.uppercased(), inAnyZone: true) {
      return { _ in date }
    }
    throw .expected(
      "a date (2026-11-20), a time (2026-11-20T14:00:00Z), today, yesterday, or an age (90d, 1y)")
  }

  /// Returns a moment, and the time up to which trades count. A date means the end of its day.
  typealias Moment = @Sendable (_ now: Date) -> (time: Date, lastTrade: Date)

  @Sendable static func moment(_ text: String) throws(InvalidValue) -> Moment {
    let time = try time(text)
    let isDate =
      ["today", "yesterday"].contains(text.lowercased()) || Date(day: text) != nil
    return { now in
      let start = time(now)
      let end = Period.oneDay.start(1, after: start)
      // The end of a day is the start of the next day, whose trades do not count.
      return isDate ? (end, end - 0.001) : (start, start)
    }
  }

  @Sendable static func directory(_ text: String) throws(InvalidValue) -> URL {
    if text.isEmpty { throw .expected("a directory") }
    return URL(filePath: text, directoryHint: .isDirectory)
  }

  /// Parses an expression. `prefix` is the text before the expression, for errors.
  @Sendable static func expression<Row: MarketCore.Row>(
    _ text: String, after prefix: String = ""
  ) throws(InvalidValue) -> Condition<Row> {
    do {
      return try Condition(text)
    } catch {
      throw .described(error.lines(in: text, after: prefix, fields: Row.names))
    }
  }

  static func choice<Choice: RawRepresentable<String> & Sendable>(
    _ option: Option, among choices: [Choice]
  ) -> ValueOption<Choice> {
    let words = choices.map(\.rawValue)
    return ValueOption(option.choosing(among: words)) { text throws(InvalidValue) in
      if let choice = Choice(rawValue: text), words.contains(text) { return choice }
      let near = nearWord(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
      throw .described(["'\(text)' is not one of \(words.joined(separator: ", "))\(near)"])
    }
  }

  /// Returns the option `--period`, whose help begins with `help` and ends with the list of periods.
  static func period(
    help: String = "", among periods: [Period] = Period.allCases, default: Period = .oneDay
  ) -> ValueOption<Period> {
    choice(
      Option(
        "period", short: "p", value: "P",
        help: help + periods.map(\.rawValue).joined(separator: " "),
        defaultText: `default`.rawValue,
        misplaced: { word, _ in Period(rawValue: word)?.rawValue }), among: periods)
  }

  /// Returns the word for the same time (`1h` for `60m`), or for another text a similar word; `nil` for none.
  private static func nearWord(to text: String, among words: [String]) -> String? {
    func time(_ text: String) -> Duration? { try? duration(text, upTo: 31_536_000) }
    guard let meant = time(text) else { return nearest(to: text, in: words, limit: 1).first }
    return words.first { time($0) == meant }
  }

  static func limit(help: String, defaultText: String? = nil) -> ValueOption<Int> {
    let others = ["--tail", "--head", "--top"].map { ($0, "did you mean --limit?") }
    return ValueOption(
      Option(
        "limit", short: "n", value: "N", help: help, defaultText: defaultText,
        hints: Dictionary(uniqueKeysWithValues: others),
        misplaced: { word, _ in (try? positiveInteger(word)).map(String.init) }),
      parse: positiveInteger)
  }
}

extension InvalidValue {
  /// The error for an unknown field, with all names and, if there is one, a similar name.
  static func unknownField<Row: MarketCore.Row>(
    _ name: String, of _: Row.Type, and others: [String] = []
  ) -> InvalidValue {
    let fields = Row.names + others
    let near = nearest(to: name, in: Row.names(near: name) + others, limit: 1).first
    let hint = near.map { "did you mean \($0)? Fields" } ?? "fields"
    return .described(["unknown field '\(name)'; \(hint) are \(fields.joined(separator: ", "))"])
  }
}
