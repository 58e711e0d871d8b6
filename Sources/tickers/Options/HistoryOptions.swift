import Arguments
import Foundation
import MarketCore

/// Which candles are shown.
struct HistoryOptions: OptionGroup {
  /// A moment as it is typed: a date, or how long ago.
  private enum Moment: Sendable {
    case date(Date)
    case ago(Double)

    func date(now: Date) -> Date {
      switch self {
      case .date(let date): date
      case .ago(let seconds): now - seconds
      }
    }
  }

  private static let periodOption = Values.choice(
    "period", short: "p", placeholder: "P", among: Period.allCases,
    help: Period.allCases.map(\.rawValue).joined(separator: " "), defaultText: "1d")

  private static let fromOption = ValueOption(
    Option(
      "from", .value(placeholder: "T"), help: "Candles that begin at T or later",
      details: [
        "T is a date (2026-11-20), a date and time (2026-11-20T14:00:00Z), or how long ago (90d, "
          + "36h, 15m, 4w)."
      ]), parse: moment)
  private static let toOption = ValueOption(
    Option("to", .value(placeholder: "T"), help: "Candles that begin before T"), parse: moment)

  private static let countOption = ValueOption(
    Option(
      "limit", short: "n", .value(placeholder: "N"), help: "Show the last N periods",
      defaultText: "30; all with --from"),
    parse: Values.positiveInteger)

  private static let chartOption = Option("chart", help: "Show a candlestick chart")

  static let options = [
    periodOption.option, fromOption.option, toOption.option, countOption.option, chartOption,
  ]

  /// The pair, perhaps with its exchange; `nil` only with `--columns help`.
  let typed: TypedPair?
  private(set) var period: Period
  let isChart: Bool
  private var from: Moment?
  private let to: Moment?
  private let count: Int?

  /// The last periods of a pair, as a chart.
  init(chartOf pair: Pair, _ period: Period) {
    typed = TypedPair(exchange: nil, pair: pair)
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
    if let from, let to, from.date(now: .distantPast) >= to.date(now: .distantPast) {
      throw UsageError("--from is not before --to")
    }
  }

  /// The same options for another period, whose candles since `--from` could be too many: then only
  /// the last ones.
  func changed(to period: Period) -> HistoryOptions {
    guard period != self.period else { return self }
    var options = self
    options.period = period
    options.from = nil
    return options
  }

  /// The range of candles at a time.
  func range(now: Date) -> HistoryRange {
    HistoryRange(
      period, count: count, from: from?.date(now: now), to: to?.date(now: now), now: now)
  }

  /// A format that has no place for a picture.
  func check(_ output: FormatOptions<HistoryField>) throws(UsageError) {
    if isChart, output.format ?? .table != .table || output.columns != nil {
      throw UsageError("--chart draws a picture: it goes without --format and --columns")
    }
  }

  /// A question that an exchange cannot answer.
  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    let subject =
      exchange.offers.periods.isEmpty ? "price history" : "candles of \(period.rawValue)"
    try world.check(exchange, offers: subject) { $0.offers.periods.contains(period) }
  }

  @Sendable private static func moment(_ text: String) throws(InvalidValue) -> Moment {
    if let unit = ["m": 60.0, "h": 3_600, "d": 86_400, "w": 604_800][text.suffix(1)],
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
      "a date (2026-11-20), a time (2026-11-20T14:00:00Z), or how long ago (90d, 36h)")
  }
}
