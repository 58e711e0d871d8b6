public import Foundation

extension BlockchainCom {
  /// An entry of `/symbols`, which names its pair by the two currencies. A size is a whole number
  /// and how many decimals it has.
  public struct WireSymbol: Codable, Hashable, Sendable {
    /// The currencies of the pair.
    public let baseCurrency, counterCurrency: String
    /// `open`, `close` (once also `closed`), `suspend`, `halt`, `halt-freeze`; expect others.
    public let status: String?
    /// The exchange's number of the pair.
    public let id: Int64?
    /// The smallest step of a price, in the quote currency.
    public let minPriceIncrement: Decimal?
    /// The number of its decimals.
    public let minPriceIncrementScale: Int?
    /// The smallest step of a quantity, in the base currency.
    public let lotSize: Decimal?
    /// The number of its decimals.
    public let lotSizeScale: Int?
    /// The smallest quantity of an order, in the base currency.
    public let minOrderSize: Decimal?
    /// The number of its decimals.
    public let minOrderSizeScale: Int?
    /// The largest quantity of an order, in the base currency; 0 is no limit.
    public let maxOrderSize: Decimal?
    /// The number of its decimals.
    public let maxOrderSizeScale: Int?

    private enum CodingKeys: String, CodingKey {
      case baseCurrency = "base_currency"
      case counterCurrency = "counter_currency"
      case status, id
      case minPriceIncrement = "min_price_increment"
      case minPriceIncrementScale = "min_price_increment_scale"
      case lotSize = "lot_size"
      case lotSizeScale = "lot_size_scale"
      case minOrderSize = "min_order_size"
      case minOrderSizeScale = "min_order_size_scale"
      case maxOrderSize = "max_order_size"
      case maxOrderSizeScale = "max_order_size_scale"
    }

    /// Decodes an entry.
    ///
    /// - Throws: `DecodingError` when a currency is missing, or a size cannot be kept digit for
    ///   digit.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func size(_ value: CodingKeys, _ scale: CodingKeys) throws -> (Decimal?, Int?) {
        let (number, places) = (
          try container.number(forKey: value),
          try container.wholeNumber(forKey: scale).map { Int($0) }
        )
        guard (0...38).contains(places ?? 0),
          number?.multiplied(by: .powerOfTen(-(places ?? 0))) != nil
            || number == nil
        else {
          throw DecodingError.dataCorruptedError(
            forKey: scale, in: container, debugDescription: "not a number of decimals")
        }
        return (number, places)
      }
      baseCurrency = try container.name(forKey: .baseCurrency)
      counterCurrency = try container.name(forKey: .counterCurrency)
      status = try container.decodeIfPresent(String.self, forKey: .status)
      (minPriceIncrement, minPriceIncrementScale) = try size(
        .minPriceIncrement, .minPriceIncrementScale)
      (lotSize, lotSizeScale) = try size(.lotSize, .lotSizeScale)
      (minOrderSize, minOrderSizeScale) = try size(.minOrderSize, .minOrderSizeScale)
      (maxOrderSize, maxOrderSizeScale) = try size(.maxOrderSize, .maxOrderSizeScale)
      id = try container.wholeNumber(forKey: .id)
    }

    /// The meanings of `suspend`, `halt` and `halt-freeze` are unconfirmed: a pair in these was not
    /// traded.
    private var state: Instrument.State? {
      switch status {
      case "open": .open
      case "close", "closed", "suspend", "halt", "halt-freeze": .closed
      default: nil
      }
    }

    /// The instrument under the name that the list, or the request, has for it.
    func instrument(_ pair: Pair) -> Instrument {
      func size(_ value: Decimal?, _ places: Int?) -> Decimal? {
        value.flatMap { value in places.flatMap { value.multiplied(by: .powerOfTen(-$0)) } }
      }
      return Instrument(
        pair: pair, status: status, state: state,
        tickSize: size(minPriceIncrement, minPriceIncrementScale),
        lotSize: size(lotSize, lotSizeScale),
        minimumOrder: size(minOrderSize, minOrderSizeScale),
        maximumOrder: size(maxOrderSize, maxOrderSizeScale), id: id.map { .number($0) })
    }
  }
}
