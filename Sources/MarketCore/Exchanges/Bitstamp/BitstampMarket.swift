import Foundation

extension Bitstamp {
  /// An entry of `/markets/`. The documented `tick_size` is not sent (September 2026).
  struct WireMarket: NamedRow {
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
      name = try container.name(forKey: .name)
      marketType = try? container.decodeIfPresent(String.self, forKey: .marketType)
      let symbol = try? container.decodeIfPresent(String.self, forKey: .marketSymbol)
      pathName = symbol ?? name.lowercased().replacing("/", with: "")
      trading = try? container.decodeIfPresent(String.self, forKey: .trading)
      description = try? container.decodeIfPresent(String.self, forKey: .description)
      tick = try container.step(ofDecimals: .counterDecimals)
      lot = try container.step(ofDecimals: .baseDecimals)
      minimumOrderValue = try container.number(forKey: .minimumOrderValue, quoted: true)
    }

    /// The pair.
    static func name(from decoder: any Decoder) throws -> String {
      try decoder.container(keyedBy: CodingKeys.self).name(forKey: .name)
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
        pair: pair, status: trading, state: state, tickSize: tick, lotSize: lot,
        minimumNotional: minimumOrderValue, id: .text(name), name: baseName)
    }

    private var state: Instrument.State? {
      switch trading {
      case "Enabled": .open
      case "Disabled": .closed
      default: nil
      }
    }
  }
}
