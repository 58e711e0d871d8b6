extension BlockchainCom {
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    if let pair = pairs.single {
      let response = try await scope.get("symbols", try pair.requestableSymbol())
      let symbol = try response.parsed { try BlockchainSymbol($0, isForInstrument: true) }
      return try Answer([Instrument(symbol, of: pair)], in: response)
    }
    return try await scope.get("symbols").rows { (list: JSONObject) in
      try list.rows {
        Instrument(try BlockchainSymbol($1, isForInstrument: true), of: Pair(symbol: $0))
      }
    }
  }
}
