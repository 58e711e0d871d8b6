public import Foundation

/// An amount in one currency, and its value in another currency.
public struct Conversion: Hashable, Sendable {
  public let amount: Decimal
  public let from: String
  public let to: String
  /// The value of the amount; `nil` if it is outside a decimal's range. If the amount is divided by a price,
  /// the value has 12 significant digits. Otherwise it is exact, to 38 digits.
  public let result: Decimal?
  /// The value of one unit of ``from`` in ``to``, computed like ``result``.
  public let rate: Decimal?
  /// The one or two rates of the conversion, in order; empty if both currencies are the same.
  public let rates: [ConversionRate]

  /// Converts an amount by the last prices of a route, or by closes of candles, one for each step.
  init(
    _ amount: Decimal, from: String, to: String, by route: ConversionRoute,
    at prices: [Decimal]? = nil
  ) {
    (self.amount, self.from, self.to) = (amount, from, to)
    var isRounded = false
    result = route.convert(amount, at: prices, isRounded: &isRounded)
    rate = route.convert(1, at: prices, isRounded: &isRounded)
    rates = route.steps.map { step in
      guard prices != nil, step.rate.exchange != nil else { return step.rate }
      return ConversionRate(exchange: step.rate.exchange, pair: step.rate.pair, rate: nil)
    }
  }

  /// The pairs of the rates, as in `kraken:ETH-USD / kraken:EUR-USD`, or the currencies that count as equal,
  /// as in `USDT=USD`; `nil` without rates.
  public var route: String? {
    let steps = rates.map { rate in
      rate.exchange.map { "\($0):\(rate.pair)" }
        ?? "\(rate.pair.base ?? "")=\(rate.pair.quote ?? "")"
    }
    return steps.isEmpty ? nil : steps.joined(separator: " / ")
  }
}

extension Conversion: ListRow {
  /// The columns of a conversion.
  public enum Columns {
    public static let amount = Column<Conversion>(
      "amount", .quantity, "Amount (from currency)", \.amount)
    public static let from = Column<Conversion>("from", "Currency of the amount", \.from)
    public static let to = Column<Conversion>("to", "Currency of the result", \.to)
    public static let result = Column<Conversion>(
      "result", .amount, "amount * rate (to currency)", in: \.to, \.result)
    public static let rate = Column<Conversion>(
      "rate", .price, "Value of one unit (to currency); 12 digits where divided", in: \.to, \.rate)
    public static let route = Column<Conversion>(
      "route", "Pairs of the rate, separated by ' / '; USDT=USD counts as equal", \.route)
    public static let asOf = Column<Conversion>(
      "as_of", .time, "Arrival time of the response, in UTC"
    ) { .time($1) }
  }
  public static let columns: [Column<Conversion>] = [
    Columns.amount, Columns.from, Columns.to, Columns.result, Columns.rate, Columns.route,
    Columns.asOf,
  ]
  public static let noun = (one: "conversion", many: "conversions")

  /// The exchange of the rates; `nil` without a rate from an exchange.
  public var exchange: ExchangeID? { rates.lazy.compactMap(\.exchange).first }
  public var pair: Pair { Pair(base: from, quote: to) }
  public var market: Listing? { nil }
}
