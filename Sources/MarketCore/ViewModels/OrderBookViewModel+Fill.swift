import Foundation

extension OrderBookViewModel {
  /// Phrases about each exchange that fills a part of the order: quantity, total and average price.
  /// Empty without an order or a merged book.
  package var fillParts: [[String]] {
    guard polled.isMultiExchange, let fill else { return [] }
    return fill.parts.map { part in
      let filled = NumberFormat.quantity(part.filled, in: pair.base)
      let total = NumberFormat.money(part.total, in: pair.quote, rounded: true)
      let average = part.average.map { NumberFormat.roundedPrice($0, in: pair.quote) }
      return [
        "\(part.exchange): filled \(filled)", "total \(total)",
        "average \(NumberFormat.money(average, in: pair.quote))",
      ]
    }
  }

  /// The fill of the query's order, as phrases for one line or several; empty without an order.
  package var fillSummary: [String] {
    guard let fill else { return [] }
    func text(_ column: Column<Fill>) -> String { column.cell(of: fill, asOf: asOf).text }
    let isPurchase = fill.order.direction == .buy
    guard fill.worst != nil else {
      let question = "\(text(Fill.Columns.side)) \(text(Fill.Columns.requested))"
      return ["\(question): no \(isPurchase ? "asks" : "bids")"]
    }
    let (filled, total) = (text(Fill.Columns.filled), text(Fill.Columns.total))
    return [isPurchase ? "buying \(filled) costs \(total)" : "selling \(filled) brings \(total)"]
      + (fill.unfilled > 0
        ? ["\(text(Fill.Columns.unfilled)) of \(text(Fill.Columns.requested)) unfilled"] : [])
      + [
        "average price \(text(Fill.Columns.average))",
        "worst price \(text(Fill.Columns.worst))",
        "slippage \(text(Fill.Columns.slippageBasisPoints))",
      ]
      + (fill.totalWithFee == nil
        ? []
        : [
          "fee \(text(Fill.Columns.fee))", "total with fee \(text(Fill.Columns.feeTotal))",
        ])
  }
}
