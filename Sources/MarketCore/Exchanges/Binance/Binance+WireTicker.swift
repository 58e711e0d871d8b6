import Foundation

extension Binance {
  /// A row of `/ticker/24hr`, of 24 hours that roll. Numbers are padded (`27944.70000000`); pairs that
  /// are not traded any more have zeros and a `count` of 0 (as answered on 2019-08-22).
  struct WireTicker: NamedRow, Sendable {
    /// Base and quote without a separator.
    let symbol: String
    /// In the quote currency; bid and ask are not in a row of `type=MINI`.
    let last, bid, ask, open, high, low: Decimal?
    /// In the base currency.
    let volume: Decimal?

    private enum CodingKeys: String, CodingKey {
      case symbol, volume
      case last = "lastPrice"
      case bid = "bidPrice"
      case ask = "askPrice"
      case open = "openPrice"
      case high = "highPrice"
      case low = "lowPrice"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func price(_ key: CodingKeys) throws -> Decimal? {
        try container.number(forKey: key, quoted: true).nilIfZero
      }
      symbol = try container.name(forKey: .symbol)
      (last, bid, ask) = (try price(.last), try price(.bid), try price(.ask))
      (open, high, low) = (try price(.open), try price(.high), try price(.low))
      volume = try container.number(forKey: .volume, quoted: true)
    }

    /// The symbol.
    static func name(from decoder: any Decoder) throws -> String {
      try decoder.container(keyedBy: CodingKeys.self).name(forKey: .symbol)
    }

    func ticker(of pair: Pair) -> Ticker {
      Ticker(
        pair: pair, open: open, volume: volume, last: last, bid: bid, ask: ask, high: high, low: low
      )
    }
  }

  /// An answer of `/depth`: entries `[PRICE, QUANTITY]` in quotes, each side best first.
  struct WireBook: Decodable {
    let bids, asks: Rows<WireLevel>

    func book(of pair: Pair) -> OrderBook {
      OrderBook(
        pair: pair, bids: bids.elements.map(\.entry), asks: asks.elements.map(\.entry))
    }
  }

  /// A price level.
  struct WireLevel: Decodable {
    let entry: OrderBook.Entry

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let (price, quantity) = try container.priceAndQuantity(quoted: true)
      entry = OrderBook.Entry(price: price, quantity: quantity)
    }
  }
}
