extension Market {
  /// The notice that no amount can be converted.
  func missingRates(to currency: String, isMissing: Bool) -> [String] {
    let titles = exchanges.map(title).joined(separator: ", ")
    return isMissing ? ["no exchange rate to \(currency) on \(titles)"] : []
  }

  /// The notice about the exchanges whose changes are not over 24 hours, in the percent of coins.
  func percentNotices(without excluded: Set<ExchangeID?>) -> [String] {
    let titles = exchanges.filter(excluded.contains).map(title)
    return titles.isEmpty
      ? [] : ["percent without \(titles.joined(separator: ", ")): changes are since 00:00 UTC"]
  }

  static func noPrice(of symbols: [String]) -> String {
    "no price for \(symbols.joined(separator: ", "))"
  }
}

extension RowsFeed {
  /// The notices that changes are not over 24 hours, in a list whose cells are marked where its changes
  /// differ.
  ///
  /// - Parameter rows: those whose changes are shown, or those of the pairs by which they are computed.
  func changeNotices(on rows: [some ListRow], of list: Model) -> [String] {
    let rows = rows.filter { $0.dayChangeReference == .utcDay }
    if rows.isEmpty { return [] }
    if list.mixesChangeReferences, showsMarks, columns.contains(where: \.isDayChange) {
      return ["* since 00:00 UTC"]
    }
    let sentence = "changes are since 00:00 UTC, not over the last 24 h"
    guard market.isMultiExchange else { return [sentence] }
    // The change of a coin, which has no exchange, is the change of its rates.
    let coins = rows.filter { $0.exchange == nil }.map(\.pair.symbol)
    let titles = market.exchanges.filter(Set(rows.map(\.exchange)).contains).map(market.title)
    return (titles + coins).map { "\($0): \(sentence)" }
  }
}
