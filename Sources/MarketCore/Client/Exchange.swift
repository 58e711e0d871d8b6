public import Foundation

/// A source of market data: a value that has its own addresses, symbols, JSON, errors and number of
/// requests per answer; nothing outside its folder does. It makes requests in a ``RequestScope`` and
/// returns domain models. Pairs are in the exchange's own codes of currencies, in capital letters: a
/// ``MarketClient`` translates them by ``codes(for:in:)``. It requests no orders and no periods that ``info``
/// lacks.
///
/// Exchanges are part of this package, see <doc:AddingAnExchange>: other code uses those of ``Exchanges``, and makes
/// up others by ``StubMarket``.
public protocol Exchange: Sendable {
  /// What is known without a request.
  var info: ExchangeInfo { get }

  /// The error in a response, by its status and body; `nil` when it can be decoded.
  func error(in response: Transport.Response) -> MarketError?

  /// The tickers of some pairs or of all (`nil`), in any order, with the details that are needed; no
  /// request is made for others. A pair that the exchange does not list is missing from the answer;
  /// there may be others besides. Each has the time of its last trade if its row has it; a pair that is
  /// closed for good is marked as dead.
  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]>

  /// The order book of a pair, with as many levels as one request can give.
  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook>

  /// The instruments of some pairs or of all (`nil`), with the names of base currencies if these are
  /// needed, in any order; there may be others besides.
  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]>

  /// One page of candles of one of ``ExchangeInfo/periods``, in the order of the response: as many as the
  /// exchange gives in one request of those that begin before `end`, else of the newest. Of a period that is
  /// there twice the last one counts. Those before `start` are not needed; there may be others besides.
  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]>

  /// The end of the next older page of candles; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - end: the end of this page; of an empty newest one, when it arrived; `nil` for the newest.
  ///   - oldestCandle: the time of its oldest candle; `nil` when it is empty.
  ///   - period: the length of a candle.
  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date?

  /// The pairs that the exchange lists.
  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList

  /// Its own codes of currencies that differ from everyday ones, as far as they must be known for these
  /// pairs, or for all (`nil`). It makes only requests that the pairs need anyway.
  func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes
}

extension Exchange {
  /// ``ExchangeInfo/id``.
  public var id: ExchangeID { info.id }
  /// ``ExchangeInfo/title``.
  public var title: String { info.title }
  /// ``ExchangeInfo/url``.
  package var url: URL { info.url }

  /// Whether an error can mean that the requested pair is not listed. The list of pairs then decides,
  /// see ``MarketError/unknownSymbol(_:near:)``.
  func canIndicateUnlistedPair(_ error: MarketError) -> Bool {
    switch error {
    case .unknownSymbol, .notRequestable, .missing: true
    case .httpStatus(let status, _): info.unlistedStatuses.contains(status)
    default: false
    }
  }

  /// The tickers, see ``tickers(of:details:in:)``, with a volume of 0 where the last trade is more than
  /// 24 hours older than the response.
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
  /// The pairs of all tickers.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await currentTickers(of: nil, details: .none, in: scope).requiringRows().value)
  }

  /// Those of ``info``.
  package func codes(for pairs: [Pair]?, in scope: RequestScope) async -> CoinCodes { info.codes }

  /// The page before the oldest candle, unless only the newest candles are kept. A page without
  /// candles is the last.
  package func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    info.historyDepth == nil ? oldestCandle : nil
  }
}
