import Arguments
import Foundation
import MarketCore
import Reports

extension HistoryFeed {
  static let periodOption = ValueParsers.period()
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
  static let chartOption = Option("chart", help: "Draw a candlestick chart, as on a screen")
    .conflictingWithFormats
  private static let fillOption = Option(
    "fill", help: "Add a row for each period without a candle",
    details: [
      "Its prices are the close before it, its volume is 0, and filled is true. There is none before the "
        + "first candle."
    ])
  private static let currencyOption = ValueOption.currency(
    help: "Convert prices to CURRENCY",
    details: [
      "A price is converted at the close of the rate's candle of the same period and exchange. A rate "
        + "comes from the direct pair, its inverse, or two pairs through USD, USDT, USDC, EUR or BTC. "
        + "A notice names the pairs; json lists them."
    ])

  static let afterOption = ValueOption(
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

  private static let holesOption = Option(
    "holes", help: "With --after, print only the candles that are missing in FILE",
    details: [
      "A candle is missing if FILE has an older and a newer one of the same pair. --fill also adds periods "
        + "without a trade, so that FILE is complete afterwards."
    ])
  static let withOption = ValueOption(
    Option(
      "with", value: "NAME,...", candidates: .list(Indicator.groupNames),
      help: "Add indicators as columns, and draw them in a chart",
      details: [
        "NAME is smaN, emaN (averages), bbN (bb20_upper, bb20_lower), rsiN, atrN, macd (macd_signal) or vwap, "
          + "with N from 2 to 500. --columns, --where, --sort and --template also accept names of columns."
      ]
    ).conflicts(with: "template") { _, _ in "--with cannot be combined with --template" }
      .conflicts(with: "format") { _, format in
        Format(rawValue: format)?.isOfDirectives ?? false
          ? "\(format) cannot be combined with --with" : nil
      }
  ) { text throws(InvalidValue) in
    let names = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if let name = names.first(where: { Indicator.group(named: $0).isEmpty }) {
      throw .described([Indicator.sentence(onUnknown: name)])
    }
    return names.flatMap(Indicator.group)
  }

  private enum DateFormat: String, CaseIterable { case iso, date }
  private static let dateFormatOption = ValueParsers.choice(
    Option(
      "date-format", value: "FORM",
      help: "Times as 2026-11-20T00:00:00Z (iso) or 2026-11-20 (date; csv, tsv, periods from 1d)",
      defaultText: "iso; with --after as in FILE"), among: DateFormat.allCases)

  static let options = [
    periodOption.option, fromOption.option, toOption.option, countOption.option, chartOption,
    fillOption, currencyOption.option, withOption.option, afterOption.option,
    holesOption, dateFormatOption.option,
  ]

  /// Returns whether the output has dates in place of times; `nil` if the format was not chosen.
  static func hasDates(
    _ invocation: Invocation, _ format: Format?, _ period: Period
  ) throws(UsageError) -> Bool? {
    let dateFormat = try invocation.value(of: dateFormatOption)
    guard dateFormat == .date else { return dateFormat.map { _ in false } }
    if format != .csv, format != .tsv {
      throw UsageError(
        "--date-format date requires --format csv or tsv", of: "date-format", "format")
    }
    try period.checkDates(of: "date", in: "date-format")
    return true
  }

  mutating func read(_ invocation: Invocation) throws(UsageError) {
    from = try invocation.value(of: Self.fromOption)
    to = try invocation.value(of: Self.toOption)
    count = try invocation.value(of: Self.countOption)
    fillsGaps = invocation.has(Self.fillOption)
    printsHoles = invocation.has(Self.holesOption)
    if printsHoles, try invocation.value(of: Self.afterOption) == nil {
      throw UsageError("--holes requires --after", of: "holes")
    }
    currency = try invocation.value(of: Self.currencyOption)
    let now = market.now()
    if let from, let to, from(now) >= to(now) {
      throw UsageError("--from must be earlier than --to", of: "to", "from")
    }
    // The limit counts the periods of a pair, not the rows.
    query.limit = nil
  }
}

extension Period {
  /// Throws if an exchange has no candles of the period.
  func check(_ exchange: any Exchange, in world: World) throws(UsageError) {
    let subject = exchange.info.periods.isEmpty ? "price history" : "candles of \(rawValue)"
    try world.check(exchange, offers: subject, for: "period") { $0.info.periods.contains(self) }
  }

  /// Throws if the period is shorter than a day. The error names `format`, which has only dates.
  func checkDates(of format: String, in option: String) throws(UsageError) {
    if self < .oneDay {
      throw UsageError("--\(option): \(format) requires periods from 1d", of: option, "period")
    }
  }
}
