import Foundation

extension Instrument: ListRow {
  /// The columns of an instrument.
  public static let columns: [Column<Instrument>] = [
    Column("exchange", "Exchange, as in --exchange", \.exchange.nilIfEmpty),
    Column("symbol", "Pair (BTC-USD)", \.pair.symbol),
    Column("base", "Base currency, which is traded", \.pair.base),
    Column("quote", "Quote currency, in which prices are given", \.pair.quote),
    Column("name", "Name of the base currency") { $0.name ?? $0.pair.baseName },
    Column("status", "Trading status as sent by the exchange", \.status),
    Column("state", "open, limited (for example cancel-only or auction) or closed") {
      $0.state?.rawValue
    },
    Column("tick_size", .price, "Price step (quote currency)", in: \.pair.quote, \.tickSize),
    Column("lot_size", .quantity, "Quantity step (base currency)", \.lotSize),
    Column("min_order", .quantity, "Smallest order (base currency)", \.minimumOrder),
    Column(
      "max_order", .quantity, "Largest order (base currency); 0: no limit",
      label: { $0.maximumOrder?.isZero == true ? "no limit" : nil }, \.maximumOrder),
    Column(
      "min_notional", .price, "Smallest order value (quote currency)", in: \.pair.quote,
      \.minimumNotional),
    Column("id", .text, "Exchange's name or number of the pair") { row, _ in FieldValue(row.id) },
  ]
  /// Symbol, status, steps and limits.
  public static let tableColumns = columns(
    "symbol", "status", "tick_size", "lot_size", "min_order", "max_order")
}
