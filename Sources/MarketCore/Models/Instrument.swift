public import Foundation

/// The rules of an exchange for the orders of a pair: steps and limits. Unknown values are `nil`.
public struct Instrument: Hashable, Sendable {
  /// Whether a pair is traded, in words that are the same for every exchange.
  public enum State: String, Codable, Hashable, Sendable {
    /// Orders are accepted and matched.
    case open
    /// Trading is restricted: for example, orders can only be cancelled, or there is an auction.
    case limited
    /// The pair is not traded now.
    case closed
  }

  /// The exchange; `nil` if the instrument was created without it.
  public internal(set) var exchange: ExchangeID?
  public internal(set) var pair: Pair
  /// The exchange's word for the trading status, as in `online`.
  public internal(set) var status: String?
  /// The meaning of the trading status.
  public internal(set) var state: State?
  /// The smallest step of a price, in the quote currency.
  public internal(set) var tickSize: Decimal?
  /// The smallest step of a quantity, in the base currency.
  public internal(set) var lotSize: Decimal?
  /// The smallest quantity of an order, in the base currency.
  public internal(set) var minimumOrder: Decimal?
  /// The largest quantity of an order, in the base currency; 0 for no limit.
  public internal(set) var maximumOrder: Decimal?
  /// The smallest value of an order, in the quote currency. The value is its price times its quantity.
  public internal(set) var minimumNotional: Decimal?
  /// The name or the number that the exchange gives to the pair.
  public internal(set) var id: Identifier?
  /// The name of the base currency, such as `Bitcoin`, as the exchange sends it.
  public internal(set) var name: String?

  /// Creates an instrument.
  public init(
    exchange: ExchangeID? = nil, pair: Pair, status: String? = nil, state: State? = nil,
    tickSize: Decimal? = nil, lotSize: Decimal? = nil, minimumOrder: Decimal? = nil,
    maximumOrder: Decimal? = nil, minimumNotional: Decimal? = nil, id: Identifier? = nil,
    name: String? = nil
  ) {
    self.exchange = exchange
    self.pair = pair
    self.status = status
    self.state = state
    self.tickSize = tickSize
    self.lotSize = lotSize
    self.minimumOrder = minimumOrder
    self.maximumOrder = maximumOrder
    self.minimumNotional = minimumNotional
    self.id = id
    self.name = name
  }
}

extension Instrument: ListRow {
  /// The columns of an instrument.
  public enum Columns {
    public static let exchange = Column<Instrument>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    public static let symbol = Column<Instrument>("symbol", "Pair (BTC-USD)", \.pair.symbol)
    public static let base = Column<Instrument>(
      "base", "Base currency, which is traded", \.pair.base)
    public static let quote = Column<Instrument>(
      "quote", "Quote currency, in which prices are given", \.pair.quote)
    public static let name = Column<Instrument>("name", "Name of the base currency") {
      $0.name ?? $0.pair.baseName
    }
    public static let status = Column<Instrument>(
      "status", "Trading status as sent by the exchange", \.status)
    public static let state = Column<Instrument>(
      "state", "open, limited (for example cancel-only or auction) or closed"
    ) {
      $0.state?.rawValue
    }
    public static let tickSize = Column<Instrument>(
      "tick_size", .price, "Price step (quote currency)", in: \.pair.quote, \.tickSize)
    public static let lotSize = Column<Instrument>(
      "lot_size", .quantity, "Quantity step (base currency)", \.lotSize)
    public static let minimumOrder = Column<Instrument>(
      "min_order", .quantity, "Smallest order (base currency)", \.minimumOrder)
    public static let maximumOrder = Column<Instrument>(
      "max_order", .quantity, "Largest order (base currency); 0: no limit",
      cell: { Cell($1, .quantity, label: $0.maximumOrder?.isZero == true ? "no limit" : nil) },
      \.maximumOrder)
    public static let minimumNotional = Column<Instrument>(
      "min_notional", .price, "Smallest order value (quote currency)", in: \.pair.quote,
      \.minimumNotional)
    public static let id = Column<Instrument>("id", .text, "Exchange's name or number of the pair")
    { row, _ in FieldValue(row.id) }
  }
  public static let columns: [Column<Instrument>] = [
    Columns.exchange, Columns.symbol, Columns.base, Columns.quote, Columns.name, Columns.status,
    Columns.state, Columns.tickSize, Columns.lotSize, Columns.minimumOrder, Columns.maximumOrder,
    Columns.minimumNotional, Columns.id,
  ]
  public var sentName: String? { name }
  public static let tableColumns = [
    Columns.symbol, Columns.status, Columns.tickSize, Columns.lotSize, Columns.minimumOrder,
    Columns.maximumOrder,
  ]
}
