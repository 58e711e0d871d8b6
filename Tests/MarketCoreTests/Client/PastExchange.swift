import Foundation
import TestTools

@testable import MarketCore

/// An exchange of given pairs and candles, which keeps what was requested.
struct PastExchange: ExchangeOfCandles {
  let info: ExchangeInfo
  /// The requests in order: `pairs`, or the period of candles.
  let requested = Observed<[String]>([])
  /// The listed pairs, or the failure of their request.
  var pairs: Result<[String], MarketError> = .success([])
  /// The everyday names of pairs, or coins, in own codes.
  var names: [String: String] = [:]
  /// When candles arrive.
  var now = Date(timeIntervalSince1970: 0)
  /// Candles of a period in any order, of which a page has the newest ones.
  var candles: @Sendable (Period) -> [Candle] = { _ in [] }
  var pageSize = 1000
  /// Those of each page that has candles.
  var warnings: [Warning] = []

  /// - Parameters:
  ///   - id: the id, whose title is capitalized.
  ///   - periods: those of its history.
  ///   - depth: the number of candles per period; `nil` if unlimited.
  init(_ id: ExchangeID, periods: [Period] = [.oneHour], depth: Int? = nil) {
    info = ExchangeInfo(
      id: id, title: id.rawValue.capitalized, url: "file:///\(id.rawValue)",
      minimumPollInterval: .seconds(1)
    ) {
      ($0.periods, $0.historyDepth) = (periods, depth)
    }
  }

  /// A client of this exchange; its transport fails every request.
  var client: MarketClient {
    MarketClient(
      Transport { _ in .failure(.cancelled) }, exchange: self, timeout: .patient,
      clock: FakeClock().pollClock())
  }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    requested.change { $0.append(period.rawValue) }
    let page = candles(period).filter { $0.time < end ?? .distantFuture }
      .sorted { $0.time > $1.time }.prefix(pageSize)
    var answer = Answer(Array(page), asOf: now, source: "past")
    if !page.isEmpty { answer.warnings = warnings }
    return answer
  }

  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    requested.change { $0.append("pairs") }
    return PairList(try pairs.get().map { Pair(symbol: $0) })
  }

  func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes {
    CoinCodes(aliases: names)
  }
}

extension Candle {
  /// A candle of a close only.
  init(_ time: Date, _ close: Decimal?) {
    self.init(time: time, open: nil, high: nil, low: nil, close: close, volume: nil)
  }
}

extension Date {
  /// The moment of an ISO 8601 text, with or without a fraction of a second.
  init(_ text: String) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    self = (try? style.parse(text)) ?? .distantPast
  }
}

/// An exchange of candles alone, for tests.
protocol ExchangeOfCandles: Exchange {}

extension ExchangeOfCandles {
  func error(in response: Transport.Response) -> MarketError? { response.statusError }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> { throw .cancelled }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> { throw .cancelled }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> { throw .cancelled }
}
