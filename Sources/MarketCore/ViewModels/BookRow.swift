public import Foundation

/// A price level or a single order of one side of an order book.
public struct BookRow: Hashable, Sendable {
  public let side: Side
  /// The number of the level or order on its side; 1 has the best price.
  public let level: Int
  public let entry: OrderBook.Entry
  /// The sum of the quantities from the best price to this row, in the base currency.
  public let total: Decimal
  /// The direction in which the quantity has changed since the previous book; flat if only the number of orders
  /// has. `nil` without a change, and without a previous book.
  public let change: Tone?
  /// The exchange; `nil` if it was not named, or for a level that can add up several exchanges.
  public let exchange: ExchangeID?
  let quote: String?
  /// The largest ``total`` of the displayed rows of both sides, to which the bars are relative.
  var largestTotal: Decimal = 0

  private var share: FieldValue { .quotient(total.divided(by: largestTotal)) }
  private var tone: Tone { side == .bid ? .up : .down }
}

extension BookRow: Row {
  /// The columns of a level or order.
  public enum Columns {
    public static let exchange = Column<BookRow>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    public static let side = Column<BookRow>(
      "side", .text, "bid or ask", cell: { Cell($1, .text, tone: $0.tone) }
    ) { row, _ in .text(row.side.rawValue) }
    public static let level = Column<BookRow>(
      "level", .number, "Number of the level or order; 1 is best"
    ) { Decimal($0.level) }
    public static let price = Column<BookRow>(
      "price", .price, "Price of the level or order (quote currency)",
      cell: { Cell($1, .price, in: $0.quote, tone: $0.tone) }, \.entry.price)
    public static let quantity = Column<BookRow>(
      "quantity", .quantity, "Quantity of the level or order (base currency)", \.entry.quantity)
    public static let orders = Column<BookRow>("orders", .number, "Number of orders at the price") {
      row in
      row.entry.orders.map { Decimal($0) }
    }
    public static let orderID = Column<BookRow>(
      "order_id", .number, "Id of the order; requires --orders"
    ) { row, _ in
      FieldValue(row.entry.orderID)
    }
    public static let total = Column<BookRow>(
      "total", .quantity, "Quantity from the best price to here (base currency)", \.total)
    public static let notional = Column<BookRow>(
      "notional", .amount, "price * quantity (quote currency)", in: \.quote
    ) {
      $0.entry.price.multiplied(by: $0.entry.quantity)
    }
    public static let bar = Column<BookRow>(
      "bar", .bar, "total as a share of the largest one shown, drawn as a bar",
      cell: { Cell($1, .bar, tone: $0.tone) }
    ) { row, _ in row.share }
  }
  public static let columns: [Column<BookRow>] = [
    Columns.exchange, Columns.side, Columns.level, Columns.price, Columns.quantity, Columns.orders,
    Columns.orderID, Columns.total, Columns.notional, Columns.bar,
  ]
  public static let tableColumns = [
    Columns.side, Columns.price, Columns.quantity, Columns.orders, Columns.total, Columns.bar,
  ]
  public static let dataColumns = [
    Columns.exchange, Columns.side, Columns.level, Columns.price, Columns.quantity, Columns.orders,
    Columns.total, Columns.notional,
  ]
}

extension OrderBookViewModel: MarketRow {
  public static let highlightedColumn: Column<OrderBookViewModel>? = Columns.mid
  public var exchange: ExchangeID? { book.exchange }

  /// The columns of the summary of a book.
  public enum Columns {
    public static let exchange = Column<OrderBookViewModel>(
      "exchange", "Exchange, as in --exchange; unknown for a merged book"
    ) {
      $0.book.exchange?.rawValue
    }
    public static let symbol = Column<OrderBookViewModel>(
      "symbol", "Pair (BTC-USD)", \.book.pair.symbol)
    public static let bestBid = Column<OrderBookViewModel>(
      "best_bid", .price, "Highest bid (quote currency)", in: \.pair.quote
    ) {
      $0.book.bestBid?.price
    }
    public static let bestAsk = Column<OrderBookViewModel>(
      "best_ask", .price, "Lowest ask (quote currency)", in: \.pair.quote
    ) {
      $0.book.bestAsk?.price
    }
    public static let mid = Column<OrderBookViewModel>(
      "mid", .price, "(best_bid + best_ask) / 2 (quote currency)", in: \.pair.quote, \.book.mid)
    public static let spread = Column<OrderBookViewModel>(
      "spread", .price, "best_ask - best_bid (quote currency)", in: \.pair.quote, \.book.spread)
    public static let spreadBasisPoints = Column<OrderBookViewModel>(
      "spread_bp", .basisPoints, "spread / mid, in basis points"
    ) { model, _ in
      .quotient(model.book.spreadBasisPoints)
    }
    public static let imbalance = Column<OrderBookViewModel>(
      "imbalance", .number,
      "(bid - ask) / (bid + ask) quantity over the first --depth levels (10 by default), -1 to 1",
      cell: { Cell($1, .number, label: $0.imbalanceText) }
    ) { model, _ in .quotient(model.imbalance) }
    public static let proof = Column<OrderBookViewModel>(
      "proof", "What proves a live book: checksum, sequence or none"
    ) { $0.live?.proof.rawValue }
    public static let updates = Column<OrderBookViewModel>(
      "updates", .number, "Updates of a live book since its last snapshot"
    ) { $0.live?.updates.map { Decimal($0) } }
    public static let asOf = Column<OrderBookViewModel>(
      "as_of", .time, "Arrival time of the response or stream message, in UTC"
    ) { .time($1) }
  }
  public static let columns: [Column<OrderBookViewModel>] = [
    Columns.exchange, Columns.symbol, Columns.bestBid, Columns.bestAsk, Columns.mid, Columns.spread,
    Columns.spreadBasisPoints, Columns.imbalance, Columns.proof, Columns.updates, Columns.asOf,
  ]
  /// The columns of a document. The others stand beside the source there.
  package static let summaryColumns = columns.filter {
    ![Columns.proof, Columns.updates, Columns.asOf].contains($0)
  }

  /// The state of the only live book; `nil` without one.
  fileprivate var live: LiveState? {
    guard !polled.isMultiExchange, let live = polled.all.first?.live, live.updates != nil else {
      return nil
    }
    return live
  }
}

extension Fill: Row {
  /// The columns of a fill.
  public enum Columns {
    public static let symbol = Column<Fill>("symbol", "Pair (BTC-USD)", \.pair.symbol)
    public static let side = Column<Fill>("side", "buy or sell", \.order.direction.rawValue)
    public static let requested = Column<Fill>(
      "requested", .price, "Size of the order (base currency, or quote currency for an amount)",
      in: \.currencyOfOrder, \.order.amount)
    public static let filled = Column<Fill>(
      "filled", .price, "Filled quantity (base currency)",
      cell: { Cell($1, NumberFormat.quantity($0.filled, in: $0.pair.base)) }, \.filled)
    public static let average = Column<Fill>(
      "average", .computedPrice, "Average price, to 12 digits (quote currency)", in: \.pair.quote
    ) {
      $0.average?.rounded(toSignificantDigits: 12)
    }
    public static let worst = Column<Fill>(
      "worst", .price, "Worst price (quote currency)", in: \.pair.quote, \.worst)
    public static let total = Column<Fill>(
      "total", .amount, "Cost or proceeds (quote currency)", in: \.pair.quote, \.total)
    public static let slippageBasisPoints = Column<Fill>(
      "slippage_bp", .basisPoints, "average against mid, in basis points; positive is worse",
      cell: { Cell($1, .basisPoints, label: $0.slippageText) }
    ) { fill, _ in .quotient(fill.slippageBasisPoints) }
    public static let unfilled = Column<Fill>(
      "unfilled", .price, "Part that the book cannot fill (in the unit of requested)",
      cell: {
        $0.order.isInQuote
          ? Cell($1, .amount, in: $0.pair.quote)
          : Cell($1, NumberFormat.quantity($0.unfilled, in: $0.pair.base))
      }, \.unfilled)
    public static let asOf = Column<Fill>("as_of", .time, "Arrival time of the response, in UTC") {
      .time($1)
    }
    public static let fee = Column<Fill>(
      "fee", .share, "Fee of --fee in percent of total: 0.1 is 0.1%", \.feePercent)
    public static let feeTotal = Column<Fill>(
      "fee_total", .amount, "total plus the fee, or minus it for a sale (quote currency)",
      in: \.pair.quote, \.totalWithFee)
  }
  public static let columns: [Column<Fill>] = [
    Columns.symbol, Columns.side, Columns.requested, Columns.filled, Columns.average, Columns.worst,
    Columns.total, Columns.slippageBasisPoints, Columns.unfilled, Columns.asOf, Columns.fee,
    Columns.feeTotal,
  ]
  public static let dataColumns = columns.filter { ![Columns.symbol, Columns.asOf].contains($0) }

  private var currencyOfOrder: String? { order.isInQuote ? pair.quote : pair.base }

  private var slippageText: String? {
    slippageBasisPoints.map { NumberFormat.basisPoints($0.rounded(toPlaces: 6), signed: true) }
  }
}

extension Fill.Part: Row {
  /// The columns of a part of a fill.
  public enum Columns {
    public static let exchange = Column<Fill.Part>(
      "exchange", "Exchange, as in --exchange", \.exchange.rawValue)
    public static let filled = Column<Fill.Part>(
      "filled", .quantity, "Filled quantity (base currency)", \.filled)
    public static let average = Column<Fill.Part>(
      "average", .number, "Average price, to 12 digits (quote currency)"
    ) {
      $0.average?.rounded(toSignificantDigits: 12)
    }
    public static let total = Column<Fill.Part>(
      "total", .number, "Cost or proceeds (quote currency)", \.total)
  }
  public static let columns: [Column<Fill.Part>] = [
    Columns.exchange, Columns.filled, Columns.average, Columns.total,
  ]
}
