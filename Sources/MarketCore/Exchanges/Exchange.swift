public import Foundation

/// The questions that every exchange answers.
///
/// An exchange is a value that knows its own addresses, spellings of symbols, wire shapes, refusals
/// and how many requests an answer takes; nothing outside its folder does. It asks through an
/// ``RequestScope`` and returns domain models.
public protocol Exchange: Sendable {
  /// The name on the command line and in recordings, in lower-case letters, as in `blockchain`.
  var id: String { get }
  /// The name for people, as in `Blockchain.com`.
  var title: String { get }
  /// The base URL of its public API, without a slash at the end.
  var url: URL { get }
  /// The least time between two polls.
  var minimumPollInterval: Duration { get }
  /// Which questions it can answer beside tickers, order books and instruments.
  var offers: ExchangeOffers { get }

  /// The error in a response, by its status and body; `nil` when it can be decoded.
  func error(in response: Transport.Response) -> MarketError?

  /// Whether an error can mean that the exchange does not list the pair that was asked for. The list
  /// of its pairs then decides, see ``MarketError/unknownSymbol(_:near:)``.
  func canIndicateUnlistedPair(_ error: MarketError) -> Bool

  /// The tickers of some pairs or of all, in any order.
  ///
  /// A pair that the exchange does not list is missing from the answer; there may be others besides.
  ///
  /// - Parameters:
  ///   - pairs: the pairs; `nil` for all.
  ///   - fields: those that are needed. A request that only others need is not made.
  ///   - scope: makes the requests.
  func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]>

  /// The order book of a pair, with as many levels as one request can give.
  ///
  /// - Parameters:
  ///   - pair: the pair.
  ///   - detail: price levels or single orders.
  ///   - scope: makes the requests.
  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook>

  /// The instruments of some pairs or of all, in any order; there may be others besides.
  ///
  /// - Parameters:
  ///   - pairs: the pairs; `nil` for all.
  ///   - fields: those that are needed. A request that only others need is not made.
  ///   - scope: makes the requests.
  func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]>

  /// One page of candles, oldest first: as many as the exchange gives in one request.
  ///
  /// - Parameters:
  ///   - pair: the pair.
  ///   - period: the length of a candle, one that the exchange offers.
  ///   - start: the time from which candles are needed; `nil` for as far back as there are.
  ///   - end: the time before which the candles begin; `nil` for the newest.
  ///   - scope: makes the requests.
  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]>

  /// The number of newest candles that the exchange keeps; `nil` without a limit.
  var historyDepth: Int? { get }

  /// The time before which the page of candles begins that is older than another one; `nil` when
  /// there is none.
  ///
  /// - Parameters:
  ///   - end: the end of the other page; of an empty newest one, when it arrived; `nil` for the newest.
  ///   - oldest: the time of its oldest candle; `nil` when it is empty.
  ///   - period: the length of a candle.
  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date?

  /// The pairs that the exchange lists.
  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList

  /// The everyday name of a pair that may be written in the exchange's own codes, unless a listed pair
  /// has that name. It makes only requests that the pair needs anyway.
  func everydayName(of pair: Pair, in scope: RequestScope) async -> Pair
}

/// The offers of an exchange beside tickers, price levels and instruments.
public struct ExchangeOffers: Hashable, Sendable {
  /// Whether order books of single orders (level 3) can be asked for.
  public let hasOrders: Bool
  /// Whether it gives the names of currencies.
  public let hasNames: Bool
  /// The periods of its candles, shortest first; empty without history.
  public let periods: [Period]
  /// The most levels, or orders, a side that it gives of a book; `nil` when it gives all.
  public let bookLimit: Int?
  /// The fields of tickers that cost a request per pair, see ``PerPairFields``.
  public let perPairFields: Set<TickerField>

  /// An offer of these parts.
  public init(
    hasOrders: Bool = false, hasNames: Bool = false, periods: [Period] = [],
    bookLimit: Int? = nil, perPairFields: Set<TickerField> = []
  ) {
    self.hasOrders = hasOrders
    self.hasNames = hasNames
    self.periods = periods
    self.bookLimit = bookLimit
    self.perPairFields = perPairFields
  }
}

/// Defaults that fit most exchanges.
extension Exchange {
  /// Answers are those of status 2xx.
  public func error(in response: Transport.Response) -> MarketError? { response.statusError }

  /// Only errors that say so, and missing recordings.
  public func canIndicateUnlistedPair(_ error: MarketError) -> Bool {
    switch error {
    case .unknownSymbol, .notRequestable, .recordingMissing: true
    default: false
    }
  }

  /// The pairs of all tickers.
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await tickers(of: nil, fields: [.symbol], in: scope).value)
  }

  /// The pair itself: its codes are the everyday ones.
  public func everydayName(of pair: Pair, in scope: RequestScope) async -> Pair { pair }

  /// The refusal of a question that the exchange does not offer an answer to.
  func unsupported(_ subject: String) -> MarketError {
    .exchangeError(message: "\(title) does not offer \(subject)", isTransient: false)
  }

  /// None.
  public var historyDepth: Int? { nil }

  /// The page before the oldest candle. A page without candles is the last: the exchange gives the
  /// candles before a time, however old they are.
  public func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? {
    historyDepth == nil ? oldestCandle : nil
  }

  /// Not offered.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    throw unsupported("price history")
  }
}
