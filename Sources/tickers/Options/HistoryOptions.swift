import Arguments
import Foundation
import MarketCore

/// The candles that are shown.
struct HistoryOptions: Sendable {
  /// A moment as it is typed: a date, an age in seconds, or a day so many days ago.
  private enum Moment: Sendable {
    case date(Date)
    case ago(Double)
    case day(ago: Double)

    func date(now: Date) -> Date {
      let day: Double = 86_400
      return switch self {
      case .date(let date): date
      case .ago(let seconds): now - seconds
      case .day(let days):
        Date(timeIntervalSince1970: ((now.timeIntervalSince1970 / day).rounded(.down) - days) * day)
      }
    }
  }

  private static let periodOption = ValueParsers.choice(
    "period", short: "p", placeholder: "P", among: Period.allCases,
    help: Period.allCases.map(\.rawValue).joined(separator: " "), defaultText: "1d",
    misplaced: { word, _ in Period(rawValue: word)?.rawValue })

  private static let fromOption = ValueOption(
    Option(
      "from", .value(placeholder: "T"), help: "Show candles that begin at T or later",
      details: [
        "T is a date (2026-11-20), a date and time (2026-11-20T14:00:00Z), today, yesterday, or an "
          + "age in m, h, d, w or y (90d, 36h, 1y). Dates begin at 00:00 UTC."
      ]), parse: moment)
  private static let toOption = ValueOption(
    Option("to", .value(placeholder: "T"), help: "Show candles that begin before T"), parse: moment)

  private static let countOption = ValueOption(
    Option(
      "limit", short: "n", .value(placeholder: "N"), help: "Show the last N periods",
      defaultText: "30; all with --from", hints: ValueParsers.limitHints,
      misplaced: ValueParsers.misplacedNumber),
    parse: ValueParsers.positiveInteger)

  private static let chartOption = Option("chart", help: "Draw a candlestick chart")
    .conflictingWithFormats

  static let options = [
    periodOption.option, fromOption.option, toOption.option, countOption.option, chartOption,
  ]

  /// The pair, with its exchange if that was given; `nil` only with `--columns help`.
  let typed: PairArgument?
  private(set) var period: Period
  let isChart: Bool
  private var from: Moment?
  private let to: Moment?
  private let count: Int?

  /// The last periods of a pair, as a chart.
  init(chartOf pair: Pair, _ period: Period) {
    typed = PairArgument(exchange: nil, pair: pair)
    self.period = period
    isChart = true
    (from, to, count) = (nil, nil, nil)
  }

  init(_ invocation: Invocation) throws(UsageError) {
    typed = try invocation.pairs().first
    period = try invocation.value(of: Self.periodOption) ?? .oneDay
    from = try invocation.value(of: Self.fromOption)
    to = try invocation.value(of: Self.toOption)
    count = try invocation.value(of: Self.countOption)
    isChart = invocation.has(Self.chartOption)
  }

  /// Checks that the range at a time is not empty.
  func check(now: Date) throws(UsageError) {
    if let from, let to, from.date(now: now) >= to.date(now: now) {
      throw UsageError("--from must be earlier than --to", of: "to", "from")
    }
  }

  /// The same options for another period, without `--from`, since which there could be too many
  /// candles.
  func changed(to period: Period) -> HistoryOptions {
    guard period != self.period else { return self }
    var options = self
    options.period = period
    options.from = nil
    return options
  }

  /// The range of candles at this time.
  func range(now: Date) -> HistoryRange {
    HistoryRange(
      period, count: count, from: from?.date(now: now), to: to?.date(now: now), now: now)
  }

  /// Checks that an exchange has the period.
  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    let subject =
      exchange.info.periods.isEmpty ? "price history" : "candles of \(period.rawValue)"
    try world.check(exchange, offers: subject, for: "period") {
      $0.info.periods.contains(period)
    }
  }

  @Sendable private static func moment(_ text: String) throws(InvalidValue) -> Moment {
    switch text.lowercased() {
    case "today": return .day(ago: 0)
    case "yesterday": return .day(ago: 1)
    default: break
    }
    let units = ["m": 60.0, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_536_000]
    // M is a month elsewhere.
    if let unit = units[text.last == "M" ? "" : text.suffix(1).lowercased()],
      let number = Decimal(exact: text.dropLast()), number > 0, number < 1_000_000
    {
      return .ago(number.approximate * unit)
    }
    let styles: [Date.ISO8601FormatStyle] = [
      .iso8601, .iso8601.year().month().day(),
      Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ]
    for style in styles {
      if let date = try? style.parse(text), style.format(date).prefix(10) == text.prefix(10) {
        return .date(date)
      }
    }
    throw InvalidValue.expected(
      "a date (2026-11-20), a time (2026-11-20T14:00:00Z), today, yesterday, or an age (90d, 1y)")
  }
}
