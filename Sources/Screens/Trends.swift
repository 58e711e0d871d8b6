import Foundation
import MarketCore
import Reports
import Terminal

/// Collects values of rows, such as prices, from polls or from candles, and draws them as sparklines.
struct Trends: Sendable {
  static let heading = "TREND"
  /// The width that a trend needs beside a table, including the gap, in cells.
  static let minimumWidth = TextTable.gap.count + heading.count

  private let kind: TrendKind
  /// The values in the last polls, at most 16 of each pair, by exchange and pair; `nil` for an unknown value.
  private var values: [ExchangeID?: [Pair: [Decimal?]]] = [:]
  /// The round of polls (beat) of the newest values, if all rows are computed together after each poll.
  private var beat: Int?
  private var lastAppending: ContinuousClock.Instant?
  /// The closes of candles, oldest first, and the time of the next request. The closes are empty after a
  /// failure, or if none is known; the time is `nil` after a permanent failure.
  private var series: [Listing: (closes: [Double?], next: ContinuousClock.Instant?)] = [:]
  /// The end of the pause after a failure, by exchange.
  private var pauses: [ExchangeID?: ContinuousClock.Instant] = [:]

  init(of kind: TrendKind) { self.kind = kind }

  /// Removes all collected values, because the next poll does not follow the last one.
  mutating func forget() { self = Trends(of: kind) }

  /// Appends the values in polls that `list` has applied, unless the last values are younger than `spacing`.
  /// Without effect on trends from candles.
  mutating func append<SomeFeed: RowsFeed>(
    _ polls: [SomeFeed.AnsweredPoll], of _: SomeFeed.Type, to list: SomeFeed.Model,
    at now: ContinuousClock.Instant, spacing: Duration
  ) {
    guard kind == .polls, lastAppending.map({ now - $0 >= spacing }) ?? true else { return }
    if spacing > .zero, polls.contains(where: { $0.answer != nil }) { lastAppending = now }
    if !SomeFeed.isSummary {
      for poll in polls {
        if let answer = poll.answer { append(answer, of: poll.exchange) }
      }
    } else if polls.contains(where: { $0.answer != nil }) {
      append(list.elements, inBeat: list.polled.beat)
    }
  }

  private mutating func append<Element: ListRow>(
    _ answer: Answer<[Element]>, of exchange: ExchangeID?
  ) {
    guard let column = Element.highlightedColumn else { return }
    var values = self.values.removeValue(forKey: exchange) ?? [:]
    for element in answer.value {
      let value = column.value(of: element, asOf: answer.asOf).number
      Self.append(value, to: &values[element.pair, default: []])
    }
    // Every pair of the answer has values now. Any further pairs are not in the answer.
    if values.count > answer.value.count {
      let listed = Set(answer.value.map(\.pair))
      values = values.filter { listed.contains($0.key) }
    }
    self.values[exchange] = values
  }

  /// Appends the value of each row, or replaces its last value if that is from the same beat. Trends of
  /// other rows are dropped.
  private mutating func append<Row: ListRow>(_ rows: [Row], inBeat beat: Int) {
    guard let column = Row.highlightedColumn else { return }
    let isSameBeat = beat == self.beat
    values = rows.reduce(into: [:]) { new, row in
      let value = column.value(of: row, asOf: .distantPast).number
      var trend = values[row.exchange]?[row.pair] ?? []
      if isSameBeat { _ = trend.popLast() }
      Self.append(value, to: &trend)
      new[row.exchange, default: [:]][row.pair] = trend
    }
    self.beat = beat
  }

  private static func append(_ value: Decimal?, to trend: inout [Decimal?]) {
    if trend.count == 16 { trend.removeFirst() }
    trend.append(value)
  }

  /// Returns the next request for the candles of a row, first for new rows; `nil` if no request is due.
  func request(
    for rows: [some ListRow], from clients: [MarketClient], at now: ContinuousClock.Instant
  ) -> CandleRequest? {
    guard kind != .polls else { return nil }
    let possible = rows.compactMap { row -> CandleRequest? in
      guard let listing = row.historyMarket, pauses[listing.exchange].map({ $0 <= now }) ?? true,
        let client = clients.client(of: listing.exchange)
      else { return nil }
      return kind.candles(on: client.exchange.info).map {
        CandleRequest(of: listing, $0, count: $1)
      }
    }
    let due = possible.compactMap { request in
      series[request.listing]?.next.flatMap { $0 <= now ? (request, time: $0) : nil }
    }
    return possible.first { series[$0.listing] == nil } ?? due.min { $0.time < $1.time }?.0
  }

  /// Applies the candles of a request, or its failure. After a temporary failure, no trend is requested from
  /// the exchange for `pause`, or for longer if the exchange demands it.
  mutating func apply(
    _ result: CandleRequest.Result, of request: CandleRequest, at now: ContinuousClock.Instant,
    pause: Duration
  ) {
    let listing = request.listing
    switch result {
    case .success(let answer):
      let closes = answer.value.closes(of: request.count, request.period, upTo: answer.asOf)
        .map { $0?.approximate }
      let isKnown = closes.contains { $0 != nil }
      series[listing] = (isKnown ? closes : [], now + .seconds(request.period.seconds))
    case .failure(let error) where error.isPermanent: series[listing] = ([], nil)
    case .failure(let error):
      let end = now + error.pause(atLeast: pause)
      series[listing] = ([], end)
      pauses[listing.exchange] = end
    }
  }

  /// Returns the place right of a table; `nil` if it is too small, or while trends of polls are too short.
  func column(beside table: TableRenderer.Table, width: Int) -> (start: Int, length: Int)? {
    let start = table.width + TextTable.gap.count
    let isWorthwhile =
      kind != .polls || values.values.contains { $0.values.contains { $0.count > 1 } }
    return isWorthwhile && width - start >= Self.heading.count ? (start, width - start) : nil
  }

  func text<Row: ListRow>(of row: Row, length: Int, in charset: Charset) -> String {
    if kind == .polls {
      let values = values[row.exchange]?[row.pair] ?? []
      return BlockGraphics.sparkline(values.suffix(length).map { $0?.approximate }, in: charset)
    }
    let closes = row.historyMarket.flatMap { series[$0]?.closes } ?? []
    if closes.isEmpty { return "" }
    return BlockGraphics.sparkline(
      closes + [row.historyPrice?.approximate], width: length, in: charset)
  }
}

extension FieldValue {
  fileprivate var number: Decimal? { if case .number(let number) = self { number } else { nil } }
}
