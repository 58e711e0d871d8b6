public import Foundation

/// A pair that can be traded, and in which steps.
public struct Instrument: Hashable, Sendable {
  /// Whether a pair is traded. Expect others than those named here.
  public struct Status: RawRepresentable, Hashable, Sendable {
    /// The exchange's word.
    public let rawValue: String

    /// The status of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Orders are taken and matched.
    public static let open = Status(rawValue: "open")
    /// The pair is not traded.
    public static let close = Status(rawValue: "close")

    /// Whether the pair is not traded: `close`, or `closed` as it was once called.
    public var isClosed: Bool { self == .close || rawValue == "closed" }
  }

  /// The id of the exchange, as in `kraken`; a client sets it.
  public internal(set) var exchange = ""
  /// The market.
  public let pair: Pair
  /// Whether it is traded; `nil` when the exchange does not say.
  public let status: Status?
  /// The smallest step of a price, in the quote currency; `nil` when the exchange does not say, as
  /// with the other sizes.
  public let tickSize: Decimal?
  /// The smallest step of a quantity, in the base currency.
  public let lotSize: Decimal?
  /// The smallest quantity of an order, in the base currency.
  public let minimumOrder: Decimal?
  /// The largest quantity of an order, in the base currency; 0 is no limit.
  public let maximumOrder: Decimal?
  /// The least price × quantity of an order, in the quote currency.
  public let minimumNotional: Decimal?
  /// The exchange's own name or number of the pair.
  public let id: Identifier?
  /// The name of the base currency where the exchange gives one, as in `Bitcoin`.
  public let name: String?

  /// An instrument of these values.
  public init(
    pair: Pair, status: Status? = nil, tickSize: Decimal? = nil, lotSize: Decimal? = nil,
    minimumOrder: Decimal? = nil, maximumOrder: Decimal? = nil, minimumNotional: Decimal? = nil,
    id: Identifier? = nil, name: String? = nil
  ) {
    self.pair = pair
    self.status = status
    self.tickSize = tickSize
    self.lotSize = lotSize
    self.minimumOrder = minimumOrder
    self.maximumOrder = maximumOrder
    self.minimumNotional = minimumNotional
    self.id = id
    self.name = name
  }
}
