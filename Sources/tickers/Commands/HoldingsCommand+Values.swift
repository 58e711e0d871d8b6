import Arguments
import Foundation
import MarketCore
import Reports

extension HoldingsCommand {
  /// Values over time: `holdings --from`.
  static func prepareValues(
    _ invocation: Invocation, _ currency: String?, in world: World
  ) throws(UsageError) -> Run {
    let rowOptions = try RowOptions<PortfolioValue>(invocation)
    let (output, help) = try FormatOptions<PortfolioValue>.read(invocation)
    let period = try HoldingsOptions.period(invocation)
    let settings = try CommandContext(
      invocation, in: world, polls: false, isOnePoll: true,
      home: { $0.info.offersHistory(period) })
    if let help { return { world.print(help) } }
    let now = settings.world.date()
    guard let range = try HoldingsOptions.range(invocation, now: now) else { return { .success } }
    let place = try HoldingsPlace(invocation.operands.first, environment: world.environment)
    let query = rowOptions.sortedQuery
    let hidesAmounts = invocation.has(HoldingsOptions.hideAmounts)
    let isChart = invocation.has(HoldingsOptions.chart)
    return { [output] in
      await run(
        place, currency, pastPeriod: period, isPast: true, until: range.lastEnd(now: now),
        hidesAmounts: hidesAmounts, settings
      ) {
        portfolio, file, context in
        // Two codes can mean the same currency.
        let names =
          portfolio.currencies().count > 1
          ? await portfolio.everydayNames(from: context.traced.clients) : [:]
        let currencies = portfolio.currencies(under: names).map { $0 ?? "–" }
        if currencies.count > 1 {
          return context.world.failure(
            UsageError(
              "--from requires --in: holdings are in \(currencies.joined(separator: ", "))"))
        }
        // Without any exchange that has the period, no value is known.
        if let client = context.clients.first, !portfolio.exchanges.isEmpty,
          !context.clients.contains(where: { $0.exchange.info.offersHistory(period) })
        {
          do throws(UsageError) { try period.check(client.exchange, in: world) } catch {
            return world.failure(error)
          }
        }
        let past = PastPortfolio(portfolio, in: range, context) { client, pair, now in
          await client.candleRows(of: pair, range, now: now, clock: context.world.clock) {
            context.showProgress(
              $0, of: $1, "candles", of: Listing(exchange: client.exchange.id, pair: pair))
          }
        }
        let footer = { @Sendable (model: ValueHistoryViewModel) in
          [Report.Member.rates(model.summary.rates, line: model.summary.rates.line)]
        }
        let job = PollJob(
          context: context, viewModel: ValueHistoryViewModel(portfolio, query, in: range, now: now),
          fetch: { await past.candles(from: $0) }, hasOwnTries: true,
          notices: { model, context in
            let failed = model.freshness.phase != .loaded || past.lacksRates
            return model.notices + file.notices
              + portfolio.notices(
                rates: model.summary.rates, unconverted: failed ? [] : model.summary.unconverted,
                isRounded: model.summary.isRounded, context)
          },
          failureSentence: { file.sentence(on: $0, of: $1, past, in: context) },
          showsWithoutAnswer: true)
        guard !portfolio.holdings.isEmpty else {
          return file.printNoHoldings(job.viewModel, output, footer(job.viewModel), in: context)
        }
        if isChart {
          let chart = CandleChart(
            looks: context.looks, hasHeader: output.hasHeader, timeZone: world.timeZone(),
            hidesPrices: hidesAmounts, heading: "VALUE")
          return await job.print { model, _ in chart.text(of: model, range.period) }
        }
        return await job.run(
          output, name: PortfolioValue.noun.many, makeJob: { _, _ in job }, namesEachSource: true,
          hidesAmounts: hidesAmounts, footer: footer)
      }
    }
  }
}
