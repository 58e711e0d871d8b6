public import Foundation
import Spelling

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

/// The description of an exchange.
public struct ExchangeInfo: Hashable, Sendable {
  /// The id, as in `blockchain`.
  public let id: ExchangeID
  /// The name for people, as in `Blockchain.com`.
  public let title: String
  /// The base URL of its public API, without a slash at the end.
  public let url: URL
  /// The shortest useful interval of polls: the time for which the exchange caches its prices, 1 s at least.
  /// A ``Poller`` does not enforce it.
  public let minimumPollInterval: Duration
  /// The limit of all requests that have none of their own.
  package internal(set) var limit: RateLimit?
  /// The moment that the changes of its tickers are measured from.
  public internal(set) var changeReference = ChangeReference.dayAgo
  /// Whether order books of single orders (level 3) are available, see ``BookDetail/orders``.
  public package(set) var hasOrders = false
  /// Whether it sends the names of currencies.
  package internal(set) var hasNames = false
  /// The periods of its candles, shortest first; empty without history.
  public package(set) var periods: [Period] = []
  /// The number of candles that it keeps per period; `nil` if unlimited.
  public package(set) var historyDepth: Int?
  /// The most levels, or orders, per side of a book; `nil` if unlimited.
  package internal(set) var bookLimit: Int?
  /// Whether the bid and ask of tickers cost a request per pair.
  package var hasQuotesPerPair = false
  /// The parameters of its requests that only bound the size of a response.
  package var sizeParameters: Set<String> = []
  /// The parameters that select items of a list.
  package internal(set) var itemParameters: Set<String> = []
  /// The HTTP statuses that can mean that the requested pair is not listed.
  package var unlistedStatuses: Set<Int> = []
  /// Its own codes of currencies that differ from everyday ones.
  package internal(set) var codes = CoinCodes()

  /// An exchange with prices and books alone, unless `describe` adds to it; `url` must be valid.
  package init(
    id: ExchangeID, title: String, url: String, minimumPollInterval: Duration,
    _ describe: (inout ExchangeInfo) -> Void = { _ in }
  ) {
    // A constant of the caller.
    // swift-format-ignore: NeverForceUnwrap
    (self.id, self.title, self.url) = (id, title, URL(string: url)!)
    self.minimumPollInterval = minimumPollInterval
    describe(&self)
  }
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

extension ExchangeInfo: Row {
  /// The columns of an exchange, by their names.
  public enum Columns {
    public static let exchange = Column<ExchangeInfo>(
      "exchange", "Name, as in --exchange", \.id.rawValue)
    public static let title = Column<ExchangeInfo>("title", "Full name", \.title)
    public static let tickers = ExchangeInfo.flag("tickers", "Whether it has prices of all pairs") {
      _ in true
    }
    public static let book = ExchangeInfo.flag("book", "Whether it has order books") { _ in true }
    public static let orders = ExchangeInfo.flag(
      "orders", "Whether it has individual orders (book --orders)", \.hasOrders)
    public static let history = Column<ExchangeInfo>(
      "history", .words, "Periods of its price history (history --period)"
    ) { info, _ in
      .words(info.periods.map(\.rawValue))
    }
    public static let names = ExchangeInfo.flag(
      "names", "Whether it has names of currencies", \.hasNames)
    public static let url = Column<ExchangeInfo>("url", "API base URL", \.url.absoluteString)
  }
  /// All columns, in the order of machine formats.
  public static let columns: [Column<ExchangeInfo>] = [
    Columns.exchange, Columns.title, Columns.tickers, Columns.book, Columns.orders, Columns.history,
    Columns.names, Columns.url,
  ]

  fileprivate static func flag(
    _ name: String, _ meaning: String, _ hasFeature: @escaping @Sendable (ExchangeInfo) -> Bool
  ) -> Column<ExchangeInfo> {
    Column(name, .flag, meaning, cell: { Cell($1, hasFeature($0) ? "yes" : "no") }) { info, _ in
      .flag(hasFeature(info))
    }
  }
}

/// The exchanges there are; <doc:HowExchangesDiffer> compares them.
public enum Exchanges {
  /// The Blockchain.com Exchange, with the id `blockchain`.
  public static let blockchainCom: any Exchange = BlockchainCom()
  /// Bitfinex, with the id `bitfinex`.
  public static let bitfinex: any Exchange = Bitfinex()
  /// Kraken, with the id `kraken`.
  public static let kraken: any Exchange = Kraken()
  /// Coinbase Exchange, with the id `coinbase`.
  public static let coinbase: any Exchange = Coinbase()
  /// Bitstamp, with the id `bitstamp`.
  public static let bitstamp: any Exchange = Bitstamp()
  /// Binance, with the id `binance`.
  public static let binance: any Exchange = Binance()
  /// OKX, with the id `okx`.
  public static let okx: any Exchange = OKX()

  /// The exchange that is used when no other is named: ``blockchainCom``.
  public static let standard = blockchainCom

  /// All exchanges, in the order in which they are listed.
  public static let all = [blockchainCom, bitfinex, kraken, coinbase, bitstamp, binance, okx]

  /// The exchange of an id, such as one that a user typed; `nil` if there is none.
  public static func named(_ id: ExchangeID) -> (any Exchange)? { all.first { $0.id == id } }
}

extension [any Exchange] {
  /// The sentence on an unknown name of an exchange.
  package func sentence(onUnknown name: String) -> String {
    let names = map(\.id.rawValue)
    let hint =
      nearest(to: name, in: names, limit: 1).first.map { "did you mean \($0)?" }
      ?? "exchanges are \(names.joined(separator: ", "))"
    return "unknown exchange '\(name)'; \(hint)"
  }
}
