import Foundation

extension Bitstamp {
  /// An entry of `/markets/`. The documented `tick_size` is not sent (September 2026).
  struct WireMarket: Decodable {
    /// As in `BTC/USD`.
    let name: String
    private let marketType: String?
    /// As in `btcusd`.
    let pathName: String
    /// `Enabled`, `Disabled`.
    let trading: String?
    /// As in `Bitcoin / U.S. dollar`.
    private let description: String?
    private let tick, lot, minimumOrderValue: Decimal?

    private enum CodingKeys: String, CodingKey {
      case name, trading, description
      case marketSymbol = "market_symbol"
      case marketType = "market_type"
      case baseDecimals = "base_decimals"
      case counterDecimals = "counter_decimals"
      case minimumOrderValue = "minimum_order_value"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func step(_ key: CodingKeys) throws -> Decimal? {
        guard let decimals = try container.number(forKey: key) else { return nil }
        guard (0...38).contains(decimals), decimals.rounded(toPlaces: 0) == decimals else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: container, debugDescription: "not a number of decimals")
        }
        return .powerOfTen(-NSDecimalNumber(decimal: decimals).intValue)
      }
      name = try container.name(forKey: .name)
      marketType = try? container.decodeIfPresent(String.self, forKey: .marketType)
      let symbol = try? container.decodeIfPresent(String.self, forKey: .marketSymbol)
      pathName = symbol ?? name.lowercased().replacing("/", with: "")
      trading = try? container.decodeIfPresent(String.self, forKey: .trading)
      description = try? container.decodeIfPresent(String.self, forKey: .description)
      tick = try step(.counterDecimals)
      lot = try step(.baseDecimals)
      minimumOrderValue = try container.number(forKey: .minimumOrderValue, quoted: true)
    }

    /// The pair; `nil` when it is no spot market, or cannot be asked for.
    var spotPair: Pair? {
      Bitstamp.isSpot(marketType, name) && pathName.isPathName ? Bitstamp.pair(name) : nil
    }

    /// The name of the base currency, as in `Bitcoin`.
    var baseName: String? {
      guard let description, let end = description.range(of: " / ") else { return nil }
      return String(description[..<end.lowerBound])
    }

    func instrument(of pair: Pair) -> Instrument {
      Instrument(
        pair: pair, status: trading.map(Instrument.Status.init(rawValue:)), tickSize: tick,
        lotSize: lot, minimumNotional: minimumOrderValue, id: .text(name), name: baseName)
    }
  }
}
