import Foundation

extension Kraken {
  /// A row of `/AssetPairs`.
  struct WireInstrument: Nameable {
    /// As in `XBTUSD`: the name that orders and Kraken's pages use.
    let altname: String?
    /// As in `XBT/USD`.
    let wsname: String?
    /// `online`, `cancel_only`, `post_only`, `limit_only`, `reduce_only`; missing in 2021.
    let status: String?
    let tickSize, lotSize, minimumOrder, minimumCost: Decimal?

    var otherName: String? { wsname }

    private enum CodingKeys: String, CodingKey {
      case altname, wsname, status
      case tickSize = "tick_size"
      case priceDecimals = "pair_decimals"
      case lotDecimals = "lot_decimals"
      case minimumOrder = "ordermin"
      case minimumCost = "costmin"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      altname = try container.decodeIfPresent(String.self, forKey: .altname)
      wsname = try container.decodeIfPresent(String.self, forKey: .wsname)
      status = try container.decodeIfPresent(String.self, forKey: .status)
      // `tick_size` was missing in 2021.
      tickSize =
        try container.number(forKey: .tickSize, quoted: true)
        ?? container.step(ofDecimals: .priceDecimals)
      lotSize = try container.step(ofDecimals: .lotDecimals)
      minimumOrder = try container.number(forKey: .minimumOrder, quoted: true)
      minimumCost = try container.number(forKey: .minimumCost, quoted: true)
    }

    func instrument(_ pair: Pair) -> Instrument {
      Instrument(
        pair: pair, status: status, state: state, tickSize: tickSize, lotSize: lotSize,
        minimumOrder: minimumOrder, minimumNotional: minimumCost, id: altname.map { .text($0) })
    }

    private var state: Instrument.State? {
      switch status {
      case "online": .open
      case "cancel_only", "post_only", "limit_only", "reduce_only": .limited
      default: nil
      }
    }
  }
}
