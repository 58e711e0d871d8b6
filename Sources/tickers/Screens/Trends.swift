import Foundation
import MarketCore
import Reports
import Terminal

/// The highlighted numbers of rows over time, drawn as small pictures: those of the last polls, or
/// candles.
struct Trends: Sendable {
  static let heading = "TREND"
  /// The columns that a trend needs beside a table.
  static let minimumWidth = TextTable.gap.count + heading.count

  let source: TrendSource
  /// The numbers of up to 16 polls, by exchange and pair.
  private var values: [ExchangeID?: [Pair: [Decimal?]]] = [:]
  /// The beat of the newest of them, where rows are computed from several answers.
  private var beat: Int?
  private var candles = CandleTrends()

  init(of source: TrendSource) { self.source = source }

  /// Appends an answer of an exchange; pairs that it does not list any more are forgotten.
  mutating func append<Element: ListRow>(_ answer: Answer<[Element]>, of exchange: ExchangeID?) {
    guard source == .polls, let column = Element.highlightedColumn else { return }
    var values = self.values.removeValue(forKey: exchange) ?? [:]
    for element in answer.value {
      let value = column.value(of: element, asOf: answer.asOf).number
      Self.append(value, to: &values[element.pair, default: []])
    }
    // The pairs of the answer are all there: any more are gone.
    if values.count > answer.value.count {
      let listed = Set(answer.value.map(\.pair))
      values = values.filter { listed.contains($0.key) }
    }
    self.values[exchange] = values
  }

  /// Appends all rows, computed from the answers of a beat; further ones of the beat replace them.
  mutating func append<Row: ListRow>(_ rows: [Row], inBeat beat: Int) {
    guard source == .polls, let column = Row.highlightedColumn else { return }
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

  /// The next request for candles that rows lack at a time; `nil` for none.
  func request(
    for rows: [some ListRow], in context: CommandContext, at now: ContinuousClock.Instant
  ) -> TrendRequest? {
    guard source != .polls else { return nil }
    let requests = rows.compactMap { row -> TrendRequest? in
      guard let listing = row.historyMarket,
        let client = context.clients.first(where: { $0.exchange.id == listing.exchange })
      else { return nil }
      return source.candles(on: client.exchange.info).map {
        TrendRequest(listing: listing, period: $0, count: $1)
      }
    }
    return candles.next(of: requests, at: now)
  }

  /// Takes the candles of a request, or its failure.
  mutating func apply(
    _ result: TrendRequest.Result, of request: TrendRequest, at now: ContinuousClock.Instant,
    pause: Duration
  ) {
    candles.apply(result, of: request, at: now, pause: pause)
  }

  /// The columns right of a table; `nil` where the heading does not fit, or before the second poll.
  func column(beside table: TableRenderer.Table, width: Int) -> (start: Int, length: Int)? {
    let start = table.width + TextTable.gap.count
    let isWorthwhile =
      source != .polls || values.values.contains { $0.values.contains { $0.count > 1 } }
    return isWorthwhile && width - start >= Self.heading.count ? (start, width - start) : nil
  }

  func text<Row: ListRow>(of row: Row, length: Int, in charset: Charset) -> String {
    if source == .polls {
      let values = values[row.exchange]?[row.pair] ?? []
      return BlockGraphics.sparkline(values.suffix(length).map { $0?.approximate }, in: charset)
    }
    let closes = row.historyMarket.map(candles.closes) ?? []
    if closes.isEmpty { return "" }
    return BlockGraphics.sparkline(
      closes + [row.historyPrice?.approximate], width: length, in: charset)
  }
}

/// The candles of trends, which are requested again after one period. After a failure nothing is
/// requested of that exchange for a while.
private struct CandleTrends: Sendable {
  private struct Series {
    /// Oldest first; empty after a failure, and if none is known.
    let closes: [Double?]
    /// The time of the next request; `nil` for none.
    let next: ContinuousClock.Instant?
  }

  private var series: [Listing: Series] = [:]
  /// The end of the pause of an exchange.
  private var pauses: [ExchangeID?: ContinuousClock.Instant] = [:]

  func closes(of listing: Listing) -> [Double?] { series[listing]?.closes ?? [] }

  /// The first one of a listing without candles, or else the one that has been due for the longest time.
  func next(of requests: [TrendRequest], at now: ContinuousClock.Instant) -> TrendRequest? {
    let possible = requests.filter { pauses[$0.listing.exchange].map { $0 <= now } ?? true }
    let first = possible.first { series[$0.listing] == nil }
    let due = possible.compactMap { request in
      series[request.listing]?.next.flatMap { $0 <= now ? (request, time: $0) : nil }
    }
    return first ?? due.min { $0.time < $1.time }?.0
  }

  /// - Parameter pause: the pause after a failure, unless the exchange sends a longer one.
  mutating func apply(
    _ result: TrendRequest.Result, of request: TrendRequest, at now: ContinuousClock.Instant,
    pause: Duration
  ) {
    let listing = request.listing
    switch result {
    case .success(let answer):
      let closes = answer.value.closes(of: request.count, request.period, upTo: answer.asOf)
        .map { $0?.approximate }
      series[listing] = Series(
        closes: closes.contains { $0 != nil } ? closes : [],
        next: now + .seconds(request.period.seconds))
    case .failure(let error) where error.isPermanent:
      series[listing] = Series(closes: [], next: nil)
    case .failure(let error):
      let end = now + max(pause, .seconds(error.retryAfter ?? 0))
      series[listing] = Series(closes: [], next: end)
      pauses[listing.exchange] = end
    }
  }
}

/// A request for the candles of a trend: the newest ones of a pair.
struct TrendRequest: Hashable, Sendable {
  typealias Result = Swift.Result<Answer<[Candle]>, MarketError>

  let listing: Listing
  let period: Period
  let count: Int

  /// Sends it with the client of the exchange, after the requests of polls.
  func send(in context: CommandContext) async -> Result {
    guard var client = context.clients.first(where: { $0.exchange.id == listing.exchange }) else {
      return .failure(.cancelled)
    }
    client.isBackground = true
    let start = period.start(-count, after: context.world.date())
    return await client.candles(of: listing.pair, period: period, from: start)
  }
}

extension FieldValue {
  fileprivate var number: Decimal? { if case .number(let number) = self { number } else { nil } }
}
