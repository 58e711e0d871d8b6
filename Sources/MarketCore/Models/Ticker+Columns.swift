import Foundation

extension Ticker: ListRow {
  public var sentName: String? { name }
  /// The columns of a ticker.
  public enum Columns {
    public static let exchange = Column<Ticker>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    public static let symbol = Column<Ticker>("symbol", "Pair (BTC-USD)", \.pair.symbol)
    public static let base = Column<Ticker>("base", "Base currency, which is traded", \.pair.base)
    public static let quote = Column<Ticker>(
      "quote", "Quote currency, in which prices are given", \.pair.quote)
    public static let name = Column<Ticker>("name", "Name of the base currency") {
      $0.name ?? $0.pair.baseName
    }
    public static let last = Column<Ticker>(
      "last", .price, "Price of the last trade (quote currency)",
      cell: { Cell($1, .price, in: $0.pair.quote, substitute: $0.substituteForLast) }, \.last)
    public static let bid = Column<Ticker>(
      "bid", .price, "Best bid (quote currency)", in: \.pair.quote, \.bid)
    public static let ask = Column<Ticker>(
      "ask", .price, "Best ask (quote currency)", in: \.pair.quote, \.ask)
    public static let spreadBasisPoints = Column<Ticker>(
      "spread_bp", .basisPoints, "(ask - bid) / mid, in basis points"
    ) { ticker, _ in
      .quotient(ticker.spreadBasisPoints)
    }
    public static let open = Column<Ticker>(
      "open", .price, "Reference price of the change (quote currency)", in: \.pair.quote, \.open)
    public static let change = Column<Ticker>(
      "change", .priceChange, "last - open (quote currency)", in: \.pair.quote, isDayChange: true,
      \.change)
    public static let percent = Column<Ticker>(
      "percent", .percent, "change / open, in percent: 5 is 5%", isDayChange: true,
      cell: { Cell($1, .percent, tone: $0.tone) }, \.percent)
    public static let changeFrom = Column<Ticker>(
      "change_from", "Time of open: 24h (24 hours ago) or utc-day (00:00 UTC)"
    ) {
      $0.changeReference.rawValue
    }
    public static let high = Column<Ticker>(
      "high", .price, "Highest price in 24 hours (quote currency)", in: \.pair.quote, \.high)
    public static let low = Column<Ticker>(
      "low", .price, "Lowest price in 24 hours (quote currency)", in: \.pair.quote, \.low)
    public static let volume = Column<Ticker>(
      "volume", .volume, "Traded quantity in 24 hours (base currency)", \.volume)
    public static let notional = Column<Ticker>(
      "notional", .amount, "volume * last (quote currency)", in: \.pair.quote, \.notional)
    public static let turnover = Column<Ticker>(
      "turnover", .turnover, "notional, converted (--in)", in: \.turnoverCurrency, \.turnover)
    public static let asOf = Column<Ticker>(
      "as_of", .time, "Arrival time of the response or stream message, in UTC"
    ) { .time($1) }
    public static let percentHour = Ticker.column(since: .hour)
    public static let percentWeek = Ticker.column(since: .week)
    public static let percentMonth = Ticker.column(since: .month)
    public static let tradedAt = Column<Ticker>(
      "traded_at", .time, "Time of the last trade, or of the statistics, in UTC"
    ) { row, _ in
      row.tradedAt.map(FieldValue.moment) ?? .unknown
    }
    public static let age = Column<Ticker>(
      "age", .seconds,
      "Seconds from as_of to the output; of live prices, from the last sign of life"
    ) {
      .age(since: $0.confirmedAt.map { [asOf = $1] in max($0, asOf) } ?? $1)
    }
  }
  public static let columns: [Column<Ticker>] = [
    Columns.exchange, Columns.symbol, Columns.base, Columns.quote, Columns.name, Columns.last,
    Columns.bid, Columns.ask, Columns.spreadBasisPoints, Columns.open, Columns.change,
    Columns.percent, Columns.changeFrom, Columns.high, Columns.low, Columns.volume,
    Columns.notional, Columns.turnover, Columns.asOf, Columns.percentHour,
    Columns.percentWeek, Columns.percentMonth, Columns.tradedAt, Columns.age,
  ]
  public static let tableColumns = [
    Columns.symbol, Columns.last, Columns.percent, Columns.volume, Columns.turnover,
  ]
  public static let highlightedColumn: Column<Ticker>? = Columns.last

  public var dayChangeReference: ChangeReference? {
    // Tests whether a change is known without computing it, because this is called for each row.
    last?.isZero == false && open?.isZero == false ? changeReference : nil
  }

  /// The ticker without its time, without its turnover, which depends on other pairs, and without past closes.
  public var comparable: Ticker {
    var ticker = self
    (ticker.turnover, ticker.turnoverCurrency, ticker.tradedAt) = (nil, nil, nil)
    (ticker.pastCloses, ticker.receivedAt, ticker.confirmedAt) = (nil, nil, nil)
    return ticker
  }

  package var tone: Tone { Tone(of: change) }

  var substituteForLast: Decimal? { showsMissingLastAsZero ? 0 : nil }
}
