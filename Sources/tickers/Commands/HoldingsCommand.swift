import Arguments
import Foundation
import MarketCore
import Reports
import Screens

enum HoldingsCommand {
  static let declaration = Command(
    "holdings", otherNames: ["portfolio", "balance", "assets", "worth", "positions"],
    summary: "Show portfolio value, profit and loss",
    details: [
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise."
    ],
    operand: Operand(
      "FILE", 0...Int.max,
      help: "Holdings file, an account each; - is stdin (default: TICKERS_HOLDINGS, else "
        + "~/.config/tickers/holdings.csv)", candidates: .file),
    options: HoldingsOptions.options
      + RowOptions<HoldingRow>.holdingOptions
      .accepting(valuesOf: RowOptions<HoldingTotal>.holdingOptions)
      + RowsLook.options
      + FormatOptions<HoldingRow>.options(
        Format.ofTotals, orOf: HoldingTotal.self, hasTemplate: true)
      + Watch<HoldingRow>.options.accepting(valuesOf: Watch<HoldingTotal>.options)
      + LiveOptions.options + Session.options,
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
    let valuing = try HoldingsOptions.valuing(invocation)
    if invocation.has(HoldingsOptions.check) {
      return try prepareCheck(invocation, valuing, in: world)
    }
    if invocation.has(HoldingsOptions.from.option) {
      return try prepareValues(invocation, valuing, in: world)
    }
    try HoldingsOptions.checkRange(invocation)
    if try invocation.value(of: HoldingsOptions.by) == .account {
      return try prepare(invocation, valuing, in: world, rows: \.accountTotals)
    }
    return invocation.has(HoldingsOptions.total)
      ? try prepare(invocation, valuing, in: world, rows: \.totals)
      : try prepare(invocation, valuing, in: world, rows: \.rows)
  }

  /// Prints the trades as they were read.
  private static func prepareCheck(
    _ invocation: Invocation, _ valuing: HoldingsOptions.Valuing, in world: World
  ) throws(UsageError) -> Run {
    let session = try Session(invocation, in: world, .single, hasScreen: false)
    let market = try session.defaultMarket(of: invocation.command) { _ in true }
    let options = try HoldingsOptions(invocation, valuing, isPast: false, in: world)
    return {
      do throws(ExitStatus) {
        let input = try options.input(defaultExchange: market.exchanges[0], in: world)
        let group = Layout(Trade.columns).group("trades", input.trades)
        let text = Output<Trade>(.csv).text(
          of: Report(groups: [group]), isFirst: true, session.voice.looks)
        return session.print(text, input.notices)
      } catch {
        return error
      }
    }
  }

  private static func prepare<Row: ListRow & TableRow>(
    _ invocation: Invocation, _ valuing: HoldingsOptions.Valuing, in world: World,
    rows: any KeyPath<Valuation, [Row]> & Sendable
  ) throws(UsageError) -> Run {
    let rowOptions = try RowOptions<Row>(invocation)
    let (output, help) = try FormatOptions<Row>.read(invocation, formats: Format.ofTotals)
    if output.isStatusBar, Row.style.statusBar.isEmpty {
      throw UsageError("--format waybar requires --total", of: "format", "total")
    }
    let look = try RowsLook(invocation)
    let watch = try Watch<Row>(invocation)
    let isPast = invocation.has(HoldingsOptions.at.option)
    let session = try Session(
      invocation, in: world, isPast ? .single : .endless, waits: watch.until != nil,
      hasScreen: output.isTable)
    let defaultMarket = try session.defaultMarket(of: invocation.command) {
      !isPast || $0.info.offersHistory(nil)
    }
    if let help { return { world.print(help) } }
    let moment = try HoldingsOptions.at.moment(invocation, now: defaultMarket.now())
    let options = try HoldingsOptions(invocation, valuing, isPast: isPast, in: world)
    var query = rowOptions.sortedQuery
    if invocation.has(HoldingsOptions.by.option) { query.group = Row.style.group }
    let hasTotals = ![HoldingsOptions.total, HoldingsOptions.by.option].contains(
      where: invocation.has)
    return { [query] in
      let isOneShot = session.pace.isOneShot
      let start = moment?.lastTrade ?? defaultMarket.now()
      do throws(ExitStatus) {
        let (market, portfolio, input) = try options.read(
          defaultMarket, at: start...(isOneShot ? start : .distantFuture), in: session)
        var feed = HoldingsFeed(
          market, portfolio, of: input, showing: rows, query, at: moment?.time)
        feed.watch = watch
        feed.end = isOneShot ? start : nil
        feed.hasTotals = hasTotals
        feed.showsChanges = output.isTable || output.format == .json
        if portfolio.trades.isEmpty { return session.printNoHoldings(of: feed, output) }
        return await session.run(
          feed, output, look: look, hidesAmounts: options.hidesAmounts)
      } catch {
        return error
      }
    }
  }

  private static func prepareValues(
    _ invocation: Invocation, _ valuing: HoldingsOptions.Valuing, in world: World
  ) throws(UsageError) -> Run {
    let rowOptions = try RowOptions<PortfolioValue>(invocation)
    let (output, help) = try FormatOptions<PortfolioValue>.read(invocation)
    let period = try HoldingsOptions.period(invocation)
    let session = try Session(invocation, in: world, .single, hasScreen: false)
    let defaultMarket = try session.defaultMarket(of: invocation.command) {
      $0.info.offersHistory(period)
    }
    if let help { return { world.print(help) } }
    let now = defaultMarket.now()
    guard let range = try HoldingsOptions.range(invocation, now: now) else { return { .success } }
    let options = try HoldingsOptions(invocation, valuing, isPast: true, period: period, in: world)
    let query = rowOptions.sortedQuery
    let isChart = invocation.has(HoldingsOptions.chart)
    return {
      do throws(ExitStatus) {
        let (market, portfolio, input) = try options.read(
          defaultMarket, at: range.times(now: now), in: session)
        try await check(portfolio, on: market, period, in: world)
        let feed = ValuesFeed(market, portfolio, of: input, query, in: range, now: now)
        if portfolio.trades.isEmpty { return session.printNoHoldings(of: feed, output) }
        guard isChart else {
          return await session.run(feed, output, hidesAmounts: options.hidesAmounts)
        }
        let chart = CandleChart(
          looks: session.voice.looks, hasHeader: output.hasHeader, timeZone: world.timeZone(),
          hidesPrices: options.hidesAmounts, heading: "VALUE")
        return await session.print(feed) { model, _ in chart.text(of: model, period) }
      } catch {
        return error
      }
    }
  }

  /// Writes a message and throws if values would have several currencies, or if no exchange offers the
  /// period.
  private static func check(
    _ portfolio: Portfolio, on market: Market, _ period: Period, in world: World
  ) async throws(ExitStatus) {
    // Two codes can mean the same currency, such as XBT and BTC. Then only one everyday name remains.
    let names =
      portfolio.currencies().count > 1
      ? await portfolio.everydayNames(from: market.clients) : [:]
    let currencies = portfolio.currencies(under: names).map { $0 ?? "–" }
    do throws(UsageError) {
      if currencies.count > 1 {
        throw UsageError(
          "--from requires --in: holdings are in \(currencies.joined(separator: ", "))")
      }
      if !portfolio.exchanges.isEmpty,
        !market.clients.contains(where: { $0.exchange.info.offersHistory(period) })
      {
        try period.check(market.clients[0].exchange, in: world)
      }
    } catch {
      throw world.failure(error)
    }
  }
}

extension Session {
  /// Prints the output for files without trades, and notices; returns the exit status.
  fileprivate func printNoHoldings<SomeFeed: PortfolioFeed>(
    of feed: SomeFeed, _ output: Output<SomeFeed.Row>
  ) -> ExitStatus where SomeFeed.Row: TableRow {
    let text = output.text(of: PollState(feed, at: pace), Layout(output), voice.looks)
    return print(text, feed.input.notices)
  }

  /// Prints a text and then the notices; returns the exit status.
  fileprivate func print(_ text: String, _ notices: [String]) -> ExitStatus {
    if let status = world.write(text) { return status }
    for notice in notices { voice.notice(notice) }
    return .success
  }
}
