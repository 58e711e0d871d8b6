import Arguments

/// The interval and the number of polls.
struct PollOptions: Sendable {
  private static let intervalOption = ValueOption(
    Option(
      "interval", short: "i", .value(placeholder: "TIME"),
      help: "Polling interval (10, 30s, 1m)",
      details: [
        "A number of seconds, or a number with a unit: s, m, h or d. The minimum is 1, 2 or 5 s, depending on the exchange; it does not "
          + "apply to --replay, nor to a --url on this machine."
      ],
      defaultText: "10",
      hints: ["--watch": "list, book and holdings poll by default, others with --interval"])
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 86_400) }

  private static let once = Option(
    "once", short: "1", .shorthand(for: ["--count", "1"]), help: "Exit after one poll")

  private static let countOption = ValueOption(
    Option("count", .value(placeholder: "N"), help: "Exit after N polls, including failed ones"),
    parse: ValueParsers.positiveInteger)

  private static let plain = Option(
    "plain", help: "Plain output, no full-screen mode")

  static let options = [intervalOption.option, once, countOption.option, plain]

  /// The time from poll to poll, when it was given.
  let interval: Duration?
  /// The number of polls, when it was given.
  let count: Int?
  /// Whether text is appended on a terminal, too.
  let isPlain: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    interval = try invocation.value(of: Self.intervalOption)
    count = try invocation.value(of: Self.countOption)
    isPlain = invocation.has(Self.plain)
  }
}
