package import Foundation

/// The value of a portfolio over time, with one row per period.
package struct ValueHistory: Sendable {
  package private(set) var rows: [PortfolioValue] = []
  /// The last valuation, with the rates and the missing rates of all periods, each once. The numbers of
  /// rates are `nil`, because they can differ from period to period.
  package private(set) var valuation = Valuation()

  /// Computes the value at the end of each period, or at `now` for a period that has not ended. The trades
  /// before this time count.
  ///
  /// `end` returns the end of the period that begins at a time, and `tickers` returns the prices at this
  /// end. `names` has the everyday names (`BTC-USD`) of holdings that are written in an exchange's own
  /// codes (`XBT-USD`). `tradeRates` converts the amounts of trades by the rates of their days.
  ///
  /// - Precondition: the portfolio has one currency, see ``Portfolio/currencies(under:)``. Holdings in
  ///   other currencies are ignored.
  package init(
    of portfolio: Portfolio, starts: [Date], end: (Date) -> Date, now: Date,
    under names: [Listing: Listing] = [:], rates tradeRates: TradeRates? = nil,
    tickers: (_ start: Date) -> [Ticker]
  ) {
    let currency = portfolio.currencies(under: names).first ?? nil
    var (rates, missing) = ([ConversionRate](), [Valuation.MissingRate]())
    var isRounded = false
    for start in starts {
      // The moment of the end belongs to the next period.
      let time = min(end(start) - 0.001, now)
      valuation = portfolio.valuation(
        of: tickers(start), under: names, at: time, rates: tradeRates)
      let total = valuation.totals.first { $0.quote == currency } ?? HoldingTotal(currency, of: [])
      rows.append(PortfolioValue(time: start, total: total))
      rates += valuation.rates
        .map { ConversionRate(exchange: $0.exchange, pair: $0.pair, rate: nil) }
        .filter { !rates.contains($0) }
      missing += valuation.missingRates.filter { !missing.contains($0) }
      isRounded = isRounded || valuation.isRounded
    }
    (valuation.rates, valuation.missingRates, valuation.isRounded) = (rates, missing, isRounded)
  }
}
