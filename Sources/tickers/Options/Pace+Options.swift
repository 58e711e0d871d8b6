import Arguments
import MarketCore

extension Pace {
  private static let intervalOption = ValueOption(
    Option(
      "interval", short: "i", value: "TIME", help: "Polling interval (10, 30s, 1m)",
      details: [
        "A number of seconds, or a number with a unit: s, m, h or d. The minimum is 1, 2 or 5 s, "
          + "depending on the exchange; it does not apply to --replay, nor to a --url on this machine.",
        "While the reader of a pipe does not read, polls wait. Missed ones are not made up; then polling "
          + "continues on schedule.",
      ], defaultText: "10; screen of history: 60",
      hints: ["--watch": "list, coins, book and holdings poll by default, others with --interval"])
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 86_400, canBeZero: true) }

  private static let pollIntervalOption = ValueOption(intervalOption.option) {
    text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 86_400)
  }

  private static let onceOption = Option(
    "once", short: "1", standsFor: ["--count", "1"], help: "Exit after one poll")
  private static let countOption = ValueOption(
    Option("count", value: "N", help: "Exit after N polls, including failed ones"),
    parse: ValueParsers.positiveInteger)
  static let plainOption = Option("plain", help: "Plain output, no full-screen mode")

  static let options = [intervalOption.option, onceOption, countOption.option, plainOption]

  /// How often a command polls by default.
  enum Habit {
    case endless, once
    /// Once, whatever the options are.
    case single
    /// All polls of a recording or of candles, without pauses.
    case rehearsal
  }

  /// If `waits` is true, a condition ends polling, so polls have no default limit. A `screenInterval` is the
  /// default interval on a screen, where polls have no default limit either. `nil` keeps the other defaults.
  ///
  /// A `liveInterval` is the default interval of a live run; `nil` if prices are polled.
  init(
    _ invocation: Invocation, _ habit: Habit, waits: Bool, screenInterval: Duration?,
    liveInterval: Duration? = nil
  ) throws(UsageError) {
    let interval = try invocation.value(of: Self.intervalOption)
    let count = try invocation.value(of: Self.countOption)
    if let liveInterval {
      self.init(
        every: interval ?? liveInterval, isChosen: interval != nil, count: count, isLive: true)
      return
    }
    // 0 is also an interval of streams.
    if interval == .zero { _ = try invocation.value(of: Self.pollIntervalOption) }
    let isOnce = habit == .once && !waits && screenInterval == nil && interval == nil
    self.init(
      every: habit == .rehearsal ? .zero : interval ?? screenInterval ?? .seconds(10),
      isChosen: interval != nil, count: habit == .single ? 1 : count ?? (isOnce ? 1 : nil))
  }
}
