/// The Blockchain.com Exchange, whose trading was documented as suspended in October 2025; its
/// market data went on. Source: its REST API v3, as it answered in 2023 and 2026.
package struct BlockchainCom: Exchange {
  /// No limit is published; other clients keep to two requests a second. The status is 500 for a
  /// symbol that is not listed, and also in trouble; 400 or 404 for what does not look like a symbol.
  ///
  /// Codes: PAX by its price, WLUNA (Luna of before May 2022) and CLOUT by their names (both unconfirmed).
  package let info = ExchangeInfo(
    id: "blockchain", title: "Blockchain.com", url: "https://api.blockchain.com/v3/exchange",
    minimumPollInterval: .seconds(1)
  ) {
    $0.hasOrders = true
    $0.unlistedStatuses = [400, 404, 500]
    $0.codes = CoinCodes(["PAX": "USDP", "CLOUT": "DESO", "WLUNA": "LUNC"])
  }

  /// The exchange, at its own address.
  package init() {}
}
