import MarketCore

extension MarketClient {
  /// The same client, one of several: it reads no pair in the exchange's own codes but those with its prefix,
  /// for a code names a currency only together with its exchange.
  func readingOwnCodes(ofPrefixesIn requests: [PairRequest] = []) -> MarketClient {
    let own = requests.filter { $0.isPrefixed && $0.exchanges == [exchange.id] }
    var client = self
    client.pairsInOwnCodes = Set(own.map(\.pair))
    return client
  }
}
