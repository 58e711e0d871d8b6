package import Foundation
import Synchronization

/// Requests the past prices of the pairs in a portfolio, and the past rates that convert its holdings.
package final class PastPortfolio: Sendable {
  package typealias Single =
    @Sendable (MarketClient, Pair, _ now: Date) async -> Result<Answer<[CandleRow]>, MarketError>

  private let portfolio: Portfolio
  /// The clients of the exchanges that offer the history, the default exchange first.
  private let clients: [MarketClient]
  private let period: Period?
  /// The start of the range; `nil` if only one candle of each pair is requested.
  private let start: Date?
  private let fetch: HistoryFetch<CandleRow>
  private let single: Single
  private let now: @Sendable () -> Date
  private let failedRates = Mutex<Set<ExchangeID>>([])

  /// Whether rates may be missing because a request failed.
  package var lacksRates: Bool { failedRates.withLock { !$0.isEmpty } }

  /// Prepares requests of the candles of `range`; if it is `nil`, of one candle of each pair, of any
  /// period. `single` makes the requests about a pair.
  package init(
    _ portfolio: Portfolio, from clients: [MarketClient], in range: HistoryRange?,
    among exchanges: [any Exchange], now: @escaping @Sendable () -> Date,
    single: @escaping Single
  ) {
    (self.portfolio, self.single, self.now) = (portfolio, single, now)
    let period = range?.period
    (self.period, start) = (period, range?.start)
    self.clients = portfolio.clients(clients, offering: period)
    let requests: [HistoryFetch<CandleRow>.Request] = self.clients.flatMap { client in
      portfolio.pairs(on: client.exchange.id).map { ($0, client.exchange.id, []) }
    }
    fetch = HistoryFetch(requests, among: exchanges, now: now)
  }

  /// The candles of the pairs that are held on the exchange of a client, and of the rates that convert the
  /// holdings on this exchange. Holdings without an exchange belong to the default exchange.
  package func candles(from client: MarketClient) async -> Result<Answer<[CandleRow]>, MarketError>
  {
    let (now, id) = (now(), client.exchange.id)
    let result = await held(from: client, now: now)
    guard portfolio.needsRates, case .success(var answer) = result else { return result }
    // The coins and pairs may be written in the exchange's own codes (`XBT` for `BTC` on Kraken).
    let names = await portfolio.everydayNames(from: [client])
    for (typed, name) in names { answer.names[typed.pair] = name.pair }
    let conversions = portfolio.conversions(under: names)
      .filter { ($0.exchange ?? portfolio.defaultExchange) == id }
    var failures: [MarketError] = []
    var list: PairList?
    for target in conversions.map(\.target).eachOnce {
      // The first candle of a rate must begin in the first period. Otherwise the next route is tried.
      var rates = PastRates(to: target, from: clients) { [start] candles in
        start.map { candles[0].candle.time < candles[0].period.start(1, after: $0) } ?? true
      } fetch: { [single] in
        await single($0, $1, now)
      }
      for conversion in conversions where conversion.target == target {
        _ = await rates.route(from: conversion.currency, at: conversion.exchange)
      }
      list = list ?? rates.listed[id]
      answer = answer.map { $0 + rates.fetched }
      answer.warnings += rates.skipped
      failures += rates.failures
    }
    answer.failures += failures
    answer.unlistedCoins = await portfolio.unlistedCoins(on: client) {
      if let list { list } else { try? await client.listedPairs().get() }
    }
    failedRates.withLock { failed in
      if failures.isEmpty { failed.remove(id) } else { failed.insert(id) }
    }
    return .success(answer)
  }

  /// The candles of held pairs; no candles if the exchange does not offer the history.
  private func held(
    from client: MarketClient, now: Date
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    guard client.exchange.info.offersHistory(period) else {
      let pairs = portfolio.pairs(on: client.exchange.id).map(\.symbol).joined(separator: ", ")
      let feature = period.map { "candles of \($0.rawValue)" } ?? "price history"
      let note = "\(client.exchange.title) does not offer \(feature); without price: \(pairs)"
      return .success(
        Answer([], asOf: now, source: client.source, warnings: pairs.isEmpty ? [] : [.note(note)]))
    }
    return await fetch(client) { [period] in
      $0.info.offersHistory(period)
    } _: { client, pair in
      await single(client, pair, now)
    }.flatMapError { failure in
      // No held pair is listed, but the pairs of rates may be.
      failure.unlisted == nil
        ? .failure(failure)
        : .success(Answer([], asOf: now, source: client.source, failures: [failure]))
    }
  }

  /// A sentence that names the failed pairs and the failure; `nil` if no name is needed or known.
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String? {
    fetch.sentence(on: failure, of: exchange)
  }
}

extension ExchangeInfo {
  /// Whether the exchange has candles of a period; if `period` is `nil`, of any period.
  package func offersHistory(_ period: Period?) -> Bool {
    period.map(periods.contains) ?? !periods.isEmpty
  }
}

extension CandleRow {
  /// A ticker whose last price is the close of the candle, with the candle's volume.
  package var ticker: Ticker {
    var ticker = Ticker(pair: pair, open: nil, volume: candle.volume, last: candle.close)
    ticker.exchange = exchange
    return ticker
  }
}
