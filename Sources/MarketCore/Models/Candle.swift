public import Foundation

/// The trades of a pair in one period, summed up.
public struct Candle: Hashable, Sendable {
  /// The start of the period, as the exchange sends it.
  public let time: Date
  /// The first price, in the quote currency; `nil` when the exchange does not say, as with the others.
  public let open: Decimal?
  /// The highest price, in the quote currency.
  public let high: Decimal?
  /// The lowest price, in the quote currency.
  public let low: Decimal?
  /// The last price, in the quote currency; of a period that is still running, the last one so far.
  public let close: Decimal?
  /// The quantity traded, in the base currency.
  public let volume: Decimal?
}

extension [Candle] {
  /// Those that begin at `start` or later and before `end`, where these are given, oldest first.
  func page(from start: Date?, before end: Date?) -> [Candle] {
    filter { $0.time >= start ?? .distantPast && $0.time < end ?? .distantFuture }
      .sorted { $0.time < $1.time }
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
package struct CandleRow: Hashable, Sendable {
  /// The exchange.
  package let exchange: ExchangeID?
  /// The market.
  package let pair: Pair
  /// The length of the candle.
  package let period: Period
  /// The candle.
  package let candle: Candle
  /// Whether the period has ended.
  package let isComplete: Bool

  /// - Parameter asOf: the arrival time of the answer: a period that ended by then is complete.
  init(exchange: ExchangeID, pair: Pair, period: Period, candle: Candle, asOf: Date) {
    self.exchange = exchange
    self.pair = pair
    self.period = period
    self.candle = candle
    isComplete = period.start(1, after: candle.time) <= asOf
  }

  /// Close minus open, in the quote currency; `nil` when either is unknown or 0.
  package var change: Decimal? { candle.close?.change(since: candle.open) }

  /// Change ÷ open × 100, to the 38 digits of a decimal; `nil` when the change is unknown.
  package var percent: Decimal? { change?.percentage(of: candle.open) }
}

extension CandleRow: ListRow {
  /// The start of the period: a history is of one pair.
  package var id: Date { candle.time }
  /// The columns of a candle.
  package static let columns: [Column<CandleRow>] = [
    Column("exchange", "Exchange, as in --exchange", \.exchange?.rawValue),
    Column("symbol", "Pair (BTC-USD)", \.pair.symbol),
    Column("time", .time, "Start of the period, in UTC") { row, _ in .moment(row.candle.time) },
    Column(
      "open", .price, "First price of the period (quote currency)", in: \.pair.quote, \.candle.open),
    Column("high", .price, "Highest price (quote currency)", in: \.pair.quote, \.candle.high),
    Column("low", .price, "Lowest price (quote currency)", in: \.pair.quote, \.candle.low),
    Column("close", .price, "Last price (quote currency)", in: \.pair.quote, \.candle.close),
    Column("volume", .volume, "Traded quantity (base currency)", \.candle.volume),
    Column("change", .priceChange, "close - open (quote currency)", in: \.pair.quote, \.change),
    Column("percent", .percent, "change / open, in percent: 5 is 5%", tone: \.tone, \.percent),
    Column("complete", .text, "true if the period has ended, else false") { row, _ in
      .flag(row.isComplete)
    },
  ]
  /// Time, prices, change and volume.
  package static let tableColumns = columns(
    "time", "open", "high", "low", "close", "percent", "volume")
  /// A candle.
  package static let noun = (one: "candle", many: "candles")

  /// That the range has no candles.
  package static func emptyNotice(isMultiExchange: Bool) -> String { "no candles in this range" }

  /// Whether the price rose or fell in the period.
  package var tone: Tone { Tone(of: change) }
}

extension Condition<CandleRow> {
  /// That the period has ended.
  package static let isComplete = Condition(flag: "complete")
}
