public import Foundation

/// A level, or an order, of a side of a book.
public struct BookRow: Hashable, Sendable {
  /// Which side.
  public let side: Side
  /// 1 for the best price.
  public let level: Int
  /// Price, quantity, number of orders.
  public let entry: OrderBook.Entry
  /// The quantity from the best price to here, in the base currency.
  public let total: Decimal
  /// Whether it was not there, or not the same, at the poll before.
  public let isChanged: Bool
  /// The exchange; `nil` for a level of several.
  public let exchange: ExchangeID?
  let quote: String?
  /// The largest total that is shown of either side.
  var largestTotal: Decimal = 0

  /// The total as a share of the largest one, to six decimals.
  private var share: FieldValue { .quotient(total.divided(by: largestTotal)) }
  private var tone: Tone { side == .bid ? .up : .down }
}

extension BookRow: Row {
  /// The columns of a level.
  public static let columns: [Column<BookRow>] = [
    Column("exchange", "Exchange, as in --exchange", \.exchange?.rawValue),
    Column("side", .text, "bid or ask", tone: \.tone) { row, _ in .text(row.side.rawValue) },
    Column("level", .number, "Number of the level or order; 1 is best") { Decimal($0.level) },
    Column(
      "price", .price, "Price of the level or order (quote currency)", in: \.quote, tone: \.tone,
      \.entry.price),
    Column(
      "quantity", .quantity, "Quantity of the level or order (base currency)", \.entry.quantity),
    Column("orders", .number, "Number of orders at the price") { row in
      row.entry.orders.map { Decimal($0) }
    },
    Column("order_id", .number, "Id of the order; requires --orders") { row, _ in
      FieldValue(row.entry.orderID)
    },
    Column("total", .quantity, "Quantity from the best price to here (base currency)", \.total),
    Column("notional", .amount, "price * quantity (quote currency)", in: \.quote) {
      $0.entry.price.multiplied(by: $0.entry.quantity)
    },
    Column(
      "bar", .bar, "total as a share of the largest one shown, drawn as a bar", tone: \.tone
    ) { row, _ in row.share },
  ]
  /// Those of a ladder.
  public static let tableColumns = columns("side", "price", "quantity", "orders", "total", "bar")
  /// All but ids and bars.
  public static let dataColumns = columns(
    "exchange", "side", "level", "price", "quantity", "orders", "total", "notional")
}

extension OrderBookViewModel: MarketRow {
  /// The middle of best bid and best ask.
  public static let highlightedColumn: Column<OrderBookViewModel>? = column("mid")
  /// The exchange of the book; `nil` for a book of several.
  public var exchange: ExchangeID? { book.exchange }

  /// The columns that sum up a book as it was sent, not only its shown levels.
  public static let columns: [Column<OrderBookViewModel>] = [
    Column("exchange", "Exchange, as in --exchange; unknown for a merged book") {
      $0.book.exchange?.rawValue
    },
    Column("symbol", "Pair (BTC-USD)", \.book.pair.symbol),
    Column("best_bid", .price, "Highest bid (quote currency)", in: \.pair.quote) {
      $0.book.bids.first?.price
    },
    Column("best_ask", .price, "Lowest ask (quote currency)", in: \.pair.quote) {
      $0.book.asks.first?.price
    },
    Column(
      "mid", .price, "(best_bid + best_ask) / 2 (quote currency)", in: \.pair.quote, \.book.mid),
    Column(
      "spread", .price, "best_ask - best_bid (quote currency)", in: \.pair.quote, \.book.spread),
    Column("spread_bp", .basisPoints, "spread / mid, in basis points") { model, _ in
      .quotient(model.book.spreadBasisPoints)
    },
    Column(
      "imbalance", .number,
      "(bid - ask) / (bid + ask) quantity over the first --depth levels (10 by default), -1 to 1",
      label: \.imbalanceText
    ) { model, _ in .quotient(model.imbalance) },
    Column("as_of", .time, "Arrival time of the response, in UTC") { .time($1) },
  ]
}

extension Fill: Row {
  /// The columns of a fill.
  public static let columns: [Column<Fill>] = [
    Column("symbol", "Pair (BTC-USD)", \.pair.symbol),
    Column("side", "buy or sell", \.order.direction.rawValue),
    Column(
      "requested", .price, "Size of the order (base currency, or quote currency for an amount)",
      in: \.currencyOfOrder, \.order.amount),
    Column(
      "filled", .price, "Filled quantity (base currency)",
      label: { NumberFormat.money($0.filled.rounded(toPlaces: 8), in: $0.pair.base) }, \.filled),
    Column("average", .price, "Average price, to 12 digits (quote currency)", in: \.pair.quote) {
      $0.average?.rounded(toSignificantDigits: 12)
    },
    Column("worst", .price, "Worst price (quote currency)", in: \.pair.quote, \.worst),
    Column("total", .price, "Cost or proceeds (quote currency)", in: \.pair.quote, \.total),
    Column(
      "slippage_bp", .basisPoints, "average against mid, in basis points; positive is worse",
      label: \.slippageText
    ) { fill, _ in .quotient(fill.slippageBasisPoints) },
    Column(
      "unfilled", .price, "Part that the book cannot fill (in the unit of requested)",
      in: \.currencyOfOrder, \.unfilled),
    Column("as_of", .time, "Arrival time of the response, in UTC") { .time($1) },
  ]
  /// All but the pair and the time.
  public static let dataColumns = columns.filter { !["symbol", "as_of"].contains($0.name) }

  private var currencyOfOrder: String? { order.isInQuote ? pair.quote : pair.base }

  private var slippageText: String? {
    slippageBasisPoints.map { NumberFormat.basisPoints($0.rounded(toPlaces: 6), signed: true) }
  }
}

extension Fill.Part: Row {
  /// The columns of a part of a fill.
  public static let columns: [Column<Fill.Part>] = [
    Column("exchange", "Exchange, as in --exchange", \.exchange.rawValue),
    Column("filled", .quantity, "Filled quantity (base currency)", \.filled),
    Column("average", .number, "Average price, to 12 digits (quote currency)") {
      $0.average?.rounded(toSignificantDigits: 12)
    },
    Column("total", .number, "Cost or proceeds (quote currency)", \.total),
  ]
}
