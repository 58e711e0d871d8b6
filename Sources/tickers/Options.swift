import Arguments
import Foundation
import MarketCore

/// The options of all commands, each declared once.
enum Options {
  static let filter = ValueOption(
    Option(
      "filter", short: "f", .value(placeholder: "TEXT"),
      help: "Keep symbols that contain TEXT, in any case",
      details: [
        "With * or ? it is a pattern for the whole symbol, as in '*-USD'. Commas mean any of "
          + "them: BTC,ETH. Given twice, both must match."
      ], repeats: true)
  ) { SymbolFilter($0) }

  static let sort = ValueOption(
    Option(
      "sort", short: "s",
      .value(
        placeholder: "FIELD[:asc|:desc]",
        candidates: .words(TickerField.allCases.map(\.rawValue))),
      help: "Sort by a field; pairs whose value is unknown come last either way",
      defaultText: "symbol")
  ) { text throws(InvalidValue) in
    guard let order = RowOrder<TickerField>(text) else {
      let fields = TickerField.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue(expected: "a field (\(fields)), with :asc or :desc if you like")
    }
    return order
  }

  static let limit = ValueOption(
    Option(
      "limit", short: "n", .value(placeholder: "N"), help: "Show the first N rows after sorting"),
    parse: positiveInteger)

  static let depth = ValueOption<Int?>(
    Option(
      "depth", short: "d", .value(placeholder: "N|all", candidates: .words(["all"])),
      help: "Levels a side", defaultText: "10")
  ) { text throws(InvalidValue) in
    if text.lowercased() == "all" { return nil }
    guard let depth = try? positiveInteger(text) else {
      throw InvalidValue(expected: "a whole number above 0, or all")
    }
    return depth
  }

  static let interval = ValueOption(
    Option(
      "interval", short: "i", .value(placeholder: "SECONDS"), help: "Time from poll to poll",
      details: ["Less than 1 is for --replay and a --url on this machine only."],
      defaultText: "10")
  ) { text throws(InvalidValue) in try duration(text, upTo: 86_400) }

  static let once = Option(
    "once", short: "1", .shorthand(for: ["--count", "1"]), help: "Stop after one poll")

  static let count = ValueOption(
    Option("count", .value(placeholder: "N"), help: "Stop after N polls, answered or not"),
    parse: positiveInteger)

  static let timeout = ValueOption(
    Option(
      "timeout", .value(placeholder: "SECONDS"), help: "The deadline for a whole request",
      defaultText: "10")
  ) { text throws(InvalidValue) in try duration(text, upTo: 3_600) }

  static let url = ValueOption(
    Option(
      "url", .value(placeholder: "URL"), help: "Base URL of the exchange, or of one like it",
      defaultText: "TICKERS_URL, else the exchange"),
    parse: baseURL)

  static let replay = ValueOption(
    Option(
      "replay", .value(placeholder: "DIR", candidates: .directory),
      help: "Read recorded answers instead of the network")
  ) { text throws(InvalidValue) in
    guard !text.isEmpty else { throw InvalidValue(expected: "a directory") }
    return URL(filePath: text, directoryHint: .isDirectory)
  }

  static let color = ValueOption(
    Option(
      "color",
      .value(
        placeholder: "WHEN", candidates: .words(ColorChoice.allCases.map(\.rawValue))),
      help: "auto, always or never", defaultText: "auto")
  ) { text throws(InvalidValue) in
    guard let choice = ColorChoice(rawValue: text) else {
      throw InvalidValue(expected: "auto, always or never")
    }
    return choice
  }

  static let quiet = Option("quiet", short: "q", help: "No notices, only errors")
  static let verbose = Option(
    "verbose", short: "v", help: "Tell of every request, with its time, status and size")

  /// Those that every command takes.
  static let common = [
    timeout.option, url.option, replay.option, color.option, quiet, verbose,
  ]
  /// Those of commands that poll.
  static let polling = [interval.option, once, count.option]
}

extension Options {
  /// When a table has colours.
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// A base URL: http or https, with a host and nothing behind the path.
  @Sendable static func baseURL(_ text: String) throws(InvalidValue) -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
    else { throw InvalidValue(expected: "a URL like \(MarketClient.exchange)") }
    return url
  }

  @Sendable private static func positiveInteger(_ text: String) throws(InvalidValue) -> Int {
    guard let number = Int(text), number > 0 else {
      throw InvalidValue(expected: "a whole number above 0")
    }
    return number
  }

  private static func duration(_ text: String, upTo limit: Int) throws(InvalidValue) -> Duration {
    guard let seconds = Decimal(exact: text), seconds >= Decimal(0.001), seconds <= Decimal(limit)
    else { throw InvalidValue(expected: "a number of seconds from 0.001 to \(limit)") }
    return .seconds(NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
