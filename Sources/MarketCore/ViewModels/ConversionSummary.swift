/// The conversions of an amount at the last prices of tickers.
package struct ConversionSummary: Sendable {
  /// The conversions with a known result, in the order of the request.
  package private(set) var rows: [Conversion] = []
  /// The conversions without an exchange rate, as in `ETH→CHF`. Both currencies are listed.
  package private(set) var unconverted: [String] = []
  /// The conversions whose result is outside a decimal's range, as in `ETH→CHF`.
  package private(set) var outOfRange: [String] = []
  /// Notes on dead pairs that could be part of a missing route.
  package private(set) var notesOnDeath: [String] = []

  /// The exchanges are tried in their order. A currency that is in no pair has no conversion.
  init(
    of request: ConversionRequest, _ polled: PolledExchanges<[Ticker]>, exchanges: [ExchangeID]
  ) {
    let tickers = polled.elements() as [Ticker]
    let listed = Set(tickers.lazy.flatMap { [$0.pair.base, $0.pair.quote] })
    let from = polled.everydayCode(of: request.from)
    guard let first = exchanges.first, listed.contains(from) else { return }
    for code in request.to {
      let to = polled.everydayCode(of: code)
      guard listed.contains(to) else { continue }
      var converter = CurrencyConverter(from: [from], to: to, at: tickers, exchanges: exchanges)
      guard let route = converter.route(from: from, at: first) else {
        unconverted.append("\(from)→\(to)")
        let ends: Set = [from, to]
        let usable = ends.union(ConversionRoute.bridges)
        notesOnDeath += tickers.filter { ticker in
          let pair = Set([ticker.pair.base, ticker.pair.quote].compactMap(\.self))
          return ticker.isDead && pair.isSubset(of: usable) && !pair.isDisjoint(with: ends)
        }.compactMap(\.noteOnDeath).filter { !notesOnDeath.contains($0) }
        continue
      }
      let conversion = Conversion(request.amount, from: from, to: to, by: route)
      if conversion.result == nil {
        outOfRange.append("\(from)→\(to)")
      } else {
        rows.append(conversion)
      }
    }
  }
}

/// A view model of the conversions of an amount.
package typealias ConversionsViewModel = SummaryViewModel<ConversionSummary, Conversion, Ticker>

extension ConversionsViewModel {
  package init(_ request: ConversionRequest, of exchanges: [ExchangeID]) {
    self.init(\.rows, ListQuery(), of: exchanges) { polled in
      ConversionSummary(of: request, polled, exchanges: exchanges)
    }
  }
}
