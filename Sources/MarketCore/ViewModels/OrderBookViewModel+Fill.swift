import Foundation

extension OrderBookViewModel {
  /// Phrases about each exchange that fills a part of the order: quantity, total and average price.
  /// Empty without an order or a merged book.
  package var fillParts: [[String]] {
    guard polled.isMultiExchange, let fill else { return [] }
    return fill.parts.map { part in
      func money(_ amount: Decimal?) -> String {
        NumberFormat.money(amount?.finite, in: pair.quote)
      }
      let filled = NumberFormat.money(part.filled.rounded(toPlaces: 8), in: pair.base)
      let average = part.average?.rounded(toSignificantDigits: 12)
      return [
        "\(part.exchange): filled \(filled)", "total \(money(part.total))",
        "average \(money(average))",
      ]
    }
  }

  /// The fill of the query's order, as phrases for one line or several; empty without an order.
  package var fillSummary: [String] {
    guard let fill else { return [] }
    func text(_ column: Column<Fill>) -> String { column.cell(of: fill, asOf: asOf).text }
    let question = "\(text(Fill.Columns.side)) \(text(Fill.Columns.requested))"
    guard fill.worst != nil else {
      return ["\(question): no \(fill.order.direction == .buy ? "asks" : "bids")"]
    }
    let counterpart =
      fill.order.isInQuote
      ? "filled \(text(Fill.Columns.filled))" : "total \(text(Fill.Columns.total))"
    return ["\(question): \(counterpart)"]
      + (fill.unfilled > 0 ? ["unfilled \(text(Fill.Columns.unfilled))"] : [])
      + [
        "average \(text(Fill.Columns.average))", "worst price \(text(Fill.Columns.worst))",
        "slippage \(text(Fill.Columns.slippageBasisPoints))",
      ]
      + (fill.totalWithFee == nil
        ? []
        : [
          "fee \(text(Fill.Columns.fee))", "total with fee \(text(Fill.Columns.feeTotal))",
        ])
  }
}
