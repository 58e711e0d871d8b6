import Arguments
import Foundation
import MarketCore
import Reports

enum HoldingsCommand {
  static let declaration = Command(
    "holdings", otherNames: ["portfolio", "balance", "assets", "worth", "positions"],
    summary: "Show portfolio value, profit and loss",
    details: [
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise."
    ],
    operand: Operand(
      "FILE", 0...1,
      help: "Holdings file; - is stdin (default: TICKERS_HOLDINGS, else "
        + "~/.config/tickers/holdings.csv)", candidates: .file),
    options: HoldingsOptions.options
      + RowOptions<HoldingRow>.holdingOptions
      .accepting(valuesOf: RowOptions<HoldingTotal>.holdingOptions)
      + [TrendSource.option.option]
      + FormatOptions<HoldingRow>.options(orOf: HoldingTotal.self, hasTemplate: true)
      + [Condition<HoldingRow>.until.option]
      .accepting(valuesOf: [Condition<HoldingTotal>.until.option])
      + AlertOptions<HoldingRow>.options.accepting(valuesOf: AlertOptions<HoldingTotal>.options)
      + CommandContext.options,
    fields: [
      HoldingRow.fieldList("Fields"), HoldingTotal.fieldList("Fields of totals (--total)"),
      PortfolioValue.fieldList("Fields of values over time (--from)"),
    ],
    examples: [
      .init("tickers holdings", "Watch the portfolio in ~/.config/tickers/holdings.csv"),
      .init("tickers holdings coins.csv --in EUR --once", "The portfolio in euros, once"),
      .init(
        "tickers holdings coins.csv -e kraken --in EUR --from 30d --chart",
        "Its value over 30 days"),
      .init(
        "tickers holdings --total --in USD -1 -t '{value} {day_change}'",
        "Net worth for a status bar"),
      .init(
        "tickers holdings --total --in USD -u 'gain_percent > 50' && notify-send Sell",
        "Alert on portfolio gain"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let currency = try invocation.value(of: HoldingsOptions.currency)
    if invocation.has(HoldingsOptions.from.option) {
      return try prepareValues(invocation, currency, in: world)
    }
    try HoldingsOptions.checkRange(invocation)
    return invocation.has(HoldingsOptions.total)
      ? try prepare(invocation, currency, world, rows: \.totals)
      : try prepare(invocation, currency, world, rows: \.rows)
  }

  private static func prepare<Row: ListRow & TableRow>(
    _ invocation: Invocation, _ currency: String?, _ world: World,
    rows: any KeyPath<Valuation, [Row]> & Sendable
  ) throws(UsageError) -> Run {
    let rowOptions = try RowOptions<Row>(invocation)
    let (output, help) = try FormatOptions<Row>.read(invocation)
    let trend = try invocation.value(of: TrendSource.option) ?? .polls
    let until = try invocation.value(of: Condition<Row>.until)
    let alerts = try AlertOptions<Row>(invocation)
    let isPast = invocation.has(HoldingsOptions.at.option)
    let settings = try CommandContext(
      invocation, in: world, polls: !isPast, hasCondition: until != nil, isOnePoll: isPast,
      home: { !isPast || $0.info.offersHistory(nil) })
    if let help { return { world.print(help) } }
    let moment = try HoldingsOptions.at.moment(invocation, now: settings.world.date())
    let place = try HoldingsPlace(invocation.operands.first, environment: world.environment)
    let query = rowOptions.sortedQuery
    let hidesAmounts = invocation.has(HoldingsOptions.hideAmounts)
    return { [output] in
      let end = settings.isOneShot ? moment?.lots ?? settings.world.date() : .distantFuture
      return await run(
        place, currency, isPast: isPast, until: end, hidesAmounts: hidesAmounts, settings
      ) {
        portfolio, file, context in
        let footer = { @Sendable (model: PortfolioViewModel<Row>) in
          model.summary.footer(hasTotals: Row.self == HoldingRow.self, isTable: output.isTable)
        }
        let past = moment.map { moment in
          PastPortfolio(portfolio, in: nil, context) { client, pair, now in
            await client.candleRow(
              of: pair, endedBy: moment.time, now: now, clock: context.world.clock)
          }
        }
        let now = context.world.date
        let makeJob: ListScreen<PortfolioViewModel<Row>>.MakeJob = { query, columns in
          let used = query.usedNames(until: until, alerts, columns)
          // Tables and json have totals, with the changes of a day.
          let usesChange =
            output.isTable || output.format == .json
            || !used.isDisjoint(with: ["day_change", "percent"])
          let marks = output.isTable || output.template != nil
          let details = TickerDetails(names: used.contains("name"), quotes: false)
          return PollJob(
            context: context,
            viewModel: PortfolioViewModel(
              portfolio, showing: rows, query, at: settings.isOneShot ? end : nil, now: now),
            fetch: { client in
              guard let past else {
                return await portfolio.tickers(from: client, details: details, now: now)
              }
              return await past.candles(from: client).map { $0.map { $0.map(\.ticker) } }
            },
            hasOwnTries: isPast,
            request: used.intersection(["name"]), condition: until?.holds(),
            alerts: alerts,
            notices: { model, context in
              let changes =
                usesChange && past == nil
                ? context.changeReferenceNotices(
                  on: model.summary.rows, of: model, columns: columns, hasMarks: marks) : []
              // Without the rates of a failed exchange none is known to be missing.
              let failed = model.freshness.phase != .loaded || past?.lacksRates ?? false
              let time = moment.map { ["prices at \($0.time.formatted(.iso8601))"] } ?? []
              return time + model.notices + changes + file.notices
                + portfolio.notices(
                  rates: model.summary.rates,
                  unconverted: failed ? [] : model.summary.unconverted,
                  isRounded: model.summary.isRounded, context)
            },
            failureSentence: { file.sentence(on: $0, of: $1, past, in: context) },
            showsWithoutAnswer: true)
        }
        let job = makeJob(query, Layout(output).columns)
        guard !portfolio.holdings.isEmpty else {
          return file.printNoHoldings(job.viewModel, output, footer(job.viewModel), in: context)
        }
        return await job.run(
          output, name: Row.noun.many, trend: trend, makeJob: makeJob, namesEachSource: true,
          hidesAmounts: hidesAmounts, footer: footer)
      }
    }
  }

  /// Reads the holdings, and runs the command with them; returns the exit status.
  static func run(
    _ place: HoldingsPlace, _ currency: String?, pastPeriod: Period? = nil, isPast: Bool,
    until end: Date,
    hidesAmounts: Bool, _ settings: CommandContext,
    _ body: (Portfolio, HoldingsInput, CommandContext) async -> ExitStatus
  ) async -> ExitStatus {
    do throws(ExitStatus) {
      let home = settings.client.exchange.id
      let file = try place.holdings(home: home, in: settings.world, hidesAmounts: hidesAmounts)
      // Grouped by exchange: the rows of a pair are in the order of the requested exchanges.
      let first = Dictionary(zip(file.holdings.map(\.exchange), 0...)) { first, _ in first }
      let holdings = file.holdings.sorted { first[$0.exchange] ?? 0 < first[$1.exchange] ?? 0 }
      var portfolio = Portfolio(holdings, in: currency, home: home)
      (portfolio.isPast, portfolio.end) = (isPast, end)
      let context = try settings.on(portfolio.exchanges)
      var input = HoldingsInput(file: file, title: place.title)
      if isPast, settings.isDefaultExchange, holdings.contains(where: { $0.exchange == home }) {
        let others = settings.world.exchanges.prefix { $0.id != home }.map {
          // An exchange before the first one that fits.
          let hasOthers = !$0.info.periods.isEmpty
          return "\($0.title) has \(hasOthers ? "no \(pastPeriod?.rawValue ?? "")" : "none")"
        }
        let reason = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
        input.notices.append("price history from \(context.title(of: home))\(reason)")
      }
      return await body(portfolio, input, context)
    } catch {
      return error
    }
  }
}

extension Valuation {
  /// The totals, which a table has below the holdings, and the rates, which it has as a line.
  fileprivate func footer(hasTotals: Bool, isTable: Bool) -> [Report.Member] {
    let layout = Layout(HoldingTotal.columns, omitsZeros: isTable).of(totals)
    return (hasTotals ? [.rows(layout.group("totals", totals))] : [])
      + [.rates(rates, line: rates.line)]
  }
}
