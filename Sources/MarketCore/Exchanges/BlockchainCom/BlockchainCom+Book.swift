import Foundation

extension BlockchainCom {
  /// Requests `/l2/SYMBOL`, or `/l3/SYMBOL` for single orders. The book of a closed pair can be empty.
  package func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let path = detail == .orders ? "l3" : "l2"
    let response = try await scope.get(path, try pair.requestableSymbol())
    let (book, warnings) = try response.parsed(BlockchainOrderBook.withoutInvalidEntries)
    guard book.symbol == pair.symbol else { throw .malformed("unexpected pair \(book.symbol)") }
    return try Answer(OrderBook(book, detail: detail), in: response, warnings)
  }
}

extension BlockchainOrderBook {
  /// The book without invalid entries. Entries whose price or quantity is not above 0 are invalid, too.
  static func withoutInvalidEntries(
    _ response: JSONMembers<CodingKeys>
  ) throws -> (book: BlockchainOrderBook, warnings: [Warning]) {
    func entries(_ key: CodingKeys) throws -> Rows<Entry> {
      try response.array(key).objects { row in
        let entry = try Entry(row)
        guard entry.price.isAboveZero else { throw row.invalid(.price, "not above 0") }
        guard entry.quantity.isAboveZero else { throw row.invalid(.quantity, "not above 0") }
        return entry
      }
    }
    let symbol = try response.name(.symbol)
    let (bids, asks) = (try entries(.bids), try entries(.asks))
    return (
      BlockchainOrderBook(symbol: symbol, bids: bids.elements, asks: asks.elements),
      bids.warnings + asks.warnings
    )
  }
}
