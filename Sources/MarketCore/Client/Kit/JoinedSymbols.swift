/// An exchange whose symbols do not show where their base ends: `TUSDT` is T-USDT. Only its list of symbols
/// has the pairs.
package protocol JoinedSymbolExchange: Exchange {
  /// The cached symbols of these pairs, or of all pairs (`nil`). There may be further symbols.
  func directory(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> SymbolDirectory<String>
}

extension JoinedSymbolExchange {
  /// The listed pairs, including pairs that are not traded now.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(of: nil, in: scope).symbols.keys)
  }

  /// The response about one pair. Throws ``MarketError/unknownSymbol(_:near:)`` if the symbol is not this
  /// pair in the list of symbols: `BTCUSDT` is not BT-CUSDT.
  func response(
    about pair: Pair, in scope: RequestScope,
    fetch: (_ symbol: String) async throws(MarketError) -> Transport.Response
  ) async throws(MarketError) -> Transport.Response {
    let symbol = try pair.joinedSymbol()
    async let listed = Result { () async throws(MarketError) in
      try await directory(of: [pair], in: scope)
    }
    let response = try await fetch(symbol)
    guard try await listed.get().pairs[symbol] == pair else { throw .unknownSymbol("", near: []) }
    return response
  }

  /// The tickers of one pair, or else of all pairs. `fetch` requests the rows of one symbol, or of all symbols
  /// (`nil`); the pair of a row is the symbol as it is sent, without a dash.
  func tickers(
    of pair: Pair?, in scope: RequestScope,
    fetch: (_ symbol: String?) async throws(MarketError) -> (Transport.Response, Rows<Ticker>)
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let symbol = try pair?.joinedSymbol()
    async let listed = Result { () async throws(MarketError) in
      try await directory(of: pair.map { [$0] }, in: scope)
    }
    let (response, rows) = try await fetch(symbol)
    if let symbol, try await listed.get().pairs[symbol] == nil {
      throw .unknownSymbol("", near: [])
    }
    // A recording can have the rows of all symbols for a request about one.
    let sent = rows.elements.filter { symbol == nil || $0.pair.symbol == symbol }
    return try await listed.get().tickers(sent, in: response, rows.warnings)
  }
}

extension SymbolDirectory<String> {
  /// The tickers with the pairs of their symbols. Symbols that the list lacks are skipped and counted, pairs
  /// that it marks as closed for good are marked as dead.
  func tickers(
    _ rows: [Ticker], in response: Transport.Response, _ warnings: [Warning]
  ) throws(MarketError) -> Answer<[Ticker]> {
    var warnings = warnings
    let tickers = rows.compactMap { row -> Ticker? in
      guard let pair = pairs[row.pair.symbol] else {
        warnings.append(.rowSkipped("\(row.pair): not in the list of symbols"))
        return nil
      }
      var ticker = row.with(pair: pair)
      if closed.contains(row.pair.symbol) { ticker.markAsDead(by: .closed) }
      return ticker
    }
    return try Answer(tickers, in: response, warnings)
  }
}

extension RequestScope {
  /// The cached directory of one symbol, or of all symbols (`nil`), with the rows that `fetch` returns; renewed
  /// after an hour. For one symbol, the list of all is used if it is cached and has the symbol, or if `fetch`
  /// returns no row for it.
  func directory(
    ofSymbol symbol: String?,
    fetch: (_ symbol: String?) async throws(MarketError) -> Rows<(symbol: String, pair: Pair)>
  ) async throws(MarketError) -> SymbolDirectory<String> {
    let all = cache.cached(SymbolDirectory<String>.self)
    let subject = symbol.flatMap { all?.pairs[$0] == nil ? $0 : nil }
    do throws(MarketError) {
      return try await directory(about: subject ?? "", isOutdated: { _ in true }) {
        () async throws(MarketError) in
        let rows = try await fetch(subject)
        return SymbolDirectory(rows.elements, rows.warnings)
      }
    } catch  where error == .emptyResponse && subject != nil {
      return try await directory(ofSymbol: nil, fetch: fetch)
    }
  }
}

extension JSONObject {
  /// A symbol in a list of symbols, with the pair of its base and quote.
  func symbol(
    _ symbol: JSONKey, base: JSONKey, quote: JSONKey
  ) throws -> (symbol: String, pair: Pair) {
    (try name(symbol), Pair(base: try name(base), quote: try name(quote)))
  }
}

extension Pair {
  /// The symbol without a separator, as in `BTCUSDT`, for requests that encode it.
  func joinedSymbol() throws(MarketError) -> String {
    guard let joined else { throw .notRequestable(self) }
    return joined
  }
}
