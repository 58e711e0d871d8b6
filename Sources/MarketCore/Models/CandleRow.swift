public import Foundation

/// A candle of a pair on an exchange, as a row of a price history.
public struct CandleRow: Hashable, Sendable {
  public let exchange: ExchangeID?
  public let pair: Pair
  public let period: Period
  public private(set) var candle: Candle
  /// The currency of the prices: the quote, unless they were converted. `nil` if the pair has no quote.
  public private(set) var currency: String?
  /// Whether the candle is final: its period has ended, and the exchange does not mark it as not final.
  public let isComplete: Bool
  /// The known values of the requested indicators.
  package var indicators: [Indicator: Decimal] = [:]

  /// Creates the row of a candle. `exchange` is `nil` if the caller does not need it. Periods that end
  /// after `asOf` are still running.
  public init(
    exchange: ExchangeID? = nil, pair: Pair, period: Period, candle: Candle, asOf: Date = .now
  ) {
    self.exchange = exchange
    self.pair = pair
    self.period = period
    self.candle = candle
    currency = pair.quote
    isComplete = !candle.isUnconfirmed && period.start(1, after: candle.time) <= asOf
  }

  /// Whether the prices are computed, because they were converted from the quote currency.
  private var isConverted: Bool { currency != pair.quote }

  private func cell(of price: FieldValue) -> Cell {
    Cell(price, isConverted ? .computedPrice : .price, in: currency)
  }

  /// Returns a price as tables show it: rounded if it was converted.
  package func shown(_ price: Decimal) -> Decimal {
    isConverted ? NumberFormat.roundedPrice(price, in: currency) : price
  }

  public var end: Date { period.start(1, after: candle.time) }

  /// The row, whose candle is marked as needed only for indicators.
  package var auxiliary: CandleRow {
    var row = self
    row.candle = candle.auxiliary
    return row
  }

  /// Returns the row with prices in another currency. A price that `convert` cannot convert is unknown.
  func converted(to currency: String, _ convert: (Decimal) -> Decimal?) -> CandleRow {
    var row = self
    (row.currency, row.candle) = (currency, candle.converted(convert))
    return row
  }

  /// Close minus open; `nil` if close or open is unknown or 0.
  public var change: Decimal? { candle.close?.change(since: candle.open) }

  /// Change ÷ open × 100, with up to 38 digits; `nil` if the change is unknown.
  public var percent: Decimal? { change?.percentage(of: candle.open) }
}

extension CandleRow: ListRow {
  /// The identity of a row among candles of the same length: its pair, its exchange and its start.
  public struct ID: Hashable, Sendable {
    private let listing: Listing
    private let time: Date

    fileprivate init(_ row: CandleRow) { (listing, time) = (row.listing, row.candle.time) }
  }

  public var id: ID { ID(self) }
  public var key: ID { id }
  /// The columns of a candle.
  public enum Columns {
    public static let exchange = Column<CandleRow>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    public static let symbol = Column<CandleRow>("symbol", "Pair (BTC-USD)", \.pair.symbol)
    public static let time = Column<CandleRow>("time", .time, "Start of the period, in UTC") {
      row, _ in .moment(row.candle.time)
    }
    public static let open = Column<CandleRow>(
      "open", .price, "First price of the period (quote currency, or --in)",
      cell: { $0.cell(of: $1) },
      \.candle.open)
    public static let high = Column<CandleRow>(
      "high", .price, "Highest price (likewise)", cell: { $0.cell(of: $1) },
      \.candle.high)
    public static let low = Column<CandleRow>(
      "low", .price, "Lowest price (likewise)", cell: { $0.cell(of: $1) },
      \.candle.low)
    public static let close = Column<CandleRow>(
      "close", .price, "Last price (likewise)", cell: { $0.cell(of: $1) },
      \.candle.close)
    public static let volume = Column<CandleRow>(
      "volume", .volume, "Traded quantity (base currency)", \.candle.volume)
    public static let change = Column<CandleRow>(
      "change", .priceChange, "close - open (as prices)",
      cell: { Cell($1, $0.isConverted ? .computedPriceChange : .priceChange, in: $0.currency) },
      \.change)
    public static let percent = Column<CandleRow>(
      "percent", .percent, "change / open, in percent: 5 is 5%",
      cell: { Cell($1, .percent, tone: $0.tone) }, \.percent)
    public static let complete = Column<CandleRow>(
      "complete", .flag, "true if the period has ended, else false"
    ) { row, _ in
      .flag(row.isComplete)
    }
    public static let filled = Column<CandleRow>(
      "filled", .flag, "true if --fill added the period, else false"
    ) { row, _ in
      .flag(row.candle.isFilled)
    }
  }
  public static let columns: [Column<CandleRow>] = [
    Columns.exchange, Columns.symbol, Columns.time, Columns.open, Columns.high, Columns.low,
    Columns.close, Columns.volume, Columns.change, Columns.percent, Columns.complete,
    Columns.filled,
  ]
  public static let tableColumns = [
    Columns.time, Columns.open, Columns.high, Columns.low, Columns.close, Columns.percent,
    Columns.volume,
  ]
  public static let computed = ComputedColumns.indicators
  public static let noun = (one: "candle", many: "candles")

  public static func emptyNotice(isMultiExchange: Bool) -> String { "no candles in this range" }

  /// The row with an empty candle of the same time: other values do not make a row new.
  public var comparable: CandleRow {
    var row = self
    row.candle = Candle(
      time: candle.time, open: nil, high: nil, low: nil, close: nil, volume: nil)
    row.indicators = [:]
    return row
  }

  public var tone: Tone { Tone(of: change) }
}

extension Column<CandleRow> {
  /// The start of the period in UTC as a date without a time of day, such as `2026-11-20`.
  package static var date: Column {
    let time = Row.Columns.time
    return Column(time.name, time.meaning) {
      $0.candle.time.formatted(.iso8601.year().month().day())
    }
  }
}

extension [CandleRow] {
  /// The rows, grouped by pair and exchange. The groups have the order of their first rows.
  package var byListing: [[CandleRow]] {
    var (groups, places) = ([[CandleRow]](), [Listing: Int]())
    for row in self {
      if let place = places[row.listing] {
        groups[place].append(row)
      } else {
        places[row.listing] = groups.count
        groups.append([row])
      }
    }
    return groups
  }
}
