package import MarketCore
package import Terminal

extension TableRenderer {
  /// Returns an order book as a ladder: its heading, and its lines from the worst ask to the worst bid, with
  /// sentences about the book between the two sides.
  package func ladder(
    of book: OrderBookViewModel, _ layout: Layout<BookRow>, fitting terminal: TerminalSize?
  ) -> (heading: [Line], lines: [Line]) {
    // A price step combines the levels of all exchanges. Then a default ladder has no column of exchanges.
    let isGrouped = book.query.step != nil && book.polled.isMultiExchange && !layout.areChosen
    let layout =
      isGrouped ? Layout(layout.columns.filter { $0 != BookRow.Columns.exchange }) : layout
    let report = layout.shown(in: looks.width(of: terminal)).report(book)
    // The rows of both sides are one table, so that their columns line up.
    let table = table(of: report, fitting: terminal)
    let (bids, asks) = (table.rows.prefix(book.bids.count), table.rows.dropFirst(book.bids.count))
    return (table.heading, asks.reversed() + middle(of: book, fitting: terminal) + bids)
  }

  package func middle(of book: OrderBookViewModel, fitting terminal: TerminalSize?) -> [Line] {
    book.sentences(fitting: looks.width(of: terminal), in: looks.charset)
  }
}

extension OrderBookViewModel {
  /// Returns the lines of the summary of the book with `more` sentences, and of the fill if there is one. What
  /// the fill costs or brings stands out.
  func sentences(_ more: [String] = [], fitting width: Int?, in charset: Charset) -> [Line] {
    func lines(_ parts: [String], _ style: TextStyle) -> [Line] {
      Line.flowing(
        parts.map { $0.controlsReplaced.transliterated(to: charset) }, width: width, style)
    }
    return lines(summary + more, .faint) + lines(fillSummary, .heading)
      + fillParts.flatMap { lines($0, .faint) }
  }
}
