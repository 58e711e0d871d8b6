import Arguments
import Foundation
import MarketCore
import Reports

extension HoldingsOptions {
  static let currencyOption = ValueOption.currency(
    help: "Convert values, costs and gains to CURRENCY",
    details: [
      "Values have current rates; with --at and --from, those of that time. The price and the fee of a trade have the rate of its day. A rate comes from the direct pair, its inverse, or two pairs through USD, USDT, USDC, EUR or "
        + "BTC. Exchanges are tried in this order: the holding's, --exchange, others in the file. "
        + "\(ValueOption.rateFallbacks) The rates are listed below the table."
    ])

  static let total = Option(
    "total", help: "Show the totals, one per currency, instead of the holdings")

  static let hideAmounts = Option(
    "hide-amounts", help: "Hide quantities and all amounts of money, in tables and on screens"
  )
  .conflicts(with: "format") { _, format in format == Format.table.rawValue ? nil : onlyInTables }
  .conflicts(with: "template") { _, _ in onlyInTables }

  private static let onlyInTables =
    "--hide-amounts cannot be combined with --template, or a --format other than table"

  static let at = ValueOption.at(help: "Show values at a past moment (2026-11-20, 90d)")
  static let from = ValueOption(
    Option(
      "from", value: "T", help: "Show values over time, from T on (2026-11-20, 90d)",
      details: [
        "One row per period: the value at its end, at the closes of its candles; a period without a candle "
          + "has the close before it. T is as in history. Holdings in several currencies require --in."
      ]
    ).conflictingWithPolling.conflicts(with: "at") { _, _ in "--from cannot be combined with --at"
    },
    parse: ValueParsers.time)
  private static let to = ValueOption(
    Option("to", value: "T", help: "Show values of periods that begin before T"),
    parse: ValueParsers.time)
  private static let periodOption = ValueParsers.period(help: "Period of --from: ")
  static let chart = Option("chart", help: "Draw the values of --from over time")
    .conflictingWithFormats

  static let by = ValueParsers.choice(
    Option("by", value: "FIELD", help: "Show the totals per FIELD and currency: account")
      .conflicts(with: "from") { _, _ in "--by cannot be combined with --from" },
    among: [Grouping.account])
  static let lots = ValueParsers.choice(
    Option(
      "lots", value: "METHOD",
      help:
        "Lots that a sale takes: fifo (oldest first), lifo (newest), hifo (highest price), average (a "
        + "part of all)",
      defaultText: Lots.Method.fifo.rawValue), among: Lots.Method.allCases)

  static let check = [
    [total, by.option, hideAmounts, at.option, from.option], RowOptions<HoldingRow>.holdingOptions,
    Watch<HoldingRow>.options, FormatOptions<HoldingRow>.options(hasTemplate: true),
  ].joined().map(\.name).reduce(
    Option("check", help: "Print the trades as they were read (csv), and make no request")
  ) { option, other in
    option.conflicts(with: other) { _, _ in "--check cannot be combined with --\(other)" }
  }

  static let options = [
    currencyOption.option, lots.option, total, by.option, hideAmounts, check, at.option,
    from.option, to.option, periodOption.option, chart,
  ]

  /// The fields by which totals can be grouped.
  enum Grouping: String, Sendable { case account }

  static func period(_ invocation: Invocation) throws(UsageError) -> Period {
    try invocation.value(of: periodOption) ?? .oneDay
  }

  /// For an invocation without `--from`: throws if it has an option that requires `--from`.
  static func checkRange(_ invocation: Invocation) throws(UsageError) {
    for option in [to.option, periodOption.option, chart] where invocation.has(option) {
      throw UsageError("--\(option.name) requires --from", of: option.name)
    }
  }

  /// Returns the time range of the values; `nil` without `--from`.
  static func range(
    _ invocation: Invocation, now: Date
  ) throws(UsageError) -> HistoryRange? {
    let start = try invocation.value(of: from)?(now)
    let end = try invocation.value(of: to)?(now)
    guard let start else { return nil }
    if let end, start >= end {
      throw UsageError("--from must be earlier than --to", of: "to", "from")
    }
    return HistoryRange(try period(invocation), from: start, to: end, now: now).fillingGaps
  }
}
