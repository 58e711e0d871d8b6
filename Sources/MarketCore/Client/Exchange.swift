public import Foundation

/// An exchange from which market data are requested. Only this type contains the URLs, symbols, JSON and
/// errors of the exchange, and the number of requests per answer. It makes requests in a
/// ``RequestScope`` and returns domain models.
///
/// Pairs are in the exchange's own codes of currencies, in capital letters. A ``MarketClient`` translates
/// them with ``codes(for:in:)``. The client requests no orders and no periods that ``info`` lacks.
///
/// Exchanges are part of this package, see <doc:AddingAnExchange>. Other code uses the exchanges of
/// ``Exchanges``, and makes exchanges for tests with ``StubMarket``.
public protocol Exchange: Sendable {
  /// The facts that are known without a request.
  var info: ExchangeInfo { get }

  /// The error in a response, by its status and body; `nil` if the response can be parsed.
  func error(in response: Transport.Response) -> MarketError?

  /// The tickers of some pairs or of all pairs (`nil`), in any order. Unneeded details cost no request.
  ///
  /// A pair that the exchange does not list is missing in the answer. The answer may have further pairs.
  /// A ticker has the time of its last trade if its row has one. A pair that is closed for good is
  /// marked as dead.
  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]>

  /// The order book of a pair, with as many levels as the exchange sends in one response.
  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook>

  /// The instruments of some pairs or of all pairs (`nil`), in any order, with the names of base
  /// currencies if these are needed. The answer may have further pairs.
  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]>

  /// One page of candles of a period in ``ExchangeInfo/periods``, in the order of the response: the newest
  /// candles that begin before `end` (`nil` for no bound), as many as the exchange sends in one response.
  /// The page may have candles before `start`. If a period is in the page twice, its last candle counts.
  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]>

  /// The end of the next older page of candles; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - end: the end of this page; `nil` for the newest page, or the arrival time of an empty newest page.
  ///   - oldestCandle: the start of the oldest candle of this page; `nil` if the page is empty.
  ///   - period: the length of a candle.
  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date?

  /// The pairs that the exchange lists.
  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList

  /// The exchange's own codes that differ from everyday codes, as far as they must be known for these
  /// pairs, or for all pairs (`nil`). Makes only requests that the pairs need anyway.
  func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes
}

extension Exchange {
  public var id: ExchangeID { info.id }
  public var title: String { info.title }
  package var url: URL { info.url }

  /// Whether an error can mean that the requested pair is not listed. If it can, the list of pairs
  /// decides, see ``MarketError/unknownSymbol(_:near:)``.
  func canIndicateUnlistedPair(_ error: MarketError) -> Bool {
    switch error {
    case .unknownSymbol, .notRequestable, .missing: true
    case .httpStatus(let status, _): info.unlistedStatuses.contains(status)
    default: false
    }
  }

  /// The result of ``tickers(of:details:in:)``, with a volume of 0 for pairs whose last trade is more
  /// than 24 hours older than the response.
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

/// Defaults that fit most exchanges.
extension Exchange {
  /// By default, the pairs of all tickers.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await currentTickers(of: nil, details: .none, in: scope).requiringRows().value)
  }

  /// By default, the codes of ``info``.
  package func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes { info.codes }

  /// By default, the next page ends at the oldest candle of this page. There is no next page if this
  /// page is empty, or if the exchange keeps only its newest candles.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    info.historyDepth == nil ? oldestCandle : nil
  }
}
