import Foundation
import MarketCore
import Reports

extension HistoryCommand {
  /// The fetch of candles, in the currency of the options: as many as a chart can show, unless their number
  /// was chosen.
  ///
  /// - Parameter known: earlier output, whose candles are not fetched again.
  static func fetch(
    _ options: HistoryOptions, from source: HistoryFetch<CandleRow>, in context: CommandContext,
    isScreen: Bool, after known: PriceFile? = nil
  ) -> PollJob<ListViewModel<CandleRow>>.Fetch {
    let (world, period, clients) = (context.world, options.period, context.historyClients)
    return { client in
      let fitting = CandleChart.capacity(of: context.looks.terminal())
      // A screen can become larger, and its table has room for more.
      let capacity = isScreen ? max(fitting, 240) : options.isChart ? fitting : nil
      let now = world.date()
      let usual = options.range(now: now, capacity: capacity)
      func rows(
        of pair: Pair, in range: HistoryRange, from client: MarketClient, isOneOfSeveral: Bool
      ) async -> Result<Answer<[CandleRow]>, MarketError> {
        let listing = Listing(exchange: client.exchange.id, pair: pair)
        return await client.candleRows(of: pair, range, now: now, clock: world.clock) {
          guard !isScreen else { return }
          context.showProgress($0, of: $1, "candles", of: isOneOfSeveral ? listing : nil)
        }
      }
      let isSeveral = source.requests.count > 1
      let result = await source(client, period.rawValue) {
        $0.info.periods.contains(period)
      } _: { client, pair in
        guard let newest = await known?.newest(pair, in: options.currency, on: client) else {
          return await rows(of: pair, in: usual, from: client, isOneOfSeveral: isSeveral)
        }
        var (range, canHaveRows) = options.range(after: newest, now: now)
        // A candidate is chosen by an answer.
        if !canHaveRows, context.candidates.isEmpty {
          return .success(Answer([], asOf: now, source: client.source))
        }
        let result = await rows(of: pair, in: range, from: client, isOneOfSeveral: isSeveral)
        guard options.fillsGaps, case .success(let answer) = result,
          answer.value.first.map({ $0.candle.time >= period.start(2, after: newest) }) ?? true
        else { return result }
        // The gap that the file ends with is longer than the periods before it that were requested.
        range.lookback = 1_000
        return await rows(of: pair, in: range, from: client, isOneOfSeveral: isSeveral)
      }
      guard let currency = options.currency, case .success(let answer) = result,
        let first = answer.value.map(\.candle.time).min()
      else { return result }
      let rateRange = HistoryRange(period, count: nil, from: first, to: usual.end, now: now)
      var rates = PastRates(to: currency, from: clients, isOwnOnly: true) { client, pair in
        await rows(of: pair, in: rateRange, from: client, isOneOfSeveral: true)
      }
      return .success(await rates.converted(answer))
    }
  }
}

extension PriceFile {
  /// The newest time of a pair that may be in the exchange's own codes, with its prices in a currency.
  fileprivate func newest(
    _ pair: Pair, in currency: String?, on client: MarketClient
  ) async -> Date? {
    let (name, id) = (await client.everydayName(of: pair), client.exchange.id)
    return newest(name, in: currency, on: id) ?? newest(pair, in: currency, on: id)
  }
}
