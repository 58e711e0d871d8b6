import Foundation

/// What a feed needs from the streams of an exchange.
package struct StreamDemand: Sendable {
  /// The pairs to stream, the most important first.
  package var pairs: [Pair]
  /// Whether it is an error if the exchange streams fewer pairs at once. Otherwise the others are polled.
  package var isWhole = false
  /// Whether prices of further pairs are needed, for example as rates. They are polled.
  package var needsOthers = false
  /// The used columns of tickers. Those that a stream does not send are polled.
  package var columns: Set<Column<Ticker>>
}

extension ListFeed {
  package func demand(after poll: AnsweredPoll) -> StreamDemand {
    var query = query
    (query.conditions, query.limit, query.onlyChanges) = ([], nil, false)
    var list = ListViewModel(query, of: market.exchanges, in: currency).showing(market.requests)
    list.apply(poll)
    return StreamDemand(
      pairs: list.rows.map(\.pair), isWhole: !(market.live?.isScreen ?? true),
      needsOthers: hasTurnovers && list.rows.contains { $0.pair.quote != currency },
      columns: usedColumns)
  }
}

extension PriceFeed {
  package func demand(after poll: AnsweredPoll) -> StreamDemand {
    var rows = PolledExchanges<[Ticker]>(market.exchanges)
    rows.apply([poll])
    let requested = RequestedRows(market.requests, names: rows.names)
    let pairs = (poll.answer?.value ?? []).filter { requested.contains($0.pair, on: $0.exchange) }
      .byTurnover
    return StreamDemand(
      pairs: pairs,
      needsOthers: market.requests.contains(where: \.pair.isCoin)
        || hasTurnovers && pairs.contains { $0.quote != currency },
      columns: tickerColumns.union([Ticker.Columns.last]))
  }
}

extension CoinsFeed {
  package func demand(after poll: AnsweredPoll) -> StreamDemand {
    var model = model
    model.apply(poll)
    let coins = Set(model.rows.map(\.code))
    let pairs = (poll.answer?.value ?? []).filter { coins.contains($0.pair.base ?? "") }.byTurnover
    return StreamDemand(
      pairs: pairs, needsOthers: true,
      columns: [Ticker.Columns.last, Ticker.Columns.volume, Ticker.Columns.percent])
  }
}

extension HoldingsFeed {
  package func demand(after poll: AnsweredPoll) -> StreamDemand {
    let pairs = poll.answer?.value.map(\.pair) ?? []
    let held = Set(poll.exchange.map(portfolio.pairs) ?? [])
    return StreamDemand(
      pairs: pairs.filter(held.contains) + pairs.filter { !held.contains($0) },
      columns: [Ticker.Columns.last, Ticker.Columns.percent])
  }
}

extension [Ticker] {
  /// The pairs, the largest turnover in their own quote currency first.
  fileprivate var byTurnover: [Pair] {
    sorted { ($0.notional ?? -1, $1.pair) > ($1.notional ?? -1, $0.pair) }.map(\.pair)
  }
}
