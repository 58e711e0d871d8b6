import Foundation

extension Ticker: ListRow {
  /// The name.
  public var sentName: String? { name }
  /// The columns of a ticker.
  public static let columns: [Column<Ticker>] = [
    Column("exchange", "Exchange, as in --exchange", \.exchange?.rawValue),
    Column("symbol", "Pair (BTC-USD)", \.pair.symbol),
    Column("base", "Base currency, which is traded", \.pair.base),
    Column("quote", "Quote currency, in which prices are given", \.pair.quote),
    Column("name", "Name of the base currency") { $0.name ?? $0.pair.baseName },
    Column(
      "last", .price, "Price of the last trade (quote currency)", in: \.pair.quote,
      substitute: \.substituteForLast, \.last),
    Column("bid", .price, "Best bid (quote currency)", in: \.pair.quote, \.bid),
    Column("ask", .price, "Best ask (quote currency)", in: \.pair.quote, \.ask),
    Column("spread_bp", .basisPoints, "(ask - bid) / mid, in basis points") { ticker, _ in
      .quotient(ticker.spreadBasisPoints)
    },
    Column(
      "open", .price, "Reference price of the change (quote currency)", in: \.pair.quote, \.open),
    Column(
      "change", .priceChange, "last - open (quote currency)", in: \.pair.quote, isDayChange: true,
      \.change),
    Column(
      "percent", .percent, "change / open, in percent: 5 is 5%", isDayChange: true, tone: \.tone,
      \.percent),
    Column("change_from", "Time of open: 24h (24 hours ago) or utc-day (00:00 UTC)") {
      $0.changeReference.rawValue
    },
    Column("high", .price, "Highest price in 24 hours (quote currency)", in: \.pair.quote, \.high),
    Column("low", .price, "Lowest price in 24 hours (quote currency)", in: \.pair.quote, \.low),
    Column("volume", .volume, "Traded quantity in 24 hours (base currency)", \.volume),
    Column("notional", .amount, "volume * last (quote currency)", in: \.pair.quote, \.notional),
    Column(
      "turnover", .turnover, "notional, converted (--in)", in: \.turnoverCurrency, \.turnover),
    Column("as_of", .time, "Arrival time of the response, in UTC") { .time($1) },
    Column("traded_at", .time, "Time of the last trade, or of the statistics, in UTC") { row, _ in
      row.tradedAt.map(FieldValue.moment) ?? .unknown
    },
  ]
  /// Symbol, price, change in percent, volume and turnover.
  public static let tableColumns = columns("symbol", "last", "percent", "volume", "turnover")
  /// The last price.
  public static let highlightedColumn: Column<Ticker>? = column("last")

  /// The moment that the change is measured from.
  public var dayChangeReference: ChangeReference? { change == nil ? nil : changeReference }

  /// Without its time, and its turnover, which depends on other pairs.
  public var comparable: Ticker {
    var ticker = self
    (ticker.turnover, ticker.turnoverCurrency, ticker.tradedAt) = (nil, nil, nil)
    return ticker
  }

  /// Whether the price rose or fell in the last 24 hours, by its exact change.
  package var tone: Tone { Tone(of: change) }

  /// Zero, where a table shows that for a missing last price.
  var substituteForLast: Decimal? { showsMissingLastAsZero ? 0 : nil }
}

/// The parts of tickers for which some exchanges need further requests.
public struct TickerDetails: Sendable {
  /// Whether the names of base currencies are needed.
  package var names: Bool
  /// Whether the best bid and ask are needed.
  package var quotes: Bool
  /// The pairs, of those that are listed, whose bid and ask are worth a request each, where they cost one;
  /// `nil` for none.
  package var quotesPerPair: (@Sendable (_ listed: Set<Pair>) -> Set<Pair>)?
  /// Filters that may match names: where one matches no ticker without them, the names are needed, too.
  package var filters: [SymbolFilter] = []

  /// Details of these parts. Details that are not needed may be unknown.
  ///
  /// - Parameters:
  ///   - names: whether the names of base currencies are needed.
  ///   - quotes: whether the best bid and ask are needed.
  ///   - quotesPerPair: where bid and ask cost one request per pair, the pairs for which to request them;
  ///     `nil` for none.
  public init(
    names: Bool, quotes: Bool, quotesPerPair: (@Sendable (Pair) -> Bool)? = { _ in true }
  ) {
    self.names = names
    self.quotes = quotes
    self.quotesPerPair = quotesPerPair.map { isWanted in
      { @Sendable (listed: Set<Pair>) in listed.filter(isWanted) }
    }
  }

  /// The columns that need them.
  package static let columns: Set<String> = ["name", "bid", "ask", "spread_bp"]

  /// What the columns of these names need.
  package init(for columns: Set<String>) {
    self.init(
      names: columns.contains("name"),
      quotes: !columns.isDisjoint(with: ["bid", "ask", "spread_bp"]))
  }

  /// All details of all pairs.
  public static let all = TickerDetails(names: true, quotes: true)
  /// Prices, changes and volumes alone.
  public static let none = TickerDetails(names: false, quotes: false)
}
