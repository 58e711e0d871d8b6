public import Foundation

/// Requests the market data of an exchange in a ``RequestScope``, and parses them. Only the
/// implementation contains the exchange's paths, symbols, JSON and errors.
///
/// Pairs are in the exchange's own codes of currencies (Kraken's `LUNA`, not `LUNC`), in capital letters. A
/// ``MarketClient`` translates them with ``codes(for:in:)``. The client requests no orders and no periods
/// that ``info`` lacks.
///
/// Exchanges are part of this package, see <doc:AddingAnExchange>. Other code uses the exchanges of
/// ``Exchanges``, and makes exchanges for tests with ``StubMarket``.
public protocol Exchange: Sendable {
  var info: ExchangeInfo { get }
  /// The WebSocket streams of tickers; `nil`, the default, if there are none.
  var stream: StreamInfo? { get }
  /// The WebSocket streams of order books with at least `depth` levels per side, or with as many as possible
  /// (`nil`); `nil`, the default, if there are none.
  func bookStream(depth: Int?) -> BookStreamInfo?

  /// The error that a response reports by its status or its body; `nil` if the response reports no error.
  func error(in response: Transport.Response) -> MarketError?

  /// The tickers of some pairs or of all pairs (`nil`), in any order. No request is made only for details
  /// that are not needed.
  ///
  /// A pair that the exchange does not list is missing in the answer, or makes the request fail. The
  /// answer may have further pairs. A ticker has the time of its last trade or its statistics, if its row
  /// has one. Pairs that the exchange lists as closed for good are marked as dead.
  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]>

  /// The order book of a pair, with as many levels or orders as the exchange sends in one response.
  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook>

  /// The instruments of some pairs or of all pairs (`nil`), in any order, with the names of base
  /// currencies if these are needed. The answer may have further pairs.
  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]>

  /// One page of candles of a period in ``ExchangeInfo/periods``, in the order of the response: the
  /// newest candles that begin before `end`, at most as many as the exchange sends in one response.
  /// Candles outside the bounds are allowed. If a candle is in the page twice, the last one counts. Pass
  /// `nil` for no bound.
  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]>

  /// The end of the previous, older page of candles; `nil` for the oldest page.
  ///
  /// - Parameters:
  ///   - end: the end of this page. If the page was requested without an end: the arrival time of an empty
  ///     page, otherwise `nil`.
  ///   - oldestCandle: the start of the oldest candle of this page; `nil` if the page is empty.
  ///   - period: the length of a candle.
  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date?

  /// The pairs that the exchange lists; by default, the pairs of all tickers. Some exchanges also list pairs
  /// that are not traded now.
  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList

  /// The exchange's own codes that differ from everyday codes, as far as they must be known for these
  /// pairs, or for all pairs (`nil`). Makes only requests that the data of these pairs need, too.
  func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes
}

extension Exchange {
  public var id: ExchangeID { info.id }
  public var title: String { info.title }
  package var url: URL { info.url }

  /// Whether an error can mean that the requested pair is not listed.
  func canIndicateUnlistedPair(_ error: MarketError) -> Bool {
    switch error {
    case .unknownSymbol, .notRequestable, .missing: true
    case .httpStatus(let status, _): info.unlistedStatuses.contains(status)
    default: false
    }
  }

  /// The result of ``tickers(of:details:in:)``. Pairs whose last trade is too old are marked as dead, too.
  func currentTickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    var answer = try await tickers(of: pairs, details: details, in: scope)
    answer.markDeadPairs()
    return answer
  }

  func unsupported(_ feature: String) -> MarketError {
    .exchangeError(message: "\(title) does not offer \(feature)", isTransient: false)
  }
}

extension Exchange {
  public var stream: StreamInfo? { nil }
  public func bookStream(depth: Int?) -> BookStreamInfo? { nil }

  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await currentTickers(of: nil, details: .none, in: scope).requiringRows().value)
  }

  package func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes { info.codes }

  /// By default, an exchange that keeps only its newest candles sends them in one page.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    info.historyDepth == nil ? oldestCandle : nil
  }
}
