public import Foundation

/// The trades of a pair in one period, summed up.
public struct Candle: Hashable, Sendable {
  /// The start of the period, as the exchange sends it.
  public let time: Date
  /// The first price, in the quote currency; `nil` if it is unknown, as are the other values.
  public let open: Decimal?
  /// The highest price, in the quote currency.
  public let high: Decimal?
  /// The lowest price, in the quote currency.
  public let low: Decimal?
  /// The last price, in the quote currency; of a period that is still running, the last one so far.
  public let close: Decimal?
  /// The quantity traded, in the base currency.
  public let volume: Decimal?
  /// Whether the exchange sent no candle of the period: its prices are the close before it, its volume 0.
  public let isFilled: Bool
  /// Whether the exchange marks the candle as not final, whatever the clock says.
  public internal(set) var isUnconfirmed: Bool

  /// A candle of these values, see the properties.
  public init(
    time: Date, open: Decimal?, high: Decimal?, low: Decimal?, close: Decimal?, volume: Decimal?,
    isFilled: Bool = false, isUnconfirmed: Bool = false
  ) {
    self.time = time
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
    self.isFilled = isFilled
    self.isUnconfirmed = isUnconfirmed
  }
}

extension Candle {
  /// The period without a trade that begins at a time, after this candle.
  func filling(_ time: Date) -> Candle {
    Candle(
      time: time, open: close, high: close, low: close, close: close, volume: 0, isFilled: true)
  }

  /// The same candle with other prices.
  func converted(_ convert: (Decimal) -> Decimal?) -> Candle {
    Candle(
      time: time, open: open.flatMap(convert), high: high.flatMap(convert),
      low: low.flatMap(convert), close: close.flatMap(convert), volume: volume, isFilled: isFilled,
      isUnconfirmed: isUnconfirmed)
  }
}

extension [Candle] {
  /// These candles, oldest first, with those of gaps after the first one.
  func filled(_ gaps: [Date]) -> [Candle] {
    var (candles, rest) = ([Candle](), gaps[...])
    for candle in self {
      while let gap = rest.first, gap < candle.time {
        rest.removeFirst()
        if let last = candles.last { candles.append(last.filling(gap)) }
      }
      candles.append(candle)
    }
    for gap in rest {
      if let last = candles.last { candles.append(last.filling(gap)) }
    }
    return candles
  }

  /// The closes of the last `count` periods up to a time, the running one included. A period without a
  /// candle has the close before it; `nil` before the first candle.
  package func closes(of count: Int, _ period: Period, upTo now: Date) -> [Decimal?] {
    func number(of time: Date) -> Double {
      (time.timeIntervalSince1970 / period.seconds).rounded(.down)
    }
    // The clock of the exchange may be ahead.
    let last = map(\.time).max().map { Swift.max($0, now) } ?? now
    var closes = [Decimal?](repeating: nil, count: count)
    for candle in self {
      let age = number(of: last) - number(of: candle.time)
      if age < Double(count) { closes[count - 1 - Int(age)] = candle.close }
    }
    for index in closes.indices.dropFirst() { closes[index] = closes[index] ?? closes[index - 1] }
    return closes
  }
}

/// A candle of a pair on an exchange, as a row of a history.
public struct CandleRow: Hashable, Sendable {
  /// The exchange.
  public let exchange: ExchangeID?
  /// The market.
  public let pair: Pair
  /// The length of the candle.
  public let period: Period
  /// The candle.
  public private(set) var candle: Candle
  /// The currency of its prices: the quote currency, unless they are converted.
  public private(set) var currency: String?
  /// Whether the period has ended, and the exchange does not mark the candle as unconfirmed.
  public let isComplete: Bool

  /// The row of a candle.
  ///
  /// - Parameters:
  ///   - exchange: the exchange; `nil` if it does not matter.
  ///   - pair: the market.
  ///   - period: the length of the candle.
  ///   - candle: the candle.
  ///   - asOf: the arrival time of the answer: a period that ended by then is complete.
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

  /// The end of the period.
  public var end: Date { period.start(1, after: candle.time) }

  /// The row with prices in another currency; unknown where they cannot be converted.
  func converted(to currency: String, _ convert: (Decimal) -> Decimal?) -> CandleRow {
    var row = self
    (row.currency, row.candle) = (currency, candle.converted(convert))
    return row
  }

  /// Close minus open; `nil` when either is unknown or 0.
  public var change: Decimal? { candle.close?.change(since: candle.open) }

  /// Change ÷ open × 100, to the 38 digits of a decimal; `nil` when the change is unknown.
  public var percent: Decimal? { change?.percentage(of: candle.open) }
}

extension CandleRow: ListRow {
  /// The identity of a candle among those of one period: its pair, its exchange and its time.
  public struct ID: Hashable, Sendable {
    private let listing: Listing
    private let time: Date

    fileprivate init(_ row: CandleRow) { (listing, time) = (row.listing, row.candle.time) }
  }

  /// The pair on its exchange, and the start of the period.
  public var id: ID { ID(self) }
  /// The columns of a candle, by their names.
  public enum Columns {
    public static let exchange = Column<CandleRow>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    public static let symbol = Column<CandleRow>("symbol", "Pair (BTC-USD)", \.pair.symbol)
    public static let time = Column<CandleRow>("time", .time, "Start of the period, in UTC") {
      row, _ in .moment(row.candle.time)
    }
    public static let open = Column<CandleRow>(
      "open", .price, "First price of the period (quote currency, or --in)", in: \.currency,
      \.candle.open)
    public static let high = Column<CandleRow>(
      "high", .price, "Highest price (likewise)", in: \.currency, \.candle.high)
    public static let low = Column<CandleRow>(
      "low", .price, "Lowest price (likewise)", in: \.currency, \.candle.low)
    public static let close = Column<CandleRow>(
      "close", .price, "Last price (likewise)", in: \.currency, \.candle.close)
    public static let volume = Column<CandleRow>(
      "volume", .volume, "Traded quantity (base currency)", \.candle.volume)
    public static let change = Column<CandleRow>(
      "change", .priceChange, "close - open (as prices)", in: \.currency, \.change)
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
  /// All columns, in the order of machine formats.
  public static let columns: [Column<CandleRow>] = [
    Columns.exchange, Columns.symbol, Columns.time, Columns.open, Columns.high, Columns.low,
    Columns.close, Columns.volume, Columns.change, Columns.percent, Columns.complete,
    Columns.filled,
  ]
  /// Time, prices, change and volume.
  public static let tableColumns = [
    Columns.time, Columns.open, Columns.high, Columns.low, Columns.close, Columns.percent,
    Columns.volume,
  ]
  /// The words `candle` and `candles`.
  public static let noun = (one: "candle", many: "candles")

  /// The notice `no candles in this range`.
  public static func emptyNotice(isMultiExchange: Bool) -> String { "no candles in this range" }

  /// The period and whether it has ended: a candle whose numbers change later is not a new one.
  public var comparable: CandleRow {
    var row = self
    row.candle = Candle(
      time: candle.time, open: nil, high: nil, low: nil, close: nil, volume: nil)
    return row
  }

  /// Whether the price rose or fell in the period, for a colour.
  public var tone: Tone { Tone(of: change) }
}

extension [CandleRow] {
  /// The rows of each pair on its exchange, in order of the first ones.
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

extension Condition<CandleRow> {
  /// That the period has ended.
  package static let isComplete = Condition(flag: CandleRow.Columns.complete)
}
