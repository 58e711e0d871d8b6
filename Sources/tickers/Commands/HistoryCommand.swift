import Arguments
import Foundation
import MarketCore

/// `tickers history SYMBOL`: past prices as candles.
enum HistoryCommand {
  static let declaration = Command(
    "history",
    otherNames: ["candles", "ohlc", "klines", "chart"],
    summary: "Show past prices of a pair as candles: open, high, low, close, volume",
    details: [
      "Asks once, unless --interval, --count or --until is given. Then, in a pipe, each candle is "
        + "printed when its period has ended. Times are the starts of periods, in UTC."
    ],
    operand: .symbols(.one),
    options: HistoryOptions.options + RowOptions<HistoryField>.historyOptions
      + FormatOptions<HistoryField>.options + UntilOption<HistoryField>.options + Session.options,
    fields: [HistoryField.list("Fields")],
    examples: [
      .init("tickers history BTC-USD -e kraken", "The last 30 days"),
      .init("tickers history BTC-USD -e coinbase -p 1h --from 7d -o csv", "A week of hours"),
      .init(
        "tickers history BTC-USD -e kraken --from 365d -s high:desc -o json | jq '.history[0].high'",
        "The highest price of a year"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    let output = try FormatOptions<HistoryField>(invocation)
    if let help = output.help { return world.write(help) ?? .success }
    let options = try HistoryOptions(invocation)
    try options.check(output)
    let rows = try RowOptions<HistoryField>(invocation)
    let until = try UntilOption<HistoryField>(invocation)
    let session = try Session(
      invocation, in: world, polls: false, hasCondition: until.expression != nil,
      pairs: [options.typed], fitting: { $0.offers.periods.contains(options.period) })
    for client in session.clients { try options.check(client.exchange, in: world) }

    var query = rows.query(sortedBy: .time)
    if !session.isOneShot {
      // A candle is printed when it is complete, once.
      query.onlyChanges = true
      query.conditions += [try complete()]
    }
    let fetch = HistoryFetch(
      options, candidates: session.clients.count > 1 ? session.traced.clients : [],
      clock: world.clock, now: session.now,
      progress: { count, expected in session.showProgress(count, of: expected, "candles") })
    let job = PollJob(
      session: session, viewModel: ListViewModel<CandleRow>(query), fetch: { await fetch($0) },
      condition: condition(until.expression))
    guard options.isChart else { return await ListSink(output, name: "history").print(job) }
    let chart = CandleChart(
      looks: TextLooks(of: session), hasHeader: output.hasHeader, timeZone: world.timeZone)
    return await job.print(chart.text)
  }

  /// The `--until` condition, which is about the newest candle, printed or not.
  private static func condition(
    _ expression: FieldExpression<HistoryField>?
  ) -> (@Sendable (ListViewModel<CandleRow>) -> Bool)? {
    guard let expression else { return nil }
    return { list in
      guard let newest = list.elements.max(by: { $0.candle.time < $1.candle.time }) else {
        return false
      }
      return expression.holds { list.value(of: $0, in: newest) }
    }
  }

  private static func complete() throws(UsageError) -> FieldExpression<HistoryField> {
    do {
      return try FieldExpression("complete == true")
    } catch {
      throw UsageError(error.reason)
    }
  }
}
