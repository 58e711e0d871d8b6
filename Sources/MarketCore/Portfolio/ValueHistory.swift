package import Foundation

/// The value of a portfolio over time, with one row per period.
package struct ValueHistory: Sendable {
  package private(set) var rows: [PortfolioValue] = []
  /// The rates that converted amounts, each listing once. ``ConversionRate/rate`` is `nil`, because it can
  /// differ from period to period.
  package private(set) var rates: [ConversionRate] = []
  /// The holdings that have no rate to the currency in at least one period, each listing once.
  package private(set) var unconverted: [Holding] = []
  package private(set) var isRounded = false

  /// Computes the value at the end of each period, or at `now` for a period that has not ended. A lot
  /// counts in a period if it begins to count before the end of the period, and at `now` at the latest.
  ///
  /// `end` returns the end of the period that begins at a time, and `tickers` returns the prices at this
  /// end. `names` has the everyday names (`BTC-USD`) of holdings that are written in an exchange's own
  /// codes (`XBT-USD`).
  ///
  /// - Precondition: the portfolio has one currency, see ``Portfolio/currencies(under:)``. Holdings in
  ///   other currencies are ignored.
  package init(
    of portfolio: Portfolio, starts: [Date], end: (Date) -> Date, now: Date,
    under names: [Listing: Listing] = [:], tickers: (_ start: Date) -> [Ticker]
  ) {
    let currency = portfolio.currencies(under: names).first ?? nil
    var (converting, unconvertible) = (Set<Listing>(), Set<Listing>())
    for start in starts {
      // The moment of the end belongs to the next period.
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
