public import Foundation

/// What can be traded, and in which steps: an entry of `/symbols`.
public struct Instrument: Hashable, Sendable {
  /// Whether a pair is traded. Expect others than those named here.
  public struct Status: RawRepresentable, Hashable, Sendable, Codable {
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

  /// The market.
  public private(set) var pair: Pair
  /// Whether it is traded (`status`); `nil` when the exchange does not say.
  public let status: Status?
  /// The smallest step of a price, in the quote currency: `min_price_increment` with as many
  /// decimals as `min_price_increment_scale` says. `nil` when one of the two is missing, as with
  /// the other sizes.
  public let tickSize: Decimal?
  /// The smallest step of a quantity, in the base currency (`lot_size`, `lot_size_scale`).
  public let lotSize: Decimal?
  /// The smallest quantity of an order, in the base currency (`min_order_size`,
  /// `min_order_size_scale`).
  public let minimumOrder: Decimal?
  /// The largest quantity of an order, in the base currency (`max_order_size`,
  /// `max_order_size_scale`); 0 is no limit.
  public let maximumOrder: Decimal?
  /// The exchange's number of the pair (`id`).
  public let id: Int64?

  /// An instrument of these values.
  public init(
    pair: Pair, status: Status? = nil, tickSize: Decimal? = nil, lotSize: Decimal? = nil,
    minimumOrder: Decimal? = nil, maximumOrder: Decimal? = nil, id: Int64? = nil
  ) {
    self.pair = pair
    self.status = status
    self.tickSize = tickSize
    self.lotSize = lotSize
    self.minimumOrder = minimumOrder
    self.maximumOrder = maximumOrder
    self.id = id
  }
}

extension Instrument: Codable {
  private enum CodingKeys: String, CodingKey {
    case base = "base_currency"
    case quote = "counter_currency"
    case status, id
    case tickSize = "min_price_increment"
    case tickSizeScale = "min_price_increment_scale"
    case lotSize = "lot_size"
    case lotSizeScale = "lot_size_scale"
    case minimumOrder = "min_order_size"
    case minimumOrderScale = "min_order_size_scale"
    case maximumOrder = "max_order_size"
    case maximumOrderScale = "max_order_size_scale"
  }

  /// Decodes an entry of `/symbols`, which names its pair by the two currencies
  /// (`base_currency`, `counter_currency`).
  ///
  /// - Throws: `DecodingError` when a currency is missing, or a size cannot be kept digit for
  ///   digit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let base = try container.decode(String.self, forKey: .base)
    let quote = try container.decode(String.self, forKey: .quote)
    func size(_ value: CodingKeys, _ scale: CodingKeys) throws -> Decimal? {
      guard let increment = try container.number(forKey: value),
        let places = try container.decodeIfPresent(Int.self, forKey: scale)
      else { return nil }
      guard (0...38).contains(places), let size = increment.times(.powerOfTen(-places)) else {
        throw DecodingError.dataCorruptedError(
          forKey: scale, in: container, debugDescription: "not a number of decimals")
      }
      return size
    }
    self.init(
      pair: Pair(symbol: "\(base)-\(quote)"),
      status: try container.decodeIfPresent(Status.self, forKey: .status),
      tickSize: try size(.tickSize, .tickSizeScale),
      lotSize: try size(.lotSize, .lotSizeScale),
      minimumOrder: try size(.minimumOrder, .minimumOrderScale),
      maximumOrder: try size(.maximumOrder, .maximumOrderScale),
      id: try container.decodeIfPresent(Int64.self, forKey: .id))
  }

  /// Encodes as the exchange does: sizes as a whole number and its count of decimals.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(pair.base ?? pair.symbol, forKey: .base)
    try container.encodeIfPresent(pair.quote, forKey: .quote)
    try container.encodeIfPresent(status, forKey: .status)
    func encode(_ size: Decimal?, _ value: CodingKeys, _ scale: CodingKeys) throws {
      guard let size else { return }
      let places = max(0, -size.exponent)
      try container.encode(size * .powerOfTen(places), forKey: value)
      try container.encode(places, forKey: scale)
    }
    try encode(tickSize, .tickSize, .tickSizeScale)
    try encode(lotSize, .lotSize, .lotSizeScale)
    try encode(minimumOrder, .minimumOrder, .minimumOrderScale)
    try encode(maximumOrder, .maximumOrder, .maximumOrderScale)
    try container.encodeIfPresent(id, forKey: .id)
  }

  /// The same instrument under the name that the exchange's list has for it.
  func named(_ symbol: String) -> Instrument {
    var copy = self
    copy.pair = Pair(symbol: symbol)
    return copy
  }
}
