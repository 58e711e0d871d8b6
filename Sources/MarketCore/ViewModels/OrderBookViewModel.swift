public import Foundation

/// The order book of one pair: its best levels a side with running totals, ready to show.
public struct OrderBookViewModel: MarketViewModel {
  /// One level of a side.
  public struct Row: Hashable, Sendable {
    /// Which side.
    public let side: Side
    /// 1 for the best price.
    public let level: Int
    /// Price, quantity, number of orders.
    public let entry: OrderBook.Entry
    /// The quantity from the best price to here, in the base currency.
    public let total: Decimal
    /// The currency that the price is in.
    let quote: String?
  }

  /// The market.
  public let pair: Pair
  /// The most levels to show a side; `nil` for all.
  public let depth: Int?

  /// How far the levels can be believed.
  public private(set) var freshness = Freshness()
  /// The book as it was sent, sorted.
  public private(set) var book: OrderBook
  /// The levels to show of the bids, best first.
  public private(set) var bids: [Row] = []
  /// The levels to show of the asks, best first.
  public private(set) var asks: [Row] = []

  /// A book that waits for its first poll.
  public init(pair: Pair, depth: Int? = 10) {
    self.pair = pair
    self.depth = depth
    book = OrderBook(pair: pair, bids: [], asks: [])
  }

  /// Takes in a poll; one that failed leaves the levels as they are, stale.
  public mutating func apply(_ poll: Poll<Answer<OrderBook>>) {
    freshness.apply(poll)
    guard case .success(let answer) = poll.result else { return }
    book = answer.value
    bids = rows(.bid)
    asks = rows(.ask)
  }

  private func rows(_ side: Side) -> [Row] {
    let entries = book.entries(side)
    var total: Decimal = 0
    return entries.prefix(depth ?? entries.count).enumerated().map { index, entry in
      total += entry.quantity
      return Row(side: side, level: index + 1, entry: entry, total: total, quote: pair.quote)
    }
  }

  /// The exact value of a field that sums up the book as it was sent, not only what is shown.
  public func value(of field: BookSummaryField) -> FieldValue {
    let value = book.value(of: field, asOf: freshness.asOf ?? .distantPast, depth: depth)
    guard [.spreadBasisPoints, .imbalance].contains(field), case .number(let quotient) = value
    else { return value }
    return .quotient(quotient)
  }

  /// Spread, mid and imbalance in one line for people, or what is odd about the book.
  public var summary: String {
    guard let spread = book.spread, let mid = book.mid else {
      if book.isEmpty { return "the book is empty" }
      return book.bids.isEmpty ? "nobody buys" : "nobody sells"
    }
    var parts = ["spread \(MoneyFormat.text(spread, in: pair.quote))"]
    if let basisPoints = book.spreadBasisPoints {
      parts[0] += " (\(NumberFormat.grouped(basisPoints.rounded(toPlaces: 2))) bp)"
    }
    parts.append("mid \(MoneyFormat.text(mid, in: pair.quote))")
    if let imbalance = book.imbalance(depth: depth) {
      let rounded = imbalance.rounded(toPlaces: 2)
      parts.append("imbalance \(NumberFormat.grouped(rounded, minimumDecimals: 2, signed: true))")
    }
    if book.isCrossed { parts.append("crossed: the best bid is above the best ask") }
    return parts.joined(separator: " · ")
  }
}

extension OrderBookViewModel.Row {
  /// A field of the row.
  public subscript(_ field: BookField) -> Cell {
    let tone: Tone = side == .bid ? .up : .down
    switch field {
    case .side: return Cell(.text(side.rawValue), tone: tone)
    case .level: return Cell(.number(Decimal(level)))
    case .price:
      return Cell(.number(entry.price), MoneyFormat.text(entry.price, in: quote), tone: tone)
    case .quantity: return Cell(.number(entry.quantity), NumberFormat.grouped(entry.quantity))
    case .orders, .orderID: return Cell(FieldValue(entry.number))
    case .total: return Cell(FieldValue(total), total.finite.map { NumberFormat.grouped($0) })
    case .notional:
      let notional = entry.price.times(entry.quantity)
      return Cell(FieldValue(notional), notional.map { MoneyFormat.text($0, in: quote) })
    }
  }
}
