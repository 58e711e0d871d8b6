extension OrderBook {
  /// The book that holds the entries of several, each with its exchange: best price first, those of
  /// one price in the order of the books.
  ///
  /// - Parameters:
  ///   - books: of one pair, each of another exchange.
  ///   - pair: that pair.
  public init(merging books: [OrderBook], of pair: Pair) {
    func entries(_ side: Side) -> [Entry] {
      books.flatMap { book in
        book.entries(side).map { entry in
          var entry = entry
          entry.exchange = book.exchange
          return entry
        }
      }
    }
    self.init(pair: pair, bids: entries(.bid), asks: entries(.ask))
  }
}
