import Arguments
import Foundation
import MarketCore

enum HoldingsCommand {
  static let declaration = Command(
    "holdings", otherNames: ["portfolio", "balance", "assets", "worth", "positions"],
    summary: "Show portfolio value, profit and loss",
    details: [
      "FILE is a CSV with the columns symbol, quantity and optionally unit_cost, exchange, date, "
        + "in any order. Case in headings is ignored; spaces and dashes count as underscores (Unit "
        + "Cost = unit_cost). Other columns and lines that begin with # are ignored. The file is "
        + "never modified.",
      "Lines with the same symbol and exchange are lots of one holding. A lot with a date "
        + "(2026-11-20) counts from 00:00 UTC of that day. Lines without an exchange use "
        + "--exchange. A currency code (EUR) is cash. With --in, a coin (BTC) and its unit_cost "
        + "are in that currency, with the rates of its exchange first; without --in it counts as "
        + "cash. A negative quantity is a short position.",
      "Totals cover all holdings, shown or not. A total value that lacks a price or a rate ends in *. "
        + "Cost and gain cover only holdings with known cost and value.",
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise.",
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
    fields: [HoldingRow.fieldList("Fields"), HoldingTotal.fieldList("Fields of totals (--total)")],
    examples: [
      .init("tickers holdings", "Watch the portfolio in ~/.config/tickers/holdings.csv"),
      .init("tickers holdings coins.csv --in EUR --once", "The portfolio in euros, once"),
      .init(
        "tickers holdings --total --in USD -1 -t '{value} {day_change}'",
        "Net worth for a status bar"),
      .init(
        "tickers holdings --total --in USD -u 'gain_percent > 50' && notify-send Sell",
        "Alert on portfolio gain"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let currency = try invocation.value(of: HoldingsOptions.currency)
    return invocation.has(HoldingsOptions.total)
      ? try prepare(
        invocation, currency, world, rows: \.totals, sortedBy: HoldingTotal.column("quote"))
      : try prepare(
        invocation, currency, world, rows: \.rows, sortedBy: HoldingRow.column("symbol"))
  }

  private static func prepare<Row: ListRow>(
    _ invocation: Invocation, _ currency: String?, _ world: World,
    rows: any KeyPath<Valuation, [Row]> & Sendable, sortedBy column: Column<Row>
  ) throws(UsageError) -> Run {
    let rowOptions = try RowOptions<Row>(invocation)
    let output = try FormatOptions<Row>(invocation)
    let trend = try invocation.value(of: TrendSource.option) ?? .polls
    let until = try invocation.value(of: Condition<Row>.until)
    let alerts = try AlertOptions<Row>(invocation)
    let settings = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until != nil,
      home: { _ in true })
    if let help = output.help { return { world.print(help) } }
    let place = try HoldingsPlace(invocation.operands.first, environment: world.environment)
    let query = rowOptions.query(sortedBy: column)
    let hidesAmounts = invocation.has(HoldingsOptions.hideAmounts)
    return {
      do throws(ExitStatus) {
        let home = settings.client.exchange.id
        let file = try place.holdings(home: home, in: world, hidesAmounts: hidesAmounts)
        // Grouped by exchange: the rows of a pair are in the order of the requested exchanges.
        let first = Dictionary(zip(file.holdings.map(\.exchange), 0...)) { first, _ in first }
        let holdings = file.holdings.sorted { first[$0.exchange] ?? 0 < first[$1.exchange] ?? 0 }
        let portfolio = Portfolio(holdings, in: currency, home: home)
        return await run(
          portfolio, showing: rows, query, of: file, title: place.title,
          in: try settings.on(portfolio.exchanges), output, trend: trend,
          hidesAmounts: hidesAmounts, until: until, alerts: alerts)
      } catch {
        return error
      }
    }
  }

  private static func run<Row: ListRow>(
    _ portfolio: Portfolio, showing rows: any KeyPath<Valuation, [Row]> & Sendable,
    _ query: ListQuery<Row>, of file: HoldingsFile, title: String, in context: CommandContext,
    _ output: FormatOptions<Row>, trend: TrendSource, hidesAmounts: Bool, until: Condition<Row>?,
    alerts: AlertOptions<Row>
  ) async -> ExitStatus {
    let footer = { @Sendable (model: PortfolioViewModel<Row>) in
      model.summary.footer(hasTotals: Row.self == HoldingRow.self, isTable: output.isTable)
    }
    let (name, ignored) = (Row.noun.many, file.ignoredColumns)
    let names = ignored.names.map { "'\($0)'" }.joined(separator: ", ")
    let notice = "\(title):\(ignored.line): ignored \(names); columns are \(HoldingsFile.example)"
    let fileNotices = names.isEmpty ? [] : [notice]
    guard !portfolio.holdings.isEmpty else {
      let viewModel = PortfolioViewModel(portfolio, showing: rows, query, now: context.world.date)
      let report = Layout(output).report(
        viewModel, name: name, footer: footer(viewModel), namesEachSource: true)
      let text = output.text(of: report, isFirst: true, context.looks)
      if let status = context.world.write(text) { return status }
      for notice in ["no holdings in \(title)"] + fileNotices { context.notice(notice) }
      return .success
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
        viewModel: PortfolioViewModel(portfolio, showing: rows, query, now: now),
        fetch: { await portfolio.tickers(from: $0, details: details, now: now) },
        request: used.intersection(["name"]), condition: until?.holds(),
        alerts: alerts,
        notices: { model, context in
          let changes =
            usesChange
            ? context.changeReferenceNotices(
              on: model.summary.rows, of: model, columns: columns, hasMarks: marks) : []
          let failed = model.freshness.phase != .loaded
          return model.notices + changes + fileNotices
            + portfolio.notices(on: model.summary, isWhole: !failed, context)
        },
        failureSentence: { failure, exchange in
          guard case .unknownSymbol(let symbol, _) = failure else { return nil }
          let line = file.lines[Listing(exchange: exchange, pair: Pair(symbol: symbol))]
          return (line.map { "\(title):\($0): " } ?? "")
            + failure.sentence(on: [context.title(of: exchange)])
        },
        showsWithoutAnswer: true)
    }
    return await makeJob(query, Layout(output).columns).run(
      output, name: name, trend: trend, makeJob: makeJob, namesEachSource: true,
      hidesAmounts: hidesAmounts, footer: footer)
  }
}

extension Portfolio {
  /// The notices about coins without a currency, missing rates and lost digits.
  fileprivate func notices(
    on valuation: Valuation, isWhole: Bool, _ context: CommandContext
  ) -> [String] {
    var notices: [String] = []
    var seen: Set<Pair> = []
    let coins =
      currency == nil ? holdings.filter { $0.isCoin && seen.insert($0.pair).inserted } : []
    if !coins.isEmpty {
      let pairs = coins.map { "\($0.pair)-USD" }.joined(separator: ", ")
      notices.append("write \(pairs), or use --in USD")
    }
    // Without the rates of a failed exchange none is known to be missing.
    if isWhole, let currency {
      let titles = context.exchanges.map(context.title).joined(separator: ", ")
      let missing = Dictionary(grouping: valuation.unconverted) { $0.quote ?? "" }
      notices += missing.sorted { $0.key < $1.key }.map { quote, holdings in
        let symbols = holdings.map(\.pair.symbol).joined(separator: ", ")
        return "* without \(symbols): no exchange rate \(quote)→\(currency) on \(titles)"
      }
    }
    return notices + (valuation.isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }
}

extension Valuation {
  /// The totals, which a table has below the holdings, and the rates, which it has as a line.
  fileprivate func footer(hasTotals: Bool, isTable: Bool) -> [Report.Member] {
    let layout = Layout(HoldingTotal.columns, omitsZeros: isTable).of(totals)
    let line = rates.enumerated().map { index, rate in
      let price = rate.rate.map { " " + NumberFormat.money($0, in: rate.pair.quote) } ?? ""
      let exchange = rate.exchange.map { " (\($0))" } ?? ""
      return (index == 0 ? "rates: " : "") + "\(rate.pair)\(price)" + exchange
    }
    return (hasTotals ? [.rows(layout.group("totals", totals))] : []) + [.rates(rates, line: line)]
  }
}
