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
      + RowOptions<HoldingRow>.holdingOptions
      .accepting(valuesOf: RowOptions<HoldingTotal>.holdingOptions)
      + FormatOptions<HoldingRow>.options(orOf: HoldingTotal.self, hasTemplate: true)
      + UntilOption<HoldingRow>.options
      .accepting(valuesOf: UntilOption<HoldingTotal>.options) + Session.options,
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

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let options = try HoldingsOptions(invocation)
    return options.isTotal
      ? try prepare(
        invocation, options, world, name: "totals", rows: \.totals,
        sortedBy: HoldingTotal.column("quote"))
      : try prepare(
        invocation, options, world, name: "holdings", rows: \.rows,
        sortedBy: HoldingRow.column("symbol"))
  }

  private static func prepare<Row: ListRow>(
    _ invocation: Invocation, _ options: HoldingsOptions, _ world: World, name: String,
    rows: any KeyPath<Valuation, [Row]> & Sendable, sortedBy column: Column<Row>
  ) throws(UsageError) -> Run {
    let rowOptions = try RowOptions<Row>(invocation)
    let output = try FormatOptions<Row>(invocation)
    let until = try UntilOption<Row>(invocation)
    let settings = try Session(
      invocation, in: world, polls: true, hasCondition: until.condition != nil,
      fitting: { _ in true }, isForLater: true)
    if let help = output.help { return { world.write(help) ?? .success } }
    let place = try HoldingsPlace(invocation.operands.first, environment: world.environment)
    let query = rowOptions.query(sortedBy: column)
    let columns = rowOptions.usedColumns.union(until.usedColumns).union(Layout(output).columns)
    let used = Set(columns.map(\.name))
    return {
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try place.read(from: world.files)
      } catch {
        for line in [error.reason] + place.introduction { world.say(line) }
        return .noInput
      }
      let home = settings.client.exchange.id
      let file = HoldingsFile(bytes, home: home, exchanges: world.exchanges)
      guard file.errors.isEmpty else {
        world.say(errors: file.errors, in: place.title)
        return .data
      }
      let portfolio = Portfolio(file.holdings.byExchange, in: options.currency, home: home)
      let session: Session
      do throws(UsageError) {
        let exchanges = portfolio.exchanges
        session = exchanges.isEmpty ? settings : try settings.asking(exchanges)
      } catch {
        for line in error.lines { world.say(line) }
        return .usage
      }
      let viewModel = PortfolioViewModel(portfolio, showing: rows, query)
      let footer = { @Sendable (model: PortfolioViewModel<Row>) in
        model.valuation.footer(hasTotals: !options.isTotal, isTable: output.isTable)
      }
      let fileNotices = file.notices(place.title)
      guard !portfolio.holdings.isEmpty else {
        let report = Layout(output).report(viewModel, name: name, footer: footer)
        let text = output.renderer(TextLooks(of: session)).text(of: report, isFirst: true)
        if let status = world.write(text) { return status }
        for notice in ["no holdings in \(place.title)"] + fileNotices { session.notice(notice) }
        return .success
      }
      // Tables and json have totals, with the changes of a day.
      let usesChange =
        output.isTable || output.format == .json
        || !used.isDisjoint(with: ["day_change", "percent"])
      let details = TickerDetails(names: used.contains("name"), quotes: false)
      let job = PollJob(
        session: session, viewModel: viewModel,
        fetch: { await portfolio.tickers(from: $0, details: details, now: session.now) },
        condition: until.holds(),
        notices: { model, session in
          model.notices
            + (usesChange
              ? session.changeReferenceNotices(on: model.valuation.rows, of: model, in: output)
              : [])
            + model.valueNotices(session) + fileNotices
        },
        failureSentence: { failure, exchange in
          guard case .unknownSymbol(let symbol, _) = failure else { return nil }
          let line = file.lines[Listing(exchange: exchange, pair: Pair(symbol: symbol))]
          return (line.map { "\(place.title):\($0): " } ?? "")
            + failure.sentence(on: [session.title(of: exchange)])
        },
        showsWithoutAnswer: true)
      return await job.run(output, name: name, footer: footer)
    }
  }
}

extension World {
  /// Writes the first invalid lines of a file, and the number of the others.
  fileprivate func say(errors: [(line: Int, reason: String)], in title: String) {
    for error in errors.prefix(Self.shownErrors) { say("\(title):\(error.line): \(error.reason)") }
    let more = errors.count - Self.shownErrors
    if more > 0 { say("\(title): \(more) more invalid lines") }
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

extension PortfolioViewModel {
  /// The notices about coins without a currency, missing rates and lost digits.
  fileprivate func valueNotices(_ session: Session) -> [String] {
    var notices: [String] = []
    let coins = portfolio.currency == nil ? portfolio.holdings.filter(\.isCoin) : []
    if !coins.isEmpty {
      let pairs = coins.map { "\($0.pair)-USD" }.joined(separator: ", ")
      notices.append("write \(pairs), or use --in USD")
    }
    // Without the rates of a failed exchange none is known to be missing.
    if freshness.phase == .loaded, let currency = portfolio.currency {
      let titles = session.exchanges.map(session.title).joined(separator: ", ")
      let missing = Dictionary(grouping: valuation.unconverted) { $0.quote ?? "" }
      notices += missing.sorted { $0.key < $1.key }.map { quote, holdings in
        let symbols = holdings.map(\.pair.symbol).joined(separator: ", ")
        return "* without \(symbols): no exchange rate \(quote)→\(currency) on \(titles)"
      }
    }
    return notices
      + (valuation.isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }
}

extension Valuation {
  /// The totals, which a table has below the holdings, and the rates, which it has as a line.
  fileprivate func footer(hasTotals: Bool, isTable: Bool) -> [Report.Member] {
    let layout = Layout(HoldingTotal.columns, omitsZeros: isTable).of(totals)
    var rates = Layout(ConversionRate.columns).group("rates", self.rates)
    rates.line = self.rates.enumerated().map { index, rate in
      let price = NumberFormat.money(rate.rate, in: rate.pair.quote)
      return (index == 0 ? "rates: " : "") + "\(rate.pair) \(price) (\(rate.exchange))"
    }
    return (hasTotals ? [.rows(layout.group("totals", totals))] : []) + [.rows(rates)]
  }
}
