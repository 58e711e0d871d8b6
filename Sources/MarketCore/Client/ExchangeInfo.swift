public import Foundation

/// The facts about an exchange that are known without a request.
public struct ExchangeInfo: Hashable, Sendable {
  public let id: ExchangeID
  /// The name for people, as in `Blockchain.com`.
  public let title: String
  /// The base URL of the public API, without a slash at the end.
  public let url: URL
  /// The shortest useful interval of polls, at least 1 s: the time for which the exchange caches its
  /// prices, if this is known. A ``Poller`` does not enforce this interval.
  public let minimumPollInterval: Duration
  /// The rate limit of requests that name no other limit; `nil` if they have no known limit.
  package internal(set) var limit: RateLimit?
  /// The rate limit of requests of candles, if it is not ``limit``.
  package internal(set) var candleLimit: RateLimit?
  public internal(set) var changeReference = ChangeReference.dayAgo
  /// Whether order books of single orders (level 3) are available.
  public package(set) var hasOrders = false
  package internal(set) var hasNames = false
  /// The periods of candles, shortest first; empty if the exchange has no price history.
  public package(set) var periods: [Period] = []
  /// The number of newest candles that the exchange keeps of each period; `nil` for no known limit.
  public package(set) var historyDepth: Int?
  /// The most levels, or orders, per side of a book; `nil` for no known limit.
  package internal(set) var bookLimit: Int?
  /// Whether the bid and ask of tickers need one request per pair.
  package var hasQuotesPerPair = false
  /// The names of request parameters that only limit the size of a response.
  package var sizeParameters: Set<String> = []
  /// The names of request parameters that select items of a list.
  package internal(set) var itemParameters: Set<String> = []
  /// The HTTP statuses that can mean that the requested pair is not listed.
  package var unlistedStatuses: Set<Int> = []
  /// The exchange's own codes, where they differ from everyday codes: Kraken's `LUNA` for `LUNC`.
  package internal(set) var codes = CoinCodes()

  /// An exchange with prices and books, and with the features that `describe` adds. `url` must be valid.
  package init(
    id: ExchangeID, title: String, url: String, minimumPollInterval: Duration,
    _ describe: (inout ExchangeInfo) -> Void = { _ in }
  ) {
    // The URL is a constant of the caller.
    // swift-format-ignore: NeverForceUnwrap
    (self.id, self.title, self.url) = (id, title, URL(string: url)!)
    self.minimumPollInterval = minimumPollInterval
    describe(&self)
  }
}

extension ExchangeInfo: Row {
  /// The columns of a list of exchanges.
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
