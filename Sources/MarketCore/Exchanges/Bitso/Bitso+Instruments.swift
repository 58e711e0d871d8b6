extension Bitso {
  /// Requests `/available_books/`, a list of all books. Delisted books are not in it.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await scope.get("available_books/").rows { (root: JSONObject) in
      try root.array("payload").objects(named: "book", Self.instrument)
    }
  }

  /// `{"book":"btc_mxn","minimum_amount":"0.00000060000","maximum_amount":"600","minimum_price":"20000",
  /// "maximum_price":"7000000","minimum_value":"10.00","maximum_value":"200000000","tick_size":"10",…}`:
  /// amounts are in the base currency, values in the quote currency. `tick_size` was not sent in 2018. A
  /// status and the step of amounts are not sent.
  private static func instrument(_ row: JSONObject) throws -> Instrument {
    let name = try row.name("book")
    return Instrument(
      pair: try pair(of: row), tickSize: try row.price("tick_size", quoted: true),
      minimumOrder: try row.number("minimum_amount", quoted: true),
      maximumOrder: try row.number("maximum_amount", quoted: true),
      minimumNotional: try row.number("minimum_value", quoted: true), id: .text(name))
  }
}
