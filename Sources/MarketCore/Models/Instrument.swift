public import Foundation

/// A pair that can be traded, and in which steps.
public struct Instrument: Hashable, Sendable {
  /// Whether a pair is traded, in words that are the same on every exchange.
  public enum State: String, Hashable, Sendable {
    /// Orders are accepted and matched.
    case open
    /// Only some orders are accepted, or none are matched now: cancel-only, an auction.
    case limited
    /// The pair is not traded.
    case closed
  }

  /// The id of the exchange, as in `kraken`; a client sets it.
  public internal(set) var exchange = ""
  /// The market.
  public let pair: Pair
  /// The exchange's own word for whether it is traded; `nil` if none was sent.
  public let status: String?
  /// Whether it is traded; `nil` if that was not sent, or with a word of unknown meaning.
  public let state: State?
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
    pair: Pair, status: String? = nil, state: State? = nil, tickSize: Decimal? = nil,
    lotSize: Decimal? = nil, minimumOrder: Decimal? = nil, maximumOrder: Decimal? = nil,
    minimumNotional: Decimal? = nil, id: Identifier? = nil, name: String? = nil
  ) {
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

/// The name or the number that an exchange gives to something: a pair, an order.
public enum Identifier: Hashable, Sendable {
  /// A number, as in `731604882015377`.
  case number(Int64)
  /// A text, as in `XXBTZUSD` or a UUID.
  case text(String)
}
