/// The Blockchain.com Exchange. According to its documentation of October 2025, trading was suspended;
/// market data continued. Source: responses of its REST API v3 in 2023 and 2026.
package struct BlockchainCom: Exchange {
  /// No limit is documented; other clients send at most two requests per second. The status for an unlisted
  /// symbol is 500, as for an internal fault, or 400 or 404 if the text does not look like a symbol.
  ///
  /// Sources of codes: prices (PAX), names (WLUNA, which is Luna before May 2022, and CLOUT; unconfirmed).
  package let info = ExchangeInfo(
    id: "blockchain", title: "Blockchain.com", url: "https://api.blockchain.com/v3/exchange",
    minimumPollInterval: .seconds(1)
  ) {
    $0.hasOrders = true
    $0.unlistedStatuses = [400, 404, 500]
    $0.codes = CoinCodes(["PAX": "USDP", "CLOUT": "DESO", "WLUNA": "LUNC"])
  }

  package init() {}
}
