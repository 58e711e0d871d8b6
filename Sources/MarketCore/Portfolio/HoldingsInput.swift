/// A holdings file that was read, with its path as displayed in notices, and the notices about the file.
package struct HoldingsInput: Sendable {
  package let file: HoldingsFile
  package let title: String
  package var notices: [String]

  package init(_ file: HoldingsFile, title: String) {
    (self.file, self.title) = (file, title)
    let names = file.ignoredColumns.map { "'\($0)'" }.joined(separator: ", ")
    notices =
      names.isEmpty
      ? [] : ["\(title):\(file.headingLine): ignored \(names); columns are \(HoldingsFile.example)"]
  }

  /// The path and line of the first lot of a pair on an exchange, as the beginning of a sentence:
  /// `coins.csv:3: `. Empty if the file has no such lot.
  func place(of symbol: String, on exchange: ExchangeID?) -> String {
    let line = file.lines[Listing(exchange: exchange, pair: Pair(symbol: symbol))]
    return line.map { "\(title):\($0): " } ?? ""
  }
}

extension Portfolio {
  /// The notices about the values of holdings, such as about missing rates. The holdings in `unconverted`
  /// have no rate to the currency; `exchanges` are the polled exchanges.
  func notices(
    rates: [ConversionRate], unconverted: [Holding], isRounded: Bool, on exchanges: [any Exchange]
  ) -> [String] {
    var notices: [String] = []
    let coins = currency == nil ? holdings.filter(\.isCoin).map(\.pair).eachOnce : []
    if !coins.isEmpty {
      let pairs = coins.map { "\($0)-USD" }.joined(separator: ", ")
      notices.append("write \(pairs), or use --in USD")
    }
    let sold = soldPairs.map(\.symbol).joined(separator: ", ")
    if !sold.isEmpty {
      notices.append(
        "\(sold): quantities below 0 beside others above 0; gain_percent and unit_cost are unknown until "
          + "trades are read")
    }
    notices += rates.filter { $0.exchange == nil }
      .map { "\($0.pair.base ?? "") counted as 1 \($0.pair.quote ?? "")" }
    if let currency {
      let tried = exchanges.filter { !isPast || $0.info.offersHistory(nil) }
      let titles = tried.map(\.title).joined(separator: ", ")
      let missing = Dictionary(grouping: unconverted) { $0.quote ?? "" }
      notices += missing.sorted { $0.key < $1.key }.map { quote, holdings in
        let symbols = holdings.map(\.pair.symbol).joined(separator: ", ")
        return "* without \(symbols): no exchange rate \(quote)→\(currency) on \(titles)"
      }
    }
    return notices + (isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }
}
