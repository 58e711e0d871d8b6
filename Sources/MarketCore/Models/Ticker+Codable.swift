import Foundation

/// In JSON, a ticker has these members of a row of `tickers list -o json`: `exchange`, `symbol`, `name`
/// (only a name that the exchange sent), `last`, `bid`, `ask`, `open`, `change_from`, `high`, `low`,
/// `volume`, `turnover` and `traded_at`. Unknown values are null.
///
/// For decoding, only `symbol` is required. Members that are not listed here are ignored, so that the
/// program's output can be decoded. Three members are encoded only if they are needed, and are not in the
/// output: `turnover_currency`, `shows_missing_last_as_zero`, and `ended`, why a pair ``isDead``.
extension Ticker: Codable {
  private enum CodingKeys: String, CodingKey {
    case exchange, symbol, name, last, bid, ask, open, high, low, volume, turnover, ended
    case changeReference = "change_from"
    case tradedAt = "traded_at"
    case turnoverCurrency = "turnover_currency"
    case showsMissingLastAsZero = "shows_missing_last_as_zero"
  }

  /// Decodes a ticker.
  ///
  /// - Throws: a `DecodingError` if the symbol is missing, or a member is invalid.
  public init(from decoder: any Decoder) throws {
    let row = try JSONMembers<CodingKeys>(from: decoder)
    self.init(
      exchange: try row.optionalValue(.exchange), pair: Pair(symbol: try row.name(.symbol)),
      name: try row.text(.name), open: try row.number(.open), volume: try row.number(.volume),
      last: try row.number(.last),
      changeReference: try row.optionalValue(.changeReference) ?? .dayAgo,
      bid: try row.number(.bid), ask: try row.number(.ask), high: try row.number(.high),
      low: try row.number(.low), tradedAt: try row.time(rfc3339: .tradedAt),
      showsMissingLastAsZero: try row.optionalValue(.showsMissingLastAsZero) ?? false)
    if let death: Death = try row.optionalValue(.ended) { markAsDead(by: death) }
    turnover = try row.number(.turnover)
    turnoverCurrency = try row.text(.turnoverCurrency)
  }

  /// Encodes the ticker. Its numbers have all digits.
  ///
  /// - Throws: an `EncodingError` if a number is not finite, or a time is not within the years 1583 to 9999.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(exchange, forKey: .exchange)
    try row.encode(pair, forKey: .symbol)
    try row.encode(name, forKey: .name)
    try row.encode(exact: [
      .last: last, .bid: bid, .ask: ask, .open: open, .high: high, .low: low, .volume: volume,
      .turnover: turnover,
    ])
    try row.encode(changeReference, forKey: .changeReference)
    try row.encode(rfc3339: tradedAt, forKey: .tradedAt)
    try row.encodeIfPresent(turnoverCurrency, forKey: .turnoverCurrency)
    if showsMissingLastAsZero { try row.encode(true, forKey: .showsMissingLastAsZero) }
    try row.encodeIfPresent(death, forKey: .ended)
  }
}

extension KeyedEncodingContainer {
  /// Encodes numbers with all digits; `nil` is encoded as null.
  mutating func encode(exact numbers: KeyValuePairs<Key, Decimal?>) throws {
    for (key, number) in numbers { try encode(exact: number, forKey: key) }
  }

  /// Encodes numbers with all digits. Encodes nothing for `nil`.
  mutating func encodeIfPresent(exact numbers: KeyValuePairs<Key, Decimal?>) throws {
    for (key, number) in numbers { try encodeIfPresent(exact: number, forKey: key) }
  }
}
