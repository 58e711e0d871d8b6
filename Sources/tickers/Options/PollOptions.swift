import Arguments

/// The interval and the number of polls.
struct PollOptions: OptionGroup {
  private static let intervalOption = ValueOption(
    Option(
      "interval", short: "i", .value(placeholder: "SECONDS"), help: "Time from poll to poll",
      details: [
        "The least is 1, 2 or 5, by exchange; but for --replay and a --url on this machine."
      ],
      defaultText: "10")
  ) { text throws(InvalidValue) in try Values.duration(text, upTo: 86_400) }

  private static let once = Option(
    "once", short: "1", .shorthand(for: ["--count", "1"]), help: "Stop after one poll")

  private static let countOption = ValueOption(
    Option("count", .value(placeholder: "N"), help: "Stop after N polls, answered or not"),
    parse: Values.positiveInteger)

  private static let plain = Option(
    "plain", help: "Append text on a terminal too, as in a pipe, instead of redrawing")

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
