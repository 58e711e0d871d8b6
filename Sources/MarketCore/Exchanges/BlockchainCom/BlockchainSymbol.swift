public import Foundation

/// A pair as Blockchain.com describes it, an entry of `/symbols`:
/// `{"base_currency":"BTC","counter_currency":"USD","min_price_increment":10,
/// "min_price_increment_scale":2,…,"status":"open","id":1}`.
///
/// A size is an unscaled number and a scale of 0 to 38, which is the number of decimals: an increment of 10
/// with a scale of 2 is 0.10. Only the currencies are required. The symbol of the pair is the key of the
/// entry. ``Instrument/init(_:of:)`` makes an instrument from it.
public struct BlockchainSymbol: Codable, Hashable, Sendable {
  enum CodingKeys: String, CodingKey {
    case baseCurrency = "base_currency"
    case baseCurrencyScale = "base_currency_scale"
    case counterCurrency = "counter_currency"
    case counterCurrencyScale = "counter_currency_scale"
    case minPriceIncrement = "min_price_increment"
    case minPriceIncrementScale = "min_price_increment_scale"
    case minOrderSize = "min_order_size"
    case minOrderSizeScale = "min_order_size_scale"
    case maxOrderSize = "max_order_size"
    case maxOrderSizeScale = "max_order_size_scale"
    case lotSize = "lot_size"
    case lotSizeScale = "lot_size_scale"
    case status, id
    case auctionPrice = "auction_price"
    case auctionSize = "auction_size"
    case auctionTime = "auction_time"
    case imbalance
  }

  public var baseCurrency: String
  /// The number of decimals of amounts of the base currency.
  public var baseCurrencyScale: Int?
  /// The code of the currency of prices, as in `USD`.
  public var counterCurrency: String
  /// The number of decimals of amounts of the counter currency. Prices can have another number of decimals.
  public var counterCurrencyScale: Int?
  /// The smallest step of a price, unscaled.
  public var minPriceIncrement: Decimal?
  public var minPriceIncrementScale: Int?
  public var minOrderSize: Decimal?
  public var minOrderSizeScale: Int?
  /// The largest quantity of an order, unscaled; 0 if there is no limit.
  public var maxOrderSize: Decimal?
  public var maxOrderSizeScale: Int?
  /// The smallest step of a quantity, unscaled.
  public var lotSize: Decimal?
  public var lotSizeScale: Int?
  /// Whether the pair is traded, in the exchange's words, as in `open`.
  public var status: String?
  public var id: UInt64?
  /// The price of an auction. The meaning of the auction members outside of auctions is unconfirmed.
  public var auctionPrice: Decimal?
  public var auctionSize: Decimal?
  /// The time of an auction, as a text that can be empty or `0`.
  public var auctionTime: String?
  public var imbalance: Decimal?

  /// A symbol with these currencies; all other values are `nil`.
  public init(baseCurrency: String, counterCurrency: String) {
    self.baseCurrency = baseCurrency
    self.counterCurrency = counterCurrency
  }

  /// Decodes an entry.
  ///
  /// - Throws: a `DecodingError` if a currency is missing or blank, another value is invalid, or the scale
  ///   of a size is not within 0 to 38.
  public init(from decoder: any Decoder) throws {
    try self.init(JSONMembers(from: decoder), isForInstrument: false)
  }

  /// If `isForInstrument` is true, invalid values that an ``Instrument`` does not use are `nil`.
  init(_ row: JSONMembers<CodingKeys>, isForInstrument: Bool) throws {
    func unneeded<Value>(_ read: () throws -> Value?) throws -> Value? {
      isForInstrument ? try? read() : try read()
    }
    baseCurrency = try row.name(.baseCurrency)
    baseCurrencyScale = try unneeded { try row.wholeNumber(.baseCurrencyScale) }
    counterCurrency = try row.name(.counterCurrency)
    counterCurrencyScale = try unneeded { try row.wholeNumber(.counterCurrencyScale) }
    (minPriceIncrement, minPriceIncrementScale) =
      try Self.size(.minPriceIncrement, .minPriceIncrementScale, in: row)
    (minOrderSize, minOrderSizeScale) = try Self.size(.minOrderSize, .minOrderSizeScale, in: row)
    (maxOrderSize, maxOrderSizeScale) = try Self.size(.maxOrderSize, .maxOrderSizeScale, in: row)
    (lotSize, lotSizeScale) = try Self.size(.lotSize, .lotSizeScale, in: row)
    status = try row.text(.status)
    id = try row.wholeNumber(.id)
    auctionPrice = try unneeded { try row.number(.auctionPrice) }
    auctionSize = try unneeded { try row.number(.auctionSize) }
    auctionTime = try unneeded { try row.text(.auctionTime) }
    imbalance = try unneeded { try row.number(.imbalance) }
  }

  /// Encodes the entry; values that are `nil` are omitted.
  ///
  /// - Throws: an `EncodingError` if a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(baseCurrency, forKey: .baseCurrency)
    try row.encode(counterCurrency, forKey: .counterCurrency)
    for (key, scale) in [
      (.baseCurrencyScale, baseCurrencyScale), (.counterCurrencyScale, counterCurrencyScale),
      (.minPriceIncrementScale, minPriceIncrementScale), (.minOrderSizeScale, minOrderSizeScale),
      (.maxOrderSizeScale, maxOrderSizeScale), (.lotSizeScale, lotSizeScale),
    ] as [(CodingKeys, Int?)] {
      try row.encodeIfPresent(scale, forKey: key)
    }
    try row.encodeIfPresent(exact: [
      .minPriceIncrement: minPriceIncrement, .minOrderSize: minOrderSize,
      .maxOrderSize: maxOrderSize, .lotSize: lotSize, .auctionPrice: auctionPrice,
      .auctionSize: auctionSize, .imbalance: imbalance,
    ])
    try row.encodeIfPresent(status, forKey: .status)
    try row.encodeIfPresent(id, forKey: .id)
    try row.encodeIfPresent(auctionTime, forKey: .auctionTime)
  }

  private static func size(
    _ key: CodingKeys, _ scaleKey: CodingKeys, in row: JSONMembers<CodingKeys>
  ) throws -> (number: Decimal?, scale: Int?) {
    let (number, scale) = (try row.number(key), try row.wholeNumber(scaleKey) as Int?)
    if let scale, Instrument.size(number ?? 0, scale) == nil {
      throw row.invalid(scaleKey, "not a number of decimals")
    }
    return (number, scale)
  }
}

extension Instrument {
  /// The instrument of an entry. A size is `nil` if its number or its scale is `nil` or invalid.
  public init(_ symbol: BlockchainSymbol, of pair: Pair) {
    self.init(
      pair: pair, status: symbol.status, state: symbol.status.flatMap { Self.states[$0] },
      tickSize: Self.size(symbol.minPriceIncrement, symbol.minPriceIncrementScale),
      lotSize: Self.size(symbol.lotSize, symbol.lotSizeScale),
      minimumOrder: Self.size(symbol.minOrderSize, symbol.minOrderSizeScale),
      maximumOrder: Self.size(symbol.maxOrderSize, symbol.maxOrderSizeScale),
      id: symbol.id.map { .number($0) })
  }

  fileprivate static func size(_ number: Decimal?, _ scale: Int?) -> Decimal? {
    guard let number, let scale, (0...38).contains(scale) else { return nil }
    return number.multiplied(by: .powerOfTen(-scale))
  }

  /// The meanings of `suspend`, `halt` and `halt-freeze` are unconfirmed: a pair with one of these
  /// statuses was not traded. Other statuses may exist.
  private static let states: [String: State] = [
    "open": .open, "close": .closed, "closed": .closed, "suspend": .closed, "halt": .closed,
    "halt-freeze": .closed,
  ]
}
