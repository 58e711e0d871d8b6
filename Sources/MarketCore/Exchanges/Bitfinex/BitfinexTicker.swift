import Foundation

extension Bitfinex {
  /// A row of `/tickers`, of a spot market or of something else: lending (`fUSD`, another shape) and
  /// derivatives are passed over.
  struct WireTickersRow: NamedRow {
    let spot: WireTicker?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let place = container
      let symbol = try container.decode(String.self)
      guard !symbol.hasPrefix("f") else {
        spot = nil
        return
      }
      guard symbol.hasPrefix("t"), let name = WireName(String(symbol.dropFirst())) else {
        throw DecodingError.dataCorruptedError(
          in: place, debugDescription: "not a pair")
      }
      spot = name.isSpot ? try WireTicker(name, &container) : nil
    }

    /// The symbol.
    static func name(from decoder: any Decoder) throws -> String {
      var container = try decoder.unkeyedContainer()
      return try container.decode(String.self)
    }
  }

  /// `[SYMBOL, BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, VOLUME,
  /// HIGH, LOW, FIRST_TRADE]`; the last one is new in 2026, so that elements are read by their place
  /// and more of them are no fault. Whether a day is the last 24 hours is unconfirmed.
  struct WireTicker {
    let name: WireName
    let bid, ask: Decimal?
    /// Last minus the price a day ago.
    let change: Decimal?
    let last: Decimal?
    /// In the base currency.
    let volume: Decimal?
    let high, low: Decimal?

    /// Reads the elements after the symbol.
    fileprivate init(_ name: WireName, _ container: inout some UnkeyedDecodingContainer) throws {
      self.name = name
      bid = try container.number()
      // The size is that of the 25 best orders together (as answered in August 2026).
      try container.skip()
      ask = try container.number()
      try container.skip()
      change = try container.number()
      // The ratio was wrong for tiny prices: 0.0006 for 0.00000006 of 0.00003231 (November 2019).
      try container.skip()
      last = try container.number()
      volume = try container.number()
      high = try container.number()
      low = try container.number()
    }

    func ticker(of pair: Pair, name: String?) -> Ticker {
      let open = last.nilIfZero.flatMap { last in change.map { last - $0 } }
      return Ticker(
        pair: pair, name: name, open: open.nilIfZero, volume: volume, last: last.nilIfZero,
        bid: bid.nilIfZero, ask: ask.nilIfZero, high: high.nilIfZero, low: low.nilIfZero)
    }
  }
}
