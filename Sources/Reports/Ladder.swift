package import MarketCore
package import Terminal

extension TableRenderer {
  /// An order book as a ladder: the headings, if there are any; and asks, the best price last, lines between the
  /// sides, and bids.
  package func ladder(
    of book: OrderBookViewModel, _ layout: Layout<BookRow>, fitting terminal: TerminalSize?
  ) -> (heading: [Line], lines: [Line]) {
    // A group is of all exchanges.
    let isGrouped = book.query.step != nil && book.polled.isMultiExchange && !layout.areChosen
    let layout =
      isGrouped ? Layout(layout.columns.filter { $0 != BookRow.Columns.exchange }) : layout
    let report = layout.shown(in: looks.width(of: terminal)).report(book)
    // As one table, whose columns line up on both sides.
    let table = table(of: report, fitting: terminal)
    let (bids, asks) = (table.rows.prefix(book.bids.count), table.rows.dropFirst(book.bids.count))
    return (table.heading, asks.reversed() + middle(of: book, fitting: terminal) + bids)
  }

  package func middle(of book: OrderBookViewModel, fitting terminal: TerminalSize?) -> [Line] {
    book.sentences(fitting: looks.width(of: terminal), in: looks.charset)
  }
}

extension OrderBookViewModel {
  /// The summary and the fill as lines between the sides.
  func sentences(_ more: [String] = [], fitting width: Int?, in charset: Charset) -> [Line] {
    ([summary + more, fillSummary] + fillParts).flatMap { parts in
      Line.flowing(
        parts.map { $0.controlsReplaced.transliterated(to: charset) }, width: width, .faint)
    }
  }
}
