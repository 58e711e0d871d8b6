import Arguments
import Foundation
import MarketCore

/// `tickers holdings [FILE]`: portfolio value, profit and loss.
enum HoldingsCommand {
  static let declaration = Command(
    "holdings",
    otherNames: ["portfolio", "balance", "assets", "worth", "positions"],
    summary: "Show portfolio value, profit and loss",
    details: [
      "FILE is a CSV with the columns symbol, quantity and optionally unit_cost, exchange, in any "
        + "order. Case in headings is ignored; spaces and dashes count as underscores (Unit Cost = "
        + "unit_cost). Other columns and lines that begin with # are ignored. The file is never "
        + "modified.",
      "Lines with the same symbol and exchange are lots of one holding. Lines without an exchange "
        + "use --exchange. A currency code (EUR) is cash. With --in, a coin (BTC) and its unit_cost "
        + "are in that currency, with the rates of its exchange first; without --in it counts as "
        + "cash. A negative quantity is a short position.",
      "Totals cover all holdings, shown or not. A total value that lacks a price or a rate ends in *. "
        + "Cost and gain cover only holdings with known cost and value.",
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise.",
    ],
    operand: Operand(
      "FILE", .optional,
      help: "Holdings file; - is stdin (default: TICKERS_HOLDINGS, else "
        + "~/.config/tickers/holdings.csv)",
      candidates: .file),
    options: HoldingsOptions.options
      + RowOptions<HoldingField>.holdingOptions
      .accepting(valuesOf: RowOptions<HoldingTotalField>.holdingOptions)
      + FormatOptions<HoldingField>.options(orOf: HoldingTotalField.self, hasTemplate: true)
      + UntilOption<HoldingField>.options
      .accepting(valuesOf: UntilOption<HoldingTotalField>.options) + CommandContext.options,
    fields: [HoldingField.list("Fields"), HoldingTotalField.list("Fields of totals (--total)")],
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

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let options = try HoldingsOptions(invocation)
    if options.isTotal {
      return try prepare(
        invocation, options, world,
        Form<HoldingTotal>(
          name: "totals", order: .quote, rows: \.totals,
          others: { valuation, _ in [valuation.rateList] }))
    }
    return try prepare(
      invocation, options, world,
      Form<HoldingRow>(
        name: "holdings", order: .symbol, rows: \.rows,
        others: { [$0.totalList(inTable: $1), $0.rateList] }))
  }

  /// The shown rows of a valuation, and those below them.
  private struct Form<Element: Listed>: Sendable where Element.Polled == Ticker {
    let name: String
    let order: Element.F
    let rows: @Sendable (Valuation) -> [Element]
    let others: @Sendable (Valuation, _ inTable: Bool) -> [Report.FooterTable]
  }

  private static func prepare<Element: Listed>(
    _ invocation: Invocation, _ options: HoldingsOptions, _ world: World, _ form: Form<Element>
  ) throws(UsageError) -> Run {
    let rows = try RowOptions<Element.F>(invocation)
    let output = try FormatOptions<Element.F>(invocation)
    let until = try UntilOption<Element.F>(invocation)
    let settings = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until.expression != nil,
      candidateFilter: { _ in true }, defersExchangeSelection: true)
    if let help = output.help { return { world.write(help) ?? .success } }
    let place = try HoldingsPlace(invocation.operands.first, environment: world.environment)
    let used = rows.usedFields.union(until.usedFields).union(output.shownFields())
    let query = rows.query(sortedBy: form.order)
    return {
      switch read(place, settings) {
      case .failure(let error): return error.status
      case .success(let file):
        let portfolio = Portfolio(
          file.holdings.byExchange, in: options.currency, home: settings.client.exchange.id)
        return await run(
          portfolio, file, place, settings, form, query, output,
          until.holds(for: Element.self), Set(used.map(\.rawValue)))
      }
    }
  }

  private struct Failure: Error {
    let status: ExitStatus
  }

  /// Reads the file; a failure is reported.
  private static func read(
    _ place: HoldingsPlace, _ settings: CommandContext
  ) -> Result<HoldingsFile, Failure> {
    let world = settings.world
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try place.read(from: world.files)
    } catch {
      for line in [error.reason] + place.introduction { world.say(line) }
      return .failure(Failure(status: .noInput))
    }
    let file = HoldingsFile(
      bytes, home: settings.client.exchange.id, exchanges: world.exchanges)
    guard file.errors.isEmpty else {
      for error in file.errors.prefix(World.shownErrors) {
        world.say("\(place.title):\(error.line): \(error.reason)")
      }
      let more = file.errors.count - World.shownErrors
      if more > 0 { world.say("\(place.title): \(more) more invalid lines") }
      return .failure(Failure(status: .data))
    }
    return .success(file)
  }

  private static func run<Element: Listed>(
    _ portfolio: Portfolio, _ file: HoldingsFile, _ place: HoldingsPlace,
    _ settings: CommandContext,
    _ form: Form<Element>, _ query: ListQuery<Element.F>, _ output: FormatOptions<Element.F>,
    _ condition: (@Sendable (ListViewModel<Element>) -> Bool)?, _ used: Set<String>
  ) async -> ExitStatus where Element.Polled == Ticker {
    let (world, exchanges) = (settings.world, portfolio.exchanges)
    let context: CommandContext
    do throws(UsageError) {
      context = exchanges.isEmpty ? settings : try settings.on(exchanges)
    } catch {
      for line in error.lines { world.say(line) }
      return .usage
    }
    let sink = ListSink(output, name: form.name)
    let list = ListViewModel<Element>(query, of: exchanges.isEmpty ? [""] : exchanges) {
      form.rows(portfolio.valuation(of: $0, under: $1))
    }
    let valuation = { @Sendable (list: ListViewModel<Element>) in
      portfolio.valuation(of: list.polled, under: list.sources.names)
    }
    let isTable = output.template == nil && output.format ?? .table == .table
    let others: Layout<Element.F>.FooterTables<Element> = {
      form.others(valuation($0), isTable)
    }
    let fileNotices = file.notices(place.title)
    guard !portfolio.holdings.isEmpty else {
      if let status = world.write(sink.text(of: list, in: context, with: others)) { return status }
      for notice in ["no holdings in \(place.title)"] + fileNotices { context.notice(notice) }
      return .success
    }
    let showsTotals = isTable || output.format == .json
    let usesChange = showsTotals || !used.isDisjoint(with: ["day_change", "percent"])
    var fields: Set<TickerField> = [.symbol, .base, .quote, .last, .open, .change, .percent]
    if used.contains(HoldingField.name.rawValue) { fields.insert(.name) }
    let fetch = HoldingsFetch(portfolio: portfolio, fields: fields, now: context.now)
    let job = PollJob(
      context: context, viewModel: list, fetch: { await fetch($0) }, condition: condition,
      notices: { list, context in
        let valuation = valuation(list)
        return list.notices
          + (usesChange
            ? context.changeReferenceNotices(on: valuation.rows, of: list, in: output) : [])
          + portfolio.notices(valuation, list.sources, context) + fileNotices
      },
      failureSentence: { failure, exchange in
        guard case .unknownSymbol(let symbol, _) = failure else { return nil }
        let listing = Listing(exchange: exchange, pair: Pair(symbol: symbol))
        let place = file.lines[listing].map { "\(place.title):\($0): " } ?? ""
        return place + failure.sentence(on: [context.title(of: exchange)])
      },
      showsWithoutAnswer: true)
    return await sink.run(job, with: others)
  }
}

extension [Holding] {
  /// The holdings grouped by exchange, in the order of their first ones, so that the rows of a pair are
  /// in the order in which the exchanges are requested.
  fileprivate var byExchange: [Holding] {
    var exchanges: [String] = []
    for holding in self where !exchanges.contains(holding.exchange) {
      exchanges.append(holding.exchange)
    }
    return exchanges.flatMap { exchange in filter { $0.exchange == exchange } }
  }
}

extension HoldingsFile {
  /// The notice about ignored columns, for a file of this title.
  fileprivate func notices(_ title: String) -> [String] {
    guard !ignoredColumns.names.isEmpty else { return [] }
    let names = ignoredColumns.names.map { "'\($0)'" }.joined(separator: ", ")
    return [
      "\(title):\(ignoredColumns.line): ignored \(names); columns are \(HoldingsFile.example)"
    ]
  }
}

extension Portfolio {
  /// The notices about coins without a currency, missing rates and lost digits.
  fileprivate func notices(
    _ valuation: Valuation, _ sources: Sources<[Ticker]>, _ context: CommandContext
  ) -> [String] {
    let coins = currency == nil ? holdings.filter(\.isCoin).map { "\($0.pair)-USD" } : []
    // Without the rates of a failed exchange none is known to be missing.
    let isWhole = sources.freshness.phase == .loaded
    return (coins.isEmpty ? [] : ["write \(coins.joined(separator: ", ")), or use --in USD"])
      + (isWhole ? valuation.missingRates.sentences(context) : [])
      + (valuation.isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }
}

extension [MissingRate] {
  /// One sentence per missing rate, with its holdings.
  fileprivate func sentences(_ context: CommandContext) -> [String] {
    let titles = context.exchanges.map(context.title).joined(separator: ", ")
    return Dictionary(grouping: self, by: \.from).sorted { $0.key < $1.key }.map { from, missing in
      let symbols = missing.map(\.pair.symbol).joined(separator: ", ")
      return "* without \(symbols): no exchange rate \(from)→\(missing[0].to) on \(titles)"
    }
  }
}

extension Valuation {
  /// The totals, which a table has below the holdings.
  fileprivate func totalList(inTable: Bool) -> Report.FooterTable {
    let layout = Layout(HoldingTotalField.tableColumns, omitsZeros: inTable).of(totals)
    return Report.FooterTable(
      name: "totals", columns: layout.columns,
      rows: totals.map { total in layout.fields.map { total.cell(of: $0, asOf: .distantPast) } })
  }

  /// The rates, which a table has as a line.
  fileprivate var rateList: Report.FooterTable {
    let fields = ConversionRateField.allCases
    let texts = rates.map { rate in
      "\(rate.pair) \(MoneyFormat.text(rate.rate, in: rate.pair.quote)) (\(rate.exchange))"
    }
    return Report.FooterTable(
      name: "rates", columns: fields.map { Report.Column($0) },
      rows: rates.map { rate in fields.map { Cell(rate.value(of: $0)) } },
      line: texts.enumerated().map { $0 == 0 ? "rates: \($1)" : $1 })
  }
}
