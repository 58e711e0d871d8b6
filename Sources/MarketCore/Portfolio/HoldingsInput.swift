import Foundation

/// Holdings files that were read, with their paths as displayed in notices.
package struct HoldingsInput: Sendable {
  package typealias File = (title: String, content: HoldingsFile)

  package let files: [File]
  /// The notices about the files.
  package var notices: [String] = []

  /// Reads the contents of files. The account of a file is its name without the ending.
  package init(
    _ contents: [(title: String, bytes: [UInt8])], defaultExchange: ExchangeID,
    exchanges: [any Exchange], hidesAmounts: Bool
  ) {
    self.init(
      contents.map { title, bytes in
        let name = title.split(separator: "/").last.map(String.init) ?? title
        let end = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        let file = HoldingsFile(
          bytes, account: name[..<end].trimmingCharacters(in: .whitespaces),
          defaultExchange: defaultExchange, exchanges: exchanges, hidesAmounts: hidesAmounts)
        return (title, file)
      })
  }

  package init(_ files: [File]) {
    self.files = files
    for (title, file) in files where file.errors.isEmpty {
      if file.trades.isEmpty { notices.append("no holdings in \(title)") }
      if file.ignoredColumns.isEmpty { continue }
      let names = file.ignoredColumns.map { "'\($0)'" }.joined(separator: ", ")
      notices.append(
        "\(title):\(file.headingLine): ignored \(names); columns are \(HoldingsFile.columns)")
    }
  }

  package var trades: [Trade] { files.flatMap(\.content.trades) }

  /// The invalid lines, each with its path and line: `coins.csv:3: missing quantity`.
  package var errors: [String] {
    files.flatMap { title, file in file.errors.map { "\(title):\($0.line): \($0.reason)" } }
  }

  /// Whether a file has a column for the sides of trades. Without it, quantities below 0 of a holding
  /// that has no purchases are meant as a short position.
  var hasSides: Bool { files.contains(where: \.content.hasSides) }

  package var title: String { files.map(\.title).joined(separator: ", ") }

  /// The path and line of the first trade of a pair or coin, as the beginning of a sentence: `coins.csv:3: `.
  /// If `exchange` is `nil`, the trade can be on any exchange. Empty if the files have no such trade.
  func place(of symbol: String, on exchange: ExchangeID?) -> String {
    files.lazy.compactMap { title, file in
      file.lines.filter { listing, _ in
        listing.pair.symbol == symbol && (exchange == nil || listing.exchange == exchange)
      }.values.min().map { "\(title):\($0): " }
    }.first ?? ""
  }
}

extension Portfolio {
  /// The notices about a valuation, such as about missing rates; `exchanges` are the polled exchanges.
  func notices(on valuation: Valuation, exchanges: [any Exchange]) -> [String] {
    let coins = trades.filter(\.holding.isCoin)
    var notices: [String] = []
    if let currency {
      let symbols = coins.filter { isConverted($0.holding) && $0.hasMoneyWithoutCode }
        .map(\.holding).symbols
      if !symbols.isEmpty {
        notices.append("\(symbols): unit_cost and fee without a currency are in \(currency)")
      }
    } else if !coins.isEmpty {
      let pairs = coins.map { "\($0.holding.pair)-USD" }.eachOnce.joined(separator: ", ")
      notices.append("write \(pairs), or use --in USD")
    }
    if !valuation.shorts.isEmpty {
      let symbols = valuation.shorts.map(\.holding).symbols
      notices.append("\(symbols): sold more than held; the rest is a short position")
    }
    notices += valuation.rates.filter { $0.exchange == nil }
      .map { "\($0.pair.base ?? "") counted as 1 \($0.pair.quote ?? "")" }
    return notices + rateNotices(on: valuation, exchanges)
      + (valuation.isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }

  private func rateNotices(on valuation: Valuation, _ exchanges: [any Exchange]) -> [String] {
    let rates = isPast ? "rates of that time" : "current rates"
    func counted(_ count: Int, _ reason: String) -> [String] {
      count == 0 ? [] : ["\(count) \(count == 1 ? "trade" : "trades") \(reason): \(rates)"]
    }
    let tried = exchanges.filter { !isPast || $0.info.offersHistory(nil) }
    let titles = tried.isEmpty ? "" : " on " + tried.map(\.title).joined(separator: ", ")
    let missing = Dictionary(grouping: valuation.missingRates) { "\($0.currency)→\($0.target)" }
    return counted(valuation.undatedTrades, "without a date")
      + counted(valuation.unratedTrades, "without a rate of the day")
      + missing.sorted { $0.key < $1.key }.map { rate, missing in
        let symbols = missing.map(\.holding).symbols
        let lacksValue = missing.contains {
          valueConversion(of: $0.holding)?.currency == $0.currency
        }
        return lacksValue
          ? "* without \(symbols): no exchange rate \(rate)\(titles)"
          : "\(symbols): cost and fees unknown: no exchange rate \(rate)\(titles)"
      }
  }
}

extension Trade {
  fileprivate var hasMoneyWithoutCode: Bool {
    [price, fee].compactMap(\.self).contains { $0.currency == nil }
  }
}

extension [Holding] {
  /// The symbols, each with its account, if accounts have names.
  fileprivate var symbols: String { map(\.title).eachOnce.joined(separator: ", ") }
}
