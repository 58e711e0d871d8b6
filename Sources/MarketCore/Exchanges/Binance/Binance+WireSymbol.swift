import Foundation

extension Binance {
  /// An answer of `/exchangeInfo`.
  struct WireExchangeInfo<Symbol: Decodable>: Decodable {
    let symbols: Rows<Symbol>
  }

  /// The currencies of a symbol. They need not be ASCII: `币安人生USDT`.
  struct WireSymbol: NamedRow {
    let symbol: String
    let pair: Pair

    private enum CodingKeys: CodingKey { case symbol, baseAsset, quoteAsset }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      symbol = try container.name(forKey: .symbol)
      pair = Pair(
        base: try container.name(forKey: .baseAsset), quote: try container.name(forKey: .quoteAsset)
      )
    }

    /// The symbol.
    static func name(from decoder: any Decoder) throws -> String {
      try decoder.container(keyedBy: CodingKeys.self).name(forKey: .symbol)
    }
  }

  /// A symbol with its status (`TRADING`, `BREAK`, `HALT`; expect others) and its filters, which bound
  /// orders.
  struct WireInstrument: NamedRow {
    let instrument: Instrument

    private enum CodingKeys: CodingKey { case status, filters }

    init(from decoder: any Decoder) throws {
      let symbol = try WireSymbol(from: decoder)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let status = try container.decodeIfPresent(String.self, forKey: .status)
      let filters = try container.decodeIfPresent([WireFilter].self, forKey: .filters) ?? []
      func size(_ size: (WireFilter) -> Decimal?) -> Decimal? {
        filters.lazy.compactMap(size).first
      }
      instrument = Instrument(
        pair: symbol.pair, status: status, state: status.flatMap(Self.state),
        tickSize: size(\.tickSize).nilIfZero, lotSize: size(\.stepSize).nilIfZero,
        minimumOrder: size(\.minQty), maximumOrder: size(\.maxQty),
        minimumNotional: size(\.minNotional), id: .text(symbol.symbol))
    }

    /// `AUCTION_MATCH` and the times around a trading day are from the documentation; none was seen
    /// (unconfirmed).
    private static func state(_ status: String) -> Instrument.State? {
      switch status {
      case "TRADING": .open
      case "AUCTION_MATCH", "PRE_TRADING", "POST_TRADING": .limited
      case "BREAK", "HALT", "END_OF_DAY": .closed
      default: nil
      }
    }

    /// The symbol.
    static func name(from decoder: any Decoder) throws -> String {
      try WireSymbol.name(from: decoder)
    }
  }

  /// A filter. A step of 0 is none.
  private struct WireFilter: Decodable {
    /// The smallest step of a price: `PRICE_FILTER`.
    private(set) var tickSize: Decimal?
    /// The smallest step and the bounds of a quantity: `LOT_SIZE`.
    private(set) var stepSize, minQty, maxQty: Decimal?
    /// The least price × quantity of an order: `NOTIONAL`, or the older `MIN_NOTIONAL`.
    private(set) var minNotional: Decimal?

    private enum CodingKeys: CodingKey {
      case filterType, tickSize, stepSize, minQty, maxQty, minNotional
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decodeIfPresent(String.self, forKey: .filterType) {
      case "PRICE_FILTER":
        tickSize = try container.number(forKey: .tickSize, quoted: true)
      case "LOT_SIZE":
        stepSize = try container.number(forKey: .stepSize, quoted: true)
        minQty = try container.number(forKey: .minQty, quoted: true)
        maxQty = try container.number(forKey: .maxQty, quoted: true)
      case "NOTIONAL", "MIN_NOTIONAL":
        minNotional = try container.number(forKey: .minNotional, quoted: true)
      default: break
      }
    }
  }
}
