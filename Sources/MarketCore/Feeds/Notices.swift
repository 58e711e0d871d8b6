extension Market {
  /// The notice that amounts cannot be converted to a currency; empty if `isMissing` is false.
  func missingRates(to currency: String, isMissing: Bool) -> [String] {
    let titles = exchanges.map(title).joined(separator: ", ")
    return isMissing ? ["no exchange rate to \(currency) on \(titles)"] : []
  }

  /// The notice that changes of coins do not include these exchanges; empty if there are none.
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
  /// The notices about changes since 00:00 UTC, not over 24 hours; empty if `rows` have no such change.
  /// If cells are marked, the notice explains the mark. The `rows` have the displayed changes, or the
  /// changes from which these are computed.
  func changeNotices(on rows: [some ListRow], of list: Model) -> [String] {
    let rows = rows.filter { $0.dayChangeReference == .utcDay }
    if rows.isEmpty { return [] }
    if list.mixesChangeReferences, showsMarks, columns.contains(where: \.isDayChange) {
      return ["* since 00:00 UTC"]
    }
    let sentence = "changes are since 00:00 UTC, not over the last 24 h"
    guard market.isMultiExchange else { return [sentence] }
    // A row without an exchange is about a coin. The notice names the coin.
    let coins = rows.filter { $0.exchange == nil }.map(\.pair.symbol)
    let titles = market.exchanges.filter(Set(rows.map(\.exchange)).contains).map(market.title)
    return (titles + coins).map { "\($0): \(sentence)" }
  }
}
