package import Foundation

/// The fill of a market order on one of several exchanges that are compared.
package struct ComparedFill: Hashable, Sendable {
  package let exchange: ExchangeID?
  package let fill: Fill
  /// The quantity in the book that the order does not take, in the base currency.
  package let depthLeft: Decimal

  /// The fill of an order in the book of an exchange.
  package init(_ order: MarketOrder, fees: TakerFees?, in book: OrderBook) {
    (exchange, fill) = (book.exchange, book.fill(order, fees: fees))
    depthLeft = book.entries(order.takes).map(\.quantity).sum.subtracting(fill.filled)
  }

  /// The price of one unit, with the fee if fees are considered; `nil` if the book cannot fill the order.
  fileprivate var unitPrice: Decimal? {
    fill.unfilled > 0 ? nil : (fill.totalWithFee ?? fill.total).divided(by: fill.filled)
  }
}

extension [ComparedFill] {
  /// The fills of one order, the best first. The best fill of a purchase has the lowest price of one unit with
  /// the fee, and the best fill of a sale has the highest. Equal prices keep their order. Fills that are not
  /// complete follow, in their order.
  var bestFirst: [ComparedFill] {
    let priced = map { (row: $0, price: $0.unitPrice) }
    let complete = priced.filter { $0.price != nil }.sorted { lhs, rhs in
      guard let lower = lhs.price, let higher = rhs.price else { return false }
      return lhs.row.fill.order.direction == .buy ? lower.isBelow(higher) : higher.isBelow(lower)
    }
    return (complete + priced.filter { $0.price == nil }).map(\.row)
  }
}

extension ComparedFill: ListRow {
  /// The columns of a fill that is compared: its exchange and pair, the columns of a fill, and what is left.
  package enum Columns {
    package static let exchange = Column<ComparedFill>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    package static let depthLeft = Column<ComparedFill>(
      "depth_left", .quantity, "Quantity left in the book behind the fill (base currency)",
      \.depthLeft)
  }

  /// The column of compared fills that corresponds to a column of fills.
  package static func column(of column: Column<Fill>) -> Column<ComparedFill> {
    Column(column) { column.cell(of: $0.fill, asOf: $1) }
  }

  package static let columns: [Column<ComparedFill>] =
    [Columns.exchange] + Fill.columns.map(column(of:)) + [Columns.depthLeft]
  package static let tableColumns: [Column<ComparedFill>] =
    [Columns.exchange]
    + [
      Fill.Columns.filled, Fill.Columns.average, Fill.Columns.worst,
      Fill.Columns.slippageBasisPoints, Fill.Columns.total, Fill.Columns.feeTotal,
      Fill.Columns.unfilled,
    ].map(column(of:))
  package static let dataColumns = columns.filter { $0 != column(of: Fill.Columns.asOf) }
  package static let highlightedColumn: Column<ComparedFill>? = column(of: Fill.Columns.average)
  package static let noun = (one: "fill", many: "fills")
  package static func emptyNotice(isMultiExchange: Bool) -> String { "no order book" }

  package var pair: Pair { fill.pair }
}

/// A view model of the fills of one order on several exchanges, the best first.
package typealias ComparisonViewModel = SummaryViewModel<[ComparedFill], ComparedFill, ComparedFill>

extension ComparisonViewModel {
  package init(_ query: ListQuery<ComparedFill>, of exchanges: [ExchangeID]) {
    self.init(\.self, query, of: exchanges) { ($0.elements() as [ComparedFill]).bestFirst }
  }
}
