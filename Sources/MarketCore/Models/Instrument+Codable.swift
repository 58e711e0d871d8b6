import Foundation

/// In JSON, an instrument has these members of a row of `tickers symbols -o json`: `exchange`, `symbol`,
/// `name` (only a name that the exchange sent), `status`, `state`, `tick_size`, `lot_size`, `min_order`,
/// `max_order`, `min_notional` and `id`. Unknown values are null. For decoding, only `symbol` is
/// required. Other members are ignored, so that the program's output can be decoded.
extension Instrument: Codable {
  private enum CodingKeys: String, CodingKey {
    case exchange, symbol, name, status, state, id
    case tickSize = "tick_size"
    case lotSize = "lot_size"
    case minimumOrder = "min_order"
    case maximumOrder = "max_order"
    case minimumNotional = "min_notional"
  }

  /// Decodes an instrument.
  ///
  /// - Throws: a `DecodingError` with the path of the invalid member.
  public init(from decoder: any Decoder) throws {
    let row = try JSONMembers<CodingKeys>(from: decoder)
    self.init(
      exchange: try row.optionalValue(.exchange), pair: Pair(symbol: try row.name(.symbol)),
      status: try row.text(.status), state: try row.optionalValue(.state),
      tickSize: try row.number(.tickSize), lotSize: try row.number(.lotSize),
      minimumOrder: try row.number(.minimumOrder), maximumOrder: try row.number(.maximumOrder),
      minimumNotional: try row.number(.minimumNotional), id: try row.optionalValue(.id),
      name: try row.text(.name))
  }

  /// Encodes the instrument. Its numbers have all digits.
  ///
  /// - Throws: an `EncodingError` if a number is not finite.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(exchange, forKey: .exchange)
    try row.encode(pair, forKey: .symbol)
    try row.encode(name, forKey: .name)
    try row.encode(status, forKey: .status)
    try row.encode(state, forKey: .state)
    try row.encode(exact: [
      .tickSize: tickSize, .lotSize: lotSize, .minimumOrder: minimumOrder,
      .maximumOrder: maximumOrder, .minimumNotional: minimumNotional,
    ])
    try row.encode(id, forKey: .id)
  }
}

/// In JSON, an identifier is a number or a text.
extension Identifier: Codable {
  /// Decodes a number or a text.
  ///
  /// - Throws: a `DecodingError` if the value is neither a `UInt64` nor a text.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    self = try (try? value.decode(UInt64.self)).map(Self.number) ?? .text(value.decode(String.self))
  }

  /// Encodes the number or the text.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    }
  }
}
