import Foundation

extension OrderBookViewModel {
  /// The parts of the fill on several exchanges, for people, each in a line of its own.
  package var fillParts: [[String]] {
    guard sources.isMultiExchange, let fill else { return [] }
    return fill.parts.map { part in
      func money(_ amount: Decimal?) -> String {
        amount?.finite.map { NumberFormat.money($0, in: pair.quote) } ?? Cell.unknownText
      }
      let filled = NumberFormat.money(part.filled.rounded(toPlaces: 8), in: pair.base)
      let average = part.average?.rounded(toSignificantDigits: 12)
      return [
        "\(part.exchange): filled \(filled)", "total \(money(part.total))",
        "average \(money(average))",
      ]
    }
  }

  /// The fill of the query's order, for people; each part can stand in a line of its own.
  package var fillSummary: [String] {
    guard let fill else { return [] }
    func text(_ name: StaticString) -> String { Fill.column(name).cell(of: fill, asOf: asOf).text }
    let question = "\(text("side")) \(text("requested"))"
    guard fill.worst != nil else {
      return ["\(question): no \(fill.order.direction == .buy ? "asks" : "bids")"]
    }
    let counterpart = fill.order.isInQuote ? "filled \(text("filled"))" : "total \(text("total"))"
    return ["\(question): \(counterpart)"]
      + (fill.unfilled > 0 ? ["unfilled \(text("unfilled"))"] : [])
      + [
        "average \(text("average"))", "worst price \(text("worst"))",
        "slippage \(text("slippage_bp"))",
      ]
  }
}
