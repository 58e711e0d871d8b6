import Arguments
import Foundation
import MarketCore

/// `tickers holdings [FILE]`: the worth of holdings, and what they gained.
enum HoldingsCommand {
  static let declaration = Command(
    "holdings",
    otherNames: ["portfolio", "balance", "assets", "worth", "positions"],
    summary: "Show what holdings are worth, and what they gained",
    details: [
      "FILE is a CSV whose heading has symbol and quantity, and perhaps unit_cost and exchange, in "
        + "any order; other columns, and lines that begin with #, are passed over. It is only ever "
        + "read.",
      "Several lines of a pair on an exchange are lots of one holding. A currency (EUR) is cash. "
        + "Lines without an exchange are of that of --exchange. The totals are those of all "
        + "holdings, shown or not; a cost that is not known makes those of the total unknown.",
      "Polls until it is stopped: redraws the table on a terminal, appends tables elsewhere.",
    ],
    operand: Operand(
      "FILE", .optional,
      help: "The file of holdings; - is stdin (default: TICKERS_HOLDINGS, else "
        + "~/.config/tickers/holdings.csv)",
      candidates: .file),
    options: HoldingsOptions.options
      + RowOptions<HoldingField>.holdingOptions
      .accepting(valuesOf: RowOptions<HoldingTotalField>.holdingOptions)
      + FormatOptions<HoldingField>.options(orOf: HoldingTotalField.self, hasTemplate: true)
      + UntilOption<HoldingField>.options
      .accepting(valuesOf: UntilOption<HoldingTotalField>.options) + Session.options,
    fields: [HoldingField.list("Fields"), HoldingTotalField.list("Fields of totals (--total)")],
    examples: [
      .init("tickers holdings", "Watch what is in ~/.config/tickers/holdings.csv"),
      .init("tickers holdings coins.csv --in EUR --once", "All in euros, once"),
      .init(
        "tickers holdings --total --in USD -1 -t '{value} {day_change}'",
        "The net worth, for a status bar"),
      .init(
        "tickers holdings --total --in USD -q -u 'gain_percent > 50' && notify-send Sell",
        "Be told when the whole has gained enough"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let options = try HoldingsOptions(invocation)
    if options.isTotal {
      return try prepare(
        invocation, options, world,
        Form<HoldingTotal>(name: "totals", order: .quote, rows: \.totals, others: { [$0.rateList] })
      )
    }
    return try prepare(
      invocation, options, world,
      Form<HoldingRow>(
        name: "holdings", order: .symbol, rows: \.rows, others: { [$0.totalList, $0.rateList] }))
  }

  /// The rows of a valuation that are shown, and those beside them.
  private struct Form<Element: Listed>: Sendable where Element.Polled == Ticker {
    let name: String
    let order: Element.F
    let rows: @Sendable (Valuation) -> [Element]
    let others: @Sendable (Valuation) -> [Report.Supplement]
  }

  private static func prepare<Element: Listed>(
    _ invocation: Invocation, _ options: HoldingsOptions, _ world: World, _ form: Form<Element>
  ) throws(UsageError) -> Run {
    let rows = try RowOptions<Element.F>(invocation)
    let output = try FormatOptions<Element.F>(invocation)
    let until = try UntilOption<Element.F>(invocation)
    let settings = try Session(
      invocation, in: world, polls: true, hasCondition: until.expression != nil,
      fitting: { _ in true }, isForLater: true)
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

  private static let shownErrors = 20

  /// Reads the file; a failure is told.
  private static func read(
    _ place: HoldingsPlace, _ settings: Session
  ) -> Result<HoldingsFile, Failure> {
    let world = settings.world
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try place.read(from: world.files)
    } catch {
      world.say(error.reason)
      return .failure(Failure(status: .noInput))
    }
    let file = HoldingsFile(
      bytes, home: settings.client.exchange.id, exchanges: world.exchanges)
    guard file.errors.isEmpty else {
      for error in file.errors.prefix(shownErrors) {
        world.say("\(place.title):\(error.line): \(error.reason)")
      }
      let more = file.errors.count - shownErrors
      if more > 0 { world.say("\(place.title): \(more) more lines are wrong") }
      return .failure(Failure(status: .data))
    }
    return .success(file)
  }

  private static func run<Element: Listed>(
    _ portfolio: Portfolio, _ file: HoldingsFile, _ place: HoldingsPlace, _ settings: Session,
    _ form: Form<Element>, _ query: ListQuery<Element.F>, _ output: FormatOptions<Element.F>,
    _ condition: (@Sendable (ListViewModel<Element>) -> Bool)?, _ used: Set<String>
  ) async -> ExitStatus where Element.Polled == Ticker {
    let (world, exchanges) = (settings.world, portfolio.exchanges)
    let session: Session
    do throws(UsageError) {
      session = exchanges.isEmpty ? settings : try settings.asking(exchanges)
    } catch {
      for line in error.lines { world.say(line) }
      return .usage
    }
    let sink = ListSink(output, name: form.name)
    // Which own codes of an exchange stand for others may be known only after an answer.
    let named = { @Sendable in portfolio.named { session.everydayName(of: $0) } }
    let list = ListViewModel<Element>(query, of: exchanges.isEmpty ? [""] : exchanges) {
      form.rows(named().valuation(of: $0))
    }
    let others: Layout<Element.F>.Supplements<Element> = {
      form.others(named().valuation(of: $0.polled))
    }
    guard !portfolio.holdings.isEmpty else {
      if let status = world.write(sink.text(of: list, in: session, with: others)) { return status }
      session.notice("there are no holdings in \(place.title)")
      return .success
    }
    let showsTotals = output.template == nil && [.table, .json].contains(output.format ?? .table)
    let usesChange = showsTotals || !used.isDisjoint(with: ["day_change", "percent"])
    var fields: Set<TickerField> = [.symbol, .base, .quote, .last, .open, .change, .percent]
    if used.contains(HoldingField.name.rawValue) { fields.insert(.name) }
    let fetch = HoldingsFetch(portfolio: portfolio, fields: fields, now: session.now)
    let job = PollJob(
      session: session, viewModel: list, fetch: { await fetch($0) }, condition: condition,
      notices: { list, session in
        let held = Set(named().holdings.map(\.listing))
        let tickers = list.polled.filter { held.contains($0.listing) }
        return list.notices
          + (usesChange ? session.changeReferenceNotices(on: tickers) : [])
          + named().notices(list.polled)
      },
      failureSentence: { failure, exchange in
        guard case .unknownSymbol(let symbol, _) = failure else { return nil }
        let listing = Listing(exchange: exchange, pair: Pair(symbol: symbol))
        let place = file.lines[listing].map { "\(place.title):\($0): " } ?? ""
        return place + failure.sentence(on: [session.title(of: exchange)])
      },
      showsWithoutAnswer: true)
    return await sink.run(job, with: others)
  }
}

extension [Holding] {
  /// The holdings of an exchange together, in the order of their first ones: rows of a pair then are in
  /// the order in which the exchanges are asked.
  fileprivate var byExchange: [Holding] {
    var exchanges: [String] = []
    for holding in self where !exchanges.contains(holding.exchange) {
      exchanges.append(holding.exchange)
    }
    return exchanges.flatMap { exchange in filter { $0.exchange == exchange } }
  }
}

extension Portfolio {
  /// The notices about currencies that cannot be converted, and about digits that are lost.
  fileprivate func notices(_ tickers: [Ticker]) -> [String] {
    let valuation = valuation(of: tickers)
    return valuation.unconverted.map { "no rate leads from \($0) to \(currency ?? "")" }
      + (valuation.isRounded ? ["amounts of more than 38 digits are rounded to these"] : [])
  }
}

extension Valuation {
  /// The totals, a table below the holdings.
  fileprivate var totalList: Report.Supplement {
    let layout = Layout(HoldingTotalField.tableColumns)
    return Report.Supplement(
      name: "totals", columns: layout.columns,
      rows: totals.map { total in
        layout.fields.map { total.cell(of: $0, asOf: .distantPast) }
      })
  }

  /// The rates, named in a line.
  fileprivate var rateList: Report.Supplement {
    let fields = ConversionRateField.allCases
    let texts = rates.map { rate in
      "\(rate.pair) \(MoneyFormat.text(rate.rate, in: rate.pair.quote)) (\(rate.exchange))"
    }
    return Report.Supplement(
      name: "rates", columns: fields.map { Report.Column($0) },
      rows: rates.map { rate in fields.map { Cell(rate.value(of: $0)) } },
      line: texts.enumerated().map { $0 == 0 ? "rates: \($1)" : $1 })
  }
}
