public import Foundation

extension BlockchainCom {
  /// An entry of `/tickers`. The exchange promises no field; numbers may come in quotes.
  public struct WireTicker: NamedRow, Codable, Hashable, Sendable {
    /// The exchange's name of the pair, as in `BTC-USD`.
    public let symbol: String
    /// The price 24 hours ago, in the quote currency. 0 when there was no trade by then.
    public let price24h: Decimal?
    /// The quantity traded in the last 24 hours, in the base currency.
    public let volume24h: Decimal?
    /// The price of the last trade, in the quote currency. 0 when there never was one.
    public let lastTradePrice: Decimal?

    private enum CodingKeys: String, CodingKey {
      case symbol
      case price24h = "price_24h"
      case volume24h = "volume_24h"
      case lastTradePrice = "last_trade_price"
    }

    /// Decodes an entry, of which only the symbol must be there.
    ///
    /// - Throws: `DecodingError` when there is no symbol, or a number that cannot be kept digit for
    ///   digit.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      symbol = try container.name(forKey: .symbol)
      price24h = try container.number(forKey: .price24h)
      volume24h = try container.number(forKey: .volume24h)
      lastTradePrice = try container.number(forKey: .lastTradePrice)
    }

    /// The symbol.
    public static func name(from decoder: any Decoder) throws -> String {
      try decoder.container(keyedBy: CodingKeys.self).name(forKey: .symbol)
    }

    var ticker: Ticker {
      Ticker(
        pair: Pair(symbol: symbol), open: price24h, volume: volume24h, last: lastTradePrice,
        showsMissingLastAsZero: true)
    }
  }
}
