package import Foundation

/// An amount in one currency, and its value in another currency.
package struct Conversion: Hashable, Sendable {
  package let amount: Decimal
  package let from: String
  package let to: String
  /// The value of the amount; `nil` if it is outside a decimal's range. If the amount is divided by a price,
  /// the value has 12 significant digits. Otherwise it is exact, to 38 digits.
  package let result: Decimal?
  /// The value of one unit of ``from`` in ``to``, computed like ``result``.
  package let rate: Decimal?
  /// The one or two rates of the conversion, in order; empty if both currencies are the same.
  package let rates: [ConversionRate]

  /// Converts an amount by the last prices of a route, or by closes of candles, one for each step.
  init(
    _ amount: Decimal, from: String, to: String, by route: ConversionRoute,
    at prices: [Decimal]? = nil
  ) {
    (self.amount, self.from, self.to) = (amount, from, to)
    var isRounded = false
    result = route.convert(amount, at: prices, isRounded: &isRounded)
    rate = route.convert(1, at: prices, isRounded: &isRounded)
    rates = zip(route.steps, prices ?? route.steps.map(\.price)).map { step, price in
      ConversionRate(exchange: step.rate.exchange, pair: step.rate.pair, rate: price)
    }
  }

  /// The pairs of the rates, as in `kraken:ETH-USD / kraken:EUR-USD`, or the currencies that count as equal,
  /// as in `USDT=USD`; `nil` without rates.
  package var route: String? {
    let steps = rates.map { rate in
      rate.exchange.map { "\($0):\(rate.pair)" }
        ?? "\(rate.pair.base ?? "")=\(rate.pair.quote ?? "")"
    }
    return steps.isEmpty ? nil : steps.joined(separator: " / ")
  }
}

extension Conversion: ListRow {
  /// The columns of a conversion.
  package enum Columns {
    package static let amount = Column<Conversion>(
      "amount", .quantity, "Amount (from currency)", \.amount)
    package static let from = Column<Conversion>("from", "Currency of the amount", \.from)
    package static let to = Column<Conversion>("to", "Currency of the result", \.to)
    package static let result = Column<Conversion>(
      "result", .amount, "amount * rate (to currency)", in: \.to, \.result)
    package static let rate = Column<Conversion>(
      "rate", .price, "Value of one unit (to currency); 12 digits where divided", in: \.to, \.rate)
    package static let route = Column<Conversion>(
      "route", "Pairs of the rate, separated by ' / '; USDT=USD counts as equal", \.route)
    package static let asOf = Column<Conversion>(
      "as_of", .time, "Arrival time of the response, in UTC"
    ) { .time($1) }
  }
  package static let columns: [Column<Conversion>] = [
    Columns.amount, Columns.from, Columns.to, Columns.result, Columns.rate, Columns.route,
    Columns.asOf,
  ]
  package static let noun = (one: "conversion", many: "conversions")

  /// The exchange of the rates; `nil` without a rate from an exchange.
  package var exchange: ExchangeID? { rates.lazy.compactMap(\.exchange).first }
  package var pair: Pair { Pair(base: from, quote: to) }
  package var market: Listing? { nil }
}
