package import Foundation

/// The value of a portfolio over time, period by period.
package struct ValueHistory: Sendable {
  /// One row per period, in their order.
  package private(set) var rows: [PortfolioValue] = []
  /// The rates by which amounts were converted, each pair of an exchange once; without a price, as each
  /// period has its own.
  package private(set) var rates: [ConversionRate] = []
  /// The holdings that have no route to the currency in at least one period, each listing once.
  package private(set) var unconverted: [Holding] = []
  /// Whether an amount needs more than the 38 digits of a decimal, and was rounded to these.
  package private(set) var isRounded = false

  /// Computes the value at the end of each period, or now if it has not ended. A lot counts in a period
  /// if it begins to count before that end, and not after now.
  ///
  /// - Precondition: the portfolio has one currency, see ``Portfolio/currencies(under:)``. Holdings of
  ///   others are ignored.
  /// - Parameters:
  ///   - starts: the starts of the periods.
  ///   - end: the end of the period that begins at a time.
  ///   - names: the everyday names of holdings in an exchange's own codes.
  ///   - tickers: the prices at the end of the period that begins at a time.
  package init(
    of portfolio: Portfolio, starts: [Date], end: (Date) -> Date, now: Date,
    under names: [Listing: Listing] = [:], tickers: (_ start: Date) -> [Ticker]
  ) {
    let currency = portfolio.currencies(under: names).first ?? nil
    var (converting, unconvertible) = (Set<Listing>(), Set<Listing>())
    for start in starts {
      // The end belongs to the next period.
      let time = min(end(start) - 0.001, now)
      let valuation = portfolio.valuation(of: tickers(start), under: names, at: time)
      let total = valuation.totals.first { $0.quote == currency } ?? HoldingTotal(currency, of: [])
      rows.append(PortfolioValue(time: start, total: total))
      for rate in valuation.rates
      where converting.insert(Listing(exchange: rate.exchange, pair: rate.pair)).inserted {
        rates.append(ConversionRate(exchange: rate.exchange, pair: rate.pair, rate: nil))
      }
      unconverted += valuation.unconverted.filter { unconvertible.insert($0.listing).inserted }
      isRounded = isRounded || valuation.isRounded
    }
  }
}
