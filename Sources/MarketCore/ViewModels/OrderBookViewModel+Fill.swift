import Foundation

extension OrderBookViewModel {
  /// The parts of the fill on several exchanges, for people, each in a line of its own; each part of a
  /// line can stand in a line of its own.
  public var fillParts: [[String]] {
    guard sources.areSeveral, let fill else { return [] }
    return fill.parts.map { part in
      func money(_ name: StaticString) -> String {
        guard case .number(let number) = Fill.Part.column(name).value(of: part, asOf: asOf) else {
          return Cell.unknownText
        }
        return MoneyFormat.text(number, in: pair.quote)
      }
      let filled = MoneyFormat.text(part.filled.rounded(toPlaces: 8), in: pair.base)
      return [
        "\(part.exchange): filled \(filled)", "total \(money("total"))",
        "average \(money("average"))",
      ]
    }
  }

  /// The fill of the query's order, for people; each part can stand in a line of its own.
  public var fillSummary: [String] {
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
