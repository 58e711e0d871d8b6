extension PriceFile {
  /// Returns the reason why the candles of a feed in a format cannot be added to the file; `nil` if they can
  /// be added. The format is unknown for a table and a template.
  package func mismatch(with output: String?, _ feed: HistoryFeed) -> String? {
    // `nil` for formats that cannot be added to any file, such as json.
    let wanted = output.flatMap(Format.init)
    // A file with a single column has no separators, so it can be csv or tsv.
    let isEither = columns?.count == 1 && (wanted == .csv || wanted == .tsv)
    if let wanted, let format, format != wanted, !isEither {
      return "format is \(format.rawValue), not \(wanted.rawValue)"
    }
    // Which pairs coins and patterns stand for is known only after a request.
    let pairs = feed.pairs.filter { !$0.isCoin && $0.pattern == nil }
    for pair in pairs.sorted() {
      let ofBase = format?.isDirective == true ? pairs.filter { $0.base == pair.base } : [pair]
      let currencies = ofBase.compactMap { feed.currency ?? $0.quote }
      let used = self.currencies(of: pair)
      if !used.isEmpty, used.isDisjoint(with: currencies) {
        let (old, new) = (
          used.sorted().joined(separator: ", "), currencies.joined(separator: ", ")
        )
        return "prices of \(pair.base ?? pair.symbol) are in \(old), not \(new)"
      }
      if let period = otherPeriod(of: pair, in: feed.currency, than: feed.period) {
        return "candles of \(pair) are of \(period.rawValue), not \(feed.period.rawValue)"
      }
    }
    return nil
  }
}
