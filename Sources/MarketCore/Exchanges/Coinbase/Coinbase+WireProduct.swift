import Foundation

extension Coinbase {
  /// A row of `/products`. `base_min_size` and `base_max_size` went in 2022.
  struct WireProduct: NamedRow {
    /// The pair as ours, as in `BTC-USD`. It is not always its two currencies: `BTCAUCTION-USD` has the
    /// base currency BTC.
    let id: String
    /// `online` or `delisted`; of 839 about 500 are online (September 2026).
    let status: String?
    /// Whether it is not traded for the time being.
    let isTradingDisabled: Bool
    /// Whether only some orders are accepted: `post_only`, `limit_only`, `cancel_only`, `auction_mode`.
    let isLimited: Bool
    /// The smallest step of a price, in the quote currency.
    let quoteIncrement: Decimal?
    /// The smallest step of a quantity, in the base currency.
    let baseIncrement: Decimal?
    /// The least price × quantity of an order, in the quote currency.
    let minMarketFunds: Decimal?

    private enum CodingKeys: String, CodingKey {
      case id, status
      case isTradingDisabled = "trading_disabled"
      case postOnly = "post_only"
      case limitOnly = "limit_only"
      case cancelOnly = "cancel_only"
      case auctionMode = "auction_mode"
      case quoteIncrement = "quote_increment"
      case baseIncrement = "base_increment"
      case minMarketFunds = "min_market_funds"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.name(forKey: .id)
      status = try container.decodeIfPresent(String.self, forKey: .status)
      isTradingDisabled =
        try container.decodeIfPresent(Bool.self, forKey: .isTradingDisabled) ?? false
      isLimited = [CodingKeys.postOnly, .limitOnly, .cancelOnly, .auctionMode].contains { key in
        (try? container.decodeIfPresent(Bool.self, forKey: key)) == true
      }
      quoteIncrement = try container.number(forKey: .quoteIncrement, quoted: true)
      baseIncrement = try container.number(forKey: .baseIncrement, quoted: true)
      minMarketFunds = try container.number(forKey: .minMarketFunds, quoted: true)
    }

    /// The pair.
    static func name(from decoder: any Decoder) throws -> String {
      try decoder.container(keyedBy: CodingKeys.self).name(forKey: .id)
    }

    var pair: Pair { Pair(symbol: id) }

    /// Whether people can trade it: the list keeps what is delisted.
    var isListed: Bool { (status ?? "online") == "online" && !isTradingDisabled }

    private var state: Instrument.State? {
      switch status {
      case "online": isTradingDisabled ? .closed : isLimited ? .limited : .open
      case "delisted": .closed
      default: nil
      }
    }

    func instrument(name: String?) -> Instrument {
      Instrument(
        pair: pair, status: status, state: state, tickSize: quoteIncrement.nilIfZero,
        lotSize: baseIncrement.nilIfZero, minimumNotional: minMarketFunds, id: .text(id),
        name: name)
    }
  }

  /// A row of `/currencies`.
  struct WireCurrency: Decodable {
    /// The code.
    let id: String
    /// The name, as in `Bitcoin`.
    let name: String?
  }
}
