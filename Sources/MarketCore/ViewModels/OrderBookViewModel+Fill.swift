import Foundation

extension OrderBookViewModel {
  /// A field of the fill of the query's order; unknown without one.
  public func cell(of field: FillField) -> Cell {
    guard let fill else { return Cell(.unknown) }
    let value = fill.value(of: field, pair: pair, asOf: freshness.asOf ?? .distantPast)
    guard case .number(let number) = value else { return Cell(value) }
    switch field {
    case .symbol, .side, .asOf: return Cell(value)
    case .filled:
      return Cell(value, MoneyFormat.text(number.rounded(toPlaces: 8), in: pair.base))
    case .average, .worst, .total: return Cell(value, MoneyFormat.text(number, in: pair.quote))
    case .requested, .unfilled:
      return Cell(
        value, MoneyFormat.text(number, in: fill.order.isInQuote ? pair.quote : pair.base))
    case .slippageBasisPoints:
      return Cell(value, BasisPointFormat.text(number, signed: true))
    }
  }

  /// The parts of the fill on several exchanges, for people, each in a line of its own; each part of a
  /// line can stand in a line of its own.
  public var fillParts: [[String]] {
    guard sources.isMultiExchange, let fill else { return [] }
    return fill.parts.map { part in
      func money(_ field: FillPartField) -> String {
        guard case .number(let number) = part.value(of: field) else { return Cell.unknownText }
        return MoneyFormat.text(number, in: pair.quote)
      }
      let filled = MoneyFormat.text(part.filled.rounded(toPlaces: 8), in: pair.base)
      return [
        "\(part.exchange): filled \(filled)", "total \(money(.total))",
        "average \(money(.average))",
      ]
    }
  }

  /// The fill of the query's order, for people; each part can stand in a line of its own.
  public var fillSummary: [String] {
    guard let fill else { return [] }
    func text(_ field: FillField) -> String { cell(of: field).text }
    let question = "\(text(.side)) \(text(.requested))"
    guard fill.worst != nil else {
      return ["\(question): no \(fill.order.direction == .buy ? "asks" : "bids")"]
    }
    let counterpart = fill.order.isInQuote ? "filled \(text(.filled))" : "total \(text(.total))"
    return ["\(question): \(counterpart)"]
      + (fill.unfilled > 0 ? ["unfilled \(text(.unfilled))"] : [])
      + [
        "average \(text(.average))", "worst price \(text(.worst))",
        "slippage \(text(.slippageBasisPoints))",
      ]
  }
}

extension MarketOrder {
  fileprivate var isInQuote: Bool {
    if case .quote = amount { true } else { false }
  }
}
