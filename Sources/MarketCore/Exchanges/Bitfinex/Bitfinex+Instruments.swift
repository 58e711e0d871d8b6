import Foundation

extension Bitfinex {
  /// `/conf` with symbols and sizes in one response, and the names of currencies beside it. There is no
  /// status and no tick: a price has 5 significant digits. Amounts have 8 decimals.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    async let firstNames = names(ifNeeded: withNames, in: scope)
    let response = try await configuration(Self.symbolKeys + ["pub:info:pair"], in: scope)
    let (list, codes, rows) = try response.parsed { (values: JSONArray) in
      var values = values
      let (symbols, codes) = try Self.symbols(&values)
      return (symbols, codes, try values.array().arrays(Self.sizes))
    }
    let sizes = Dictionary(rows.elements.map { ($0.symbol, $0) }) { first, _ in first }
    let (names, warnings) = await firstNames
    let map = SymbolMap(list.elements, codes.elements)
    let instruments = map.symbols.compactMap { pair, symbol -> Instrument? in
      let size = sizes[symbol.text]
      // A pair without sizes may be the one whose sizes are invalid, so that its row is skipped.
      guard size != nil || rows.warnings.isEmpty else { return nil }
      return Instrument(
        pair: pair, lotSize: .powerOfTen(-8), minimumOrder: size?.minimum,
        maximumOrder: size?.maximum, id: .text("t\(symbol.text)"), name: names[symbol.base])
    }
    return try Answer(
      instruments, in: response, list.warnings + codes.warnings + rows.warnings + warnings)
  }

  /// `["BTCUSD",[null,null,null,"0.00004","2000.0",…]]`: sizes of orders, in the base currency.
  private static func sizes(
    _ row: inout JSONArray
  ) throws -> (symbol: String, minimum: Decimal?, maximum: Decimal?) {
    let symbol = try row.text()
    var sizes = try row.array()
    try sizes.skip(3)
    return (symbol, try sizes.number(quoted: true), try sizes.number(quoted: true))
  }
}
