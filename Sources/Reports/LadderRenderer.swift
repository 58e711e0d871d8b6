package import MarketCore
package import Terminal

/// An order book as a ladder: asks above, bids below, the best prices at the spread between them.
package struct LadderRenderer: Sendable {
  package let layout: Layout<BookRow>
  package let table: TableRenderer

  package init(layout: Layout<BookRow>, table: TableRenderer) {
    (self.layout, self.table) = (layout, table)
  }

  /// The same with the exchange before the other columns, unless these were chosen.
  package var withExchange: LadderRenderer {
    let exchange = BookRow.Columns.exchange
    guard !layout.areChosen, !layout.columns.contains(exchange) else { return self }
    return LadderRenderer(layout: Layout([exchange] + layout.columns), table: table)
  }

  package func text(of book: OrderBookViewModel, isFirst: Bool) -> String {
    let (heading, lines) = lines(of: book, fitting: table.looks.terminal())
    return table.looks.text(of: heading + lines, isFirst: isFirst)
  }

  /// The headings, if there are any; and asks, the best price last, lines between the sides, and bids.
  package func lines(
    of book: OrderBookViewModel, fitting terminal: TerminalSize?
  ) -> (heading: [Line], lines: [Line]) {
    // A group is of all exchanges.
    let isGrouped = book.query.step != nil && book.sources.isMultiExchange && !layout.areChosen
    let layout =
      isGrouped ? Layout(layout.columns.filter { $0 != BookRow.Columns.exchange }) : layout
    let report = layout.shown(in: table.looks.width(of: terminal)).report(book)
    // As one table, whose columns line up on both sides.
    let table = table.table(of: report, fitting: terminal)
    let (bids, asks) = (table.rows.prefix(book.bids.count), table.rows.dropFirst(book.bids.count))
    return (table.heading, asks.reversed() + middle(of: book, fitting: terminal) + bids)
  }

  package func middle(of book: OrderBookViewModel, fitting terminal: TerminalSize?) -> [Line] {
    book.sentences(fitting: table.looks.width(of: terminal), in: table.looks.charset)
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
