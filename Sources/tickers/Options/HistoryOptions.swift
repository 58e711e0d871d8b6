import Arguments
import Foundation
import MarketCore

/// The candles that are shown.
struct HistoryOptions: Sendable {
  private static let periodOption = ValueParsers.choice(
    "period", short: "p", value: "P", among: Period.allCases,
    help: Period.allCases.map(\.rawValue).joined(separator: " "), defaultText: "1d",
    misplaced: { word, _ in Period(rawValue: word)?.rawValue })
  private static let fromOption = ValueOption(
    Option(
      "from", value: "T", help: "Show candles from T on (2026-11-20, 90d)",
      details: [
        "T is a date (2026-11-20), a date and time (2026-11-20T14:00:00Z), today, yesterday, or an "
          + "age in m, h, d, w or y (90d, 36h, 1y). Dates begin at 00:00 UTC."
      ]), parse: ValueParsers.time)
  private static let toOption = ValueOption(
    Option("to", value: "T", help: "Show candles that begin before T"), parse: ValueParsers.time)
  private static let countOption = ValueParsers.limit(
    help: "Show the last N periods",
    defaultText: "30; all with --from; in a chart and on a screen as many as fit")
  private static let chartOption = Option("chart", help: "Draw a candlestick chart, as on a screen")
    .conflictingWithFormats
  private static let fillOption = Option(
    "fill", help: "Add a row for each period without a candle",
    details: [
      "Its prices are the close before it, its volume is 0, and filled is true. There is none before the "
        + "first candle."
    ])
  private static let currencyOption = CurrencyOption.option(
    help: "Convert prices to CURRENCY",
    details: [
      "A price is converted at the close of the rate's candle of the same period and exchange. A rate "
        + "comes from the direct pair, its inverse, or two pairs through USD, USDT, USDC, EUR or BTC. "
        + "A notice names the pairs; json lists them."
    ])

  private static let afterOption = ValueOption(
    Option(
      "after", value: "FILE", candidates: .file,
      help: "Print only complete candles that FILE lacks",
      details: [
        "FILE is earlier output of history or price: csv, tsv, ndjson, ledger or beancount. Of each pair in "
          + "FILE, candles are printed that begin after its newest time there; --from and --limit apply "
          + "to other pairs. A missing FILE is an empty one. csv and tsv have the columns of FILE, in its "
          + "order, and no heading, if FILE has content. FILE must have the same format, currency and "
          + "period as the output."
      ]
    ).conflicts(with: "chart") { _, _ in "--after cannot be combined with --chart" }
  ) { text throws(InvalidValue) in
    if text.isEmpty { throw .expected("a file") }
    return text
  }

  static let options = [
    periodOption.option, fromOption.option, toOption.option, countOption.option, chartOption,
    fillOption, currencyOption.option, afterOption.option,
  ]

  private(set) var period: Period
  let isChart: Bool
  let fillsGaps: Bool
  /// The currency of the prices; `nil` for that of each pair.
  let currency: String?
  /// The path of earlier output, whose candles are not printed again.
  let after: String?
  private var from: ValueParsers.Time?
  private let to: ValueParsers.Time?
  private let count: Int?
  /// A chart of the last periods.
  init(_ period: Period) {
    (self.period, isChart) = (period, true)
    (from, to, count, fillsGaps, currency, after) = (nil, nil, nil, false, nil, nil)
  }

  init(_ invocation: Invocation) throws(UsageError) {
    period = try invocation.value(of: Self.periodOption) ?? .oneDay
    from = try invocation.value(of: Self.fromOption)
    to = try invocation.value(of: Self.toOption)
    count = try invocation.value(of: Self.countOption)
    isChart = invocation.has(Self.chartOption)
    fillsGaps = invocation.has(Self.fillOption)
    currency = try invocation.value(of: Self.currencyOption)
    after = try invocation.value(of: Self.afterOption)
  }

  func check(now: Date) throws(UsageError) {
    if let from, let to, from(now) >= to(now) {
      throw UsageError("--from must be earlier than --to", of: "to", "from")
    }
  }

  /// Throws unless the date of a candle tells it from others, in the format of an option without times of
  /// day.
  func checkDates(in option: String) throws(UsageError) {
    if period < .oneDay {
      throw UsageError("--\(option): Beancount requires periods from 1d", of: option, "period")
    }
  }

  /// The same options for another period, without `--from`: there could be too many candles.
  func changed(to period: Period) -> HistoryOptions {
    guard period != self.period else { return self }
    var options = self
    (options.period, options.from) = (period, nil)
    return options
  }

  /// Whether the number of candles was chosen.
  var hasRange: Bool { count != nil || from != nil }

  /// The candles after one of a time, and whether there can be complete ones.
  func range(after time: Date, now: Date) -> (range: HistoryRange, canHaveRows: Bool) {
    let end = to?(now)
    var range = HistoryRange(period, count: nil, from: time + 0.001, to: end, now: now)
    range.fillsGaps = fillsGaps
    // A gap after the last candle has its close.
    range.lookback = fillsGaps ? 10 : 0
    return (range, period.start(1, after: time) < now && time < end ?? .distantFuture)
  }

  /// The candles at a time; where their number was not chosen, as many as a chart can show.
  func range(now: Date, capacity: Int? = nil) -> HistoryRange {
    let fitting = hasRange ? nil : capacity.map { max($0, HistoryRange.defaultCount) }
    var range = HistoryRange(
      period, count: count ?? fitting, from: from?(now), to: to?(now), now: now)
    (range.hasOpenStart, range.fillsGaps) = (fitting != nil, fillsGaps)
    return range
  }
}

extension Period {
  /// Throws if an exchange has no candles of the period.
  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    let subject = exchange.info.periods.isEmpty ? "price history" : "candles of \(rawValue)"
    try world.check(exchange, offers: subject, for: "period") { $0.info.periods.contains(self) }
  }
}
