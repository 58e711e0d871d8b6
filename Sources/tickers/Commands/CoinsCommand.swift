import Arguments
import MarketCore
import Reports

enum CoinsCommand {
  static let declaration = Command(
    "coins", otherNames: ["coin", "currencies"],
    summary: "List coins over the requested exchanges: price, 24-hour change, turnover",
    details: [
      "The price of a coin is the median of its pairs on all requested exchanges, converted to --in "
        + "and weighted by turnover; so is its change, over 24 hours where an exchange sends that. Pairs "
        + "without volume, without a price, or without an exchange rate do not count. Fiat currencies "
        + "and the currency of --in are listed only if named.",
      "Polls until interrupted; updates in place on a terminal, prints a table per poll otherwise.",
    ],
    operand: .coins,
    options: RowOptions<Coin>.options
      + [ListCommand.changes, CurrencyOption.ofTurnover.option, TrendSource.option.option]
      + FormatOptions<Coin>.options(Format.allCases, hasTemplate: true)
      + [Condition<Coin>.until.option] + AlertOptions<Coin>.options + CommandContext.options,
    fields: [Coin.fieldList("Fields")],
    examples: [
      .init("tickers coins -e all", "The market, over all exchanges"),
      .init("tickers coins btc eth --in EUR -e all --once", "Two coins in euros"),
      .init(
        "tickers coins -e all --where 'exchanges > 1' --sort gap_bp --once",
        "Coins whose prices differ most between exchanges"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let rows = try RowOptions<Coin>(invocation)
    var query = rows.sortedQuery
    query.onlyChanges = invocation.has(ListCommand.changes)
    let coins = try invocation.coins()
    let currency = try invocation.turnoverCurrency()
    let (output, help) = try FormatOptions<Coin>.read(invocation, formats: Format.allCases)
    let trend = try invocation.value(of: TrendSource.option) ?? .polls
    let until = try invocation.value(of: Condition<Coin>.until)
    let alerts = try AlertOptions<Coin>(invocation)
    let context = try CommandContext(
      invocation, in: world, polls: true, hasCondition: until != nil,
      isOnePoll: output.format == .openmetrics, pairs: coins)
    let codes = coins.map(\.pair.symbol)
    let marks = output.isTable || output.template != nil
    let makeJob: ListScreen<CoinsViewModel>.MakeJob = { query, columns in
      let used = query.usedNames(until: until, alerts, columns)
      var details = TickerDetails(names: used.contains("name"), quotes: false)
      details.filters = query.filters
      return PollJob(
        context: context,
        viewModel: CoinsViewModel(
          query, of: context.exchanges, in: currency, codes: codes.isEmpty ? nil : Set(codes)),
        fetch: { [details] client in
          await client.tickers(including: coins.map(\.pair), details: details)
        },
        request: used.intersection(["name"]).union(query.filters.needingNames),
        condition: until?.holds(),
        alerts: alerts,
        notices: { list, context in
          let rates = context.missingRates(to: currency, isMissing: list.summary.lacksRates)
          // Without the coins of a failed exchange none is known to be missing.
          let others = list.sources.failure == nil ? list.notices : []
          return (rates.isEmpty ? others : rates)
            + (used.contains("percent")
              ? context.percentNotices(of: list, columns, hasMarks: marks) : [])
        })
    }
    if let help = rows.help ?? help { return { world.print(help) } }
    return { [query] in
      await makeJob(query, Layout(output).columns).run(
        output, name: "coins", trend: trend, makeJob: makeJob,
        rates: { $0.summary.rates(of: $0.rows) })
    }
  }
}

extension CommandContext {
  /// The notice that changes of coins are since 00:00 UTC, as in a list; else about the exchanges without
  /// which changes over 24 hours are computed.
  fileprivate func percentNotices(
    of list: CoinsViewModel, _ columns: [Column<Coin>], hasMarks: Bool
  ) -> [String] {
    let notices = changeReferenceNotices(
      on: list.summary.pairsSinceMidnight(of: list.rows), of: list, columns: columns,
      hasMarks: hasMarks)
    return notices.isEmpty
      ? percentNotices(without: list.summary.exchangesWithoutDayAgo) : notices
  }

  /// The notice about the exchanges whose changes are not over 24 hours, in the percent of coins.
  func percentNotices(without excluded: Set<ExchangeID?>) -> [String] {
    let titles = exchanges.filter(excluded.contains).map(title)
    return titles.isEmpty
      ? [] : ["percent without \(titles.joined(separator: ", ")): changes are since 00:00 UTC"]
  }
}
