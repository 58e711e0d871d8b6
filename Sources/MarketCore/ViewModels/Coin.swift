public import Foundation

/// A currency on one or several exchanges: its price in one currency, and its turnover.
///
/// Only pairs that were traded in the last 24 hours, and whose price can be converted, count. The weight
/// of a pair is its turnover. A price that is ten times too high would have ten times the weight.
/// Therefore a price above five times the typical price, or below a fifth of it, is not plausible: it has
/// no weight, and is neither the lowest nor the highest price. The typical price is the median without
/// weights (the lower one of two) of the pairs with at least a ten-thousandth of the coin's traded quantity.
public struct Coin: Hashable, Sendable {
  public let code: String
  /// The name in the first ticker that has one: the name that its exchange sends, else the built-in
  /// name. `nil` if no ticker has a name.
  public let name: String?
  /// The currency of prices and turnover.
  public let currency: String
  /// The median of the plausible prices, weighted by turnover; `nil` if there is none.
  public let price: Decimal?
  /// The median of the changes of the pairs with a plausible price, weighted by turnover, in percent: 5
  /// is 5 %. If there are changes over 24 hours, only they are used, else changes since 00:00 UTC. `nil`
  /// if no change is known.
  public let percent: Decimal?
  /// The moment from which the changes of ``percent`` are measured, if there are changes.
  public let changeReference: ChangeReference
  /// The sum of the turnovers of the pairs that count; `nil` if no pair counts, or the sum is too large.
  public let turnover: Decimal?
  /// The part of the turnover of all coins except fiat currencies, in percent: 5 is 5 %; `nil` if unknown.
  public internal(set) var share: Decimal?
  /// The lowest plausible price; `nil` if there is none.
  public let lowPrice: Decimal?
  /// The highest plausible price; `nil` if there is none.
  public let highPrice: Decimal?
  /// The exchanges of ``lowPrice`` and ``highPrice``; of equal prices, the first exchange.
  public let lowExchange, highExchange: ExchangeID?
  /// The number of pairs that count.
  public let markets: Int
  /// The number of exchanges with a pair that counts.
  public let exchanges: Int
  /// The arrival time of the oldest answer with a pair that counts; `nil` if no pair counts.
  public internal(set) var asOf: Date?
  /// The arrival time of the last message of a stream about a counted pair; `nil` if none is streamed.
  public internal(set) var receivedAt: Date?
  /// The pair whose price history is shown, if any: of the pairs with a plausible price on exchanges
  /// with price history, the one with the largest turnover, preferably quoted in ``currency``. If none of
  /// the exchanges has price history, a pair of any exchange: another exchange may have its history.
  public private(set) var historyMarket: Listing?
  /// The last price of ``historyMarket``, in the quote currency of this pair.
  public private(set) var historyPrice: Decimal?
  public var pastCloses: [PastSpan: Decimal]?

  /// (Highest − lowest price) ÷ price × 10,000, to 38 digits; `nil` if it cannot be computed.
  public var gapBasisPoints: Decimal? {
    guard let lowPrice, let highPrice, let price else { return nil }
    return highPrice.subtracting(lowPrice).multiplied(by: 10_000)?.divided(by: price)
  }
}

extension Coin {
  /// A pair that counts, with its price and turnover converted to the currency of the coin.
  struct CountedPair {
    let ticker: Ticker
    let price: Decimal
    let turnover: Decimal

    /// Whether the price is at least a fifth and at most five times the typical price. Prices in
    /// different countries differ by less, wrong prices often by a factor of ten.
    func isNear(_ typical: Decimal) -> Bool {
      let fivefold = (price.multiplied(by: 5), typical.multiplied(by: 5))
      guard case (let price5?, let typical5?) = fivefold else { return false }
      return !price5.isBelow(typical) && !typical5.isBelow(price)
    }
  }

  init(
    _ code: String, in currency: String, name: String?, _ markets: [CountedPair],
    asOf: (ExchangeID?) -> Date
  ) {
    self.code = code
    self.name = name
    self.currency = currency
    let exchanges = Set(markets.map(\.ticker.exchange))
    let byPrice = markets.sorted { $0.price.isBelow($1.price) }
    let typical = Self.median(Self.withoutDust(byPrice).map { (value: $0.price, weight: 1) })
    let plausible = byPrice.filter { market in typical.map(market.isNear) ?? false }
    let changes = plausible.compactMap { market in
      market.ticker.percent.map {
        (value: $0, weight: market.turnover, since: market.ticker.changeReference)
      }
    }
    let isOverDay = changes.isEmpty || changes.contains { $0.since == .dayAgo }
    changeReference = isOverDay ? .dayAgo : .utcDay
    price = Self.median(plausible.map { (value: $0.price, weight: $0.turnover) })
    percent = Self.median(
      changes.filter { !isOverDay || $0.since == .dayAgo }.map { ($0.value, $0.weight) }
        .sorted { $0.value.isBelow($1.value) })
    turnover = markets.isEmpty ? nil : markets.map(\.turnover).sum.finite
    lowPrice = plausible.first?.price
    highPrice = plausible.last?.price
    lowExchange = plausible.first?.ticker.exchange
    highExchange = plausible.first { [highPrice] in $0.price == highPrice }?.ticker.exchange
    self.markets = markets.count
    self.exchanges = exchanges.count
    self.asOf = exchanges.map(asOf).min()
    receivedAt = plausible.compactMap(\.ticker.receivedAt).max()
    let offering = plausible.filter { market in
      market.ticker.exchange.flatMap(Exchanges.named)?.info.periods.isEmpty == false
    }
    let withHistory = offering.isEmpty ? plausible : offering
    let inCurrency = withHistory.filter { $0.ticker.pair.quote == currency }
    let history = (inCurrency.isEmpty ? withHistory : inCurrency)
      .max { $0.turnover.isBelow($1.turnover) }?.ticker
    (historyMarket, historyPrice) = (history?.listing, history?.last)
  }

  private static func withoutDust(_ markets: [CountedPair]) -> [CountedPair] {
    let volumes = markets.map { $0.ticker.volume ?? 0 }
    let total = volumes.sum
    return zip(markets, volumes).filter { _, volume in
      volume.multiplied(by: 10_000).map { !$0.isBelow(total) } ?? true
    }.map { $0.0 }
  }

  /// The weighted median of ascending values: the first value at which the sum of the weights reaches
  /// half of the sum of all weights.
  private static func median(_ values: [(value: Decimal, weight: Decimal)]) -> Decimal? {
    let total = values.map(\.weight).sum
    var sum: Decimal = 0
    return values.first { _, weight in
      sum = sum.adding(weight)
      return !sum.adding(sum).isBelow(total)
    }?.value
  }
}

extension Coin.CountedPair {
  /// `nil` if there was no trade in 24 hours, the price is below 0, or price or turnover is not convertible.
  init?(_ ticker: Ticker, _ converter: inout CurrencyConverter) {
    guard let quote = ticker.pair.quote, let last = ticker.last, !last.isSignMinus,
      ticker.isTraded,
      let route = converter.route(from: quote, at: ticker.exchange),
      let price = route.convert(last), let turnover = ticker.notional.flatMap({ route.convert($0) })
    else { return nil }
    self.init(ticker: ticker, price: price, turnover: turnover)
  }
}

extension Coin: ListRow {
  /// The columns of a coin.
  public enum Columns {
    public static let coin = Column<Coin>("coin", "Code of the currency (BTC)", \.code)
    public static let name = Column<Coin>("name", "Name of the currency", \.name)
    public static let price = Column<Coin>(
      "price", .computedPrice, "Median of the prices, weighted by turnover (--in)", in: \.currency,
      \.price)
    public static let percent = Column<Coin>(
      "percent", .percent,
      "Median of the changes over 24 h, else since 00:00 UTC, weighted by turnover, in percent",
      isDayChange: true, \.percent)
    public static let turnover = Column<Coin>(
      "turnover", .turnover, "Sum of the turnovers in 24 hours (--in)", in: \.currency, \.turnover)
    public static let share = Column<Coin>(
      "share", .share, "Part of the turnover of all coins, in percent", \.share)
    public static let lowPrice = Column<Coin>(
      "low_price", .computedPrice, "Lowest plausible price (--in)", in: \.currency, \.lowPrice)
    public static let highPrice = Column<Coin>(
      "high_price", .computedPrice, "Highest plausible price (--in)", in: \.currency, \.highPrice)
    public static let gapBasisPoints = Column<Coin>(
      "gap_bp", .basisPoints, "(high_price - low_price) / price, in basis points"
    ) { coin, _ in
      .quotient(coin.gapBasisPoints)
    }
    public static let markets = Column<Coin>("markets", .number, "Number of traded pairs") {
      Decimal($0.markets)
    }
    public static let exchanges = Column<Coin>("exchanges", .number, "Number of their exchanges") {
      Decimal($0.exchanges)
    }
    public static let asOf = Column<Coin>(
      "as_of", .time, "Arrival time of the oldest of their responses, in UTC"
    ) { coin, _ in
      coin.asOf.map(FieldValue.time) ?? .unknown
    }
    public static let percentHour = Coin.column(since: .hour)
    public static let percentWeek = Coin.column(since: .week)
    public static let percentMonth = Coin.column(since: .month)
    public static let lowExchange = Column<Coin>(
      "low_exchange", "Exchange of low_price", \.lowExchange?.rawValue)
    public static let highExchange = Column<Coin>(
      "high_exchange", "Exchange of high_price", \.highExchange?.rawValue)
  }
  public static let columns: [Column<Coin>] = [
    Columns.coin, Columns.name, Columns.price, Columns.percent, Columns.turnover, Columns.share,
    Columns.lowPrice, Columns.highPrice, Columns.gapBasisPoints, Columns.markets, Columns.exchanges,
    Columns.asOf, Columns.percentHour, Columns.percentWeek, Columns.percentMonth,
    Columns.lowExchange, Columns.highExchange,
  ]
  public static let tableColumns = [
    Columns.coin, Columns.name, Columns.price, Columns.percent, Columns.turnover, Columns.share,
    Columns.gapBasisPoints, Columns.markets,
  ]
  public static let highlightedColumn: Column<Coin>? = Columns.price
  public static let noun = (one: "coin", many: "coins")
  public static func emptyNotice(isMultiExchange: Bool) -> String { "no coin was traded" }

  public var dayChangeReference: ChangeReference? { percent == nil ? nil : changeReference }
  public var exchange: ExchangeID? { nil }
  public var pair: Pair { Pair(symbol: code) }
  public var market: Listing? { nil }
  public var comparable: Coin {
    var coin = self
    (coin.share, coin.asOf, coin.historyMarket, coin.historyPrice) = (nil, nil, nil, nil)
    coin.pastCloses = nil
    return coin
  }
  /// Whether a filter keeps the code or the name. Of a symbol or pattern (`BTC-USD`), only the base counts.
  public func matches(_ filter: SymbolFilter) -> Bool {
    filter.matchesCoin(code, name: name)
  }
}
