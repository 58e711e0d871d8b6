package import Foundation

/// A view model of portfolio values over time, at the newest closes up to the end of each period.
package typealias ValueHistoryViewModel = SummaryViewModel<ValueHistory, PortfolioValue, CandleRow>

extension ValueHistoryViewModel {
  /// The values before the first poll. `now` is the time from which `range` was computed. `rates` converts
  /// the prices and fees of trades by the rates of their days.
  package init(
    _ portfolio: Portfolio, _ query: ListQuery<PortfolioValue>, in range: HistoryRange, now: Date,
    rates: TradeRates? = nil
  ) {
    self.init(\.rows, query, of: portfolio.exchanges) { polled in
      let series = (polled.elements() as [CandleRow]).byListing
        .map { rows in rows.sorted { $0.candle.time < $1.candle.time } }
      let starts = range.period.starts(
        from: range.start, before: min(range.end ?? now, now),
        aligned: series.first?.last?.candle.time ?? range.period.defaultOrigin)
      // The periods are in ascending order, so each search continues where the previous one ended.
      var places = series.map { _ in -1 }
      func ticker(_ index: Int, at start: Date) -> Ticker? {
        let rows = series[index]
        while places[index] + 1 < rows.count, rows[places[index] + 1].candle.time <= start {
          places[index] += 1
        }
        return places[index] < 0 ? nil : rows[places[index]].ticker
      }
      return ValueHistory(
        of: portfolio, starts: Array(starts), end: { range.period.start(1, after: $0) }, now: now,
        under: polled.names, rates: rates
      ) { start in
        series.indices.compactMap { ticker($0, at: start) }
      }
    }
  }
}
