import Foundation

extension BlockchainCom {
  /// `/symbols/SYMBOL` for one pair, else `/symbols`.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    if let pair = pairs.single {
      let response = try await scope.get("symbols", try pair.requestableSymbol())
      return try Answer([response.parsed { try Self.instrument(pair.symbol, $0) }], in: response)
    }
    return try await scope.get("symbols").rows { (list: JSONObject) in
      try list.rows(Self.instrument)
    }
  }

  /// `{"base_currency":"BTC","counter_currency":"USD","min_price_increment":10,
  /// "min_price_increment_scale":2,…,"status":"open","id":1}`: a size is a whole number and how many
  /// decimals it has; a largest order of 0 is no limit.
  static func instrument(_ symbol: String, _ row: JSONObject) throws -> Instrument {
    func size(_ name: String) throws -> Decimal? {
      let scale = JSONKey(stringValue: "\(name)_scale")
      let number = try row.number(JSONKey(stringValue: name))
      guard let places = try row.wholeNumber(scale) else { return nil }
      guard (0...38).contains(places),
        let size = (number ?? 0).multiplied(by: .powerOfTen(-Int(places)))
      else { throw row.invalid(scale, "not a number of decimals") }
      return number.map { _ in size }
    }
    _ = try row.name("base_currency")
    _ = try row.name("counter_currency")
    let status = try row.text("status")
    return Instrument(
      pair: Pair(symbol: symbol), status: status, state: status.flatMap { states[$0] },
      tickSize: try size("min_price_increment"), lotSize: try size("lot_size"),
      minimumOrder: try size("min_order_size"), maximumOrder: try size("max_order_size"),
      id: try row.wholeNumber("id").map { .number($0) })
  }

  /// The meanings of `suspend`, `halt` and `halt-freeze` are unconfirmed: a pair in these was not
  /// traded. Other statuses may exist.
  private static let states: [String: Instrument.State] = [
    "open": .open, "close": .closed, "closed": .closed, "suspend": .closed, "halt": .closed,
    "halt-freeze": .closed,
  ]
}
