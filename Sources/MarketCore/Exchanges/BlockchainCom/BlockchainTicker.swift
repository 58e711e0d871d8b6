public import Foundation

/// The price of a pair as Blockchain.com sends it, a row of `/tickers`:
/// `{"symbol":"BTC-USD","price_24h":26954.18,"volume_24h":31.5,"last_trade_price":27412.35}`.
///
/// Only the symbol is required. Numbers may be quoted or `null`. ``Ticker/init(_:)-(BlockchainTicker)``
/// makes a ticker from it.
public struct BlockchainTicker: Codable, Hashable, Sendable {
  enum CodingKeys: String, CodingKey {
    case symbol
    case price24h = "price_24h"
    case volume24h = "volume_24h"
    case lastTradePrice = "last_trade_price"
  }

  public var symbol: String
  /// The price 24 hours ago, in the quote currency; 0 if no trade had been made by then.
  public var price24h: Decimal?
  /// The quantity traded in the last 24 hours, in the base currency.
  public var volume24h: Decimal?
  /// The price of the last trade, in the quote currency; 0 if no trade was ever made.
  public var lastTradePrice: Decimal?

  /// A row of these values.
  public init(
    symbol: String, price24h: Decimal? = nil, volume24h: Decimal? = nil,
    lastTradePrice: Decimal? = nil
  ) {
    self.symbol = symbol
    self.price24h = price24h
    self.volume24h = volume24h
    self.lastTradePrice = lastTradePrice
  }

  /// Decodes a row.
  ///
  /// - Throws: a `DecodingError` if the symbol is missing or blank, or a value is not a number that a
  ///   `Decimal` can hold (<doc:ExactNumbers>).
  public init(from decoder: any Decoder) throws { try self.init(JSONMembers(from: decoder)) }

  // `borrowing`, because a row that is consumed would be copied first.
  init(_ row: borrowing JSONMembers<CodingKeys>) throws {
    symbol = try row.name(.symbol)
    price24h = try row.number(.price24h)
    volume24h = try row.number(.volume24h)
    lastTradePrice = try row.number(.lastTradePrice)
  }

  /// Encodes the row; values that are `nil` are omitted.
  ///
  /// - Throws: an `EncodingError` if a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(symbol, forKey: .symbol)
    try row.encodeIfPresent(exact: [
      .price24h: price24h, .volume24h: volume24h, .lastTradePrice: lastTradePrice,
    ])
  }
}

extension Ticker {
  /// The ticker of a row. A price of 0 is kept; the change is then unknown.
  public init(_ ticker: BlockchainTicker) {
    self.init(
      pair: Pair(symbol: ticker.symbol), open: ticker.price24h, volume: ticker.volume24h,
      last: ticker.lastTradePrice, showsMissingLastAsZero: true)
  }
}
