import Foundation

/// In JSON, a candle has these members of a row of `tickers history -o json`: `time`, `open`, `high`,
/// `low`, `close`, `volume` and `filled`. A candle that the exchange marks as not final also has
/// `unconfirmed`. Unknown values are null. For decoding, only `time` is required. Other members are
/// ignored, so that the program's output can be decoded.
extension Candle: Codable {
  private enum CodingKeys: String, CodingKey {
    case time, open, high, low, close, volume
    case isFilled = "filled"
    case isUnconfirmed = "unconfirmed"
  }

  /// Decodes a candle.
  ///
  /// - Throws: a `DecodingError` with the path of the invalid member.
  public init(from decoder: any Decoder) throws {
    let row = try JSONMembers<CodingKeys>(from: decoder)
    guard let time = try row.time(rfc3339: .time) else { throw row.missing(.time) }
    self.init(
      time: time, open: try row.number(.open), high: try row.number(.high),
      low: try row.number(.low), close: try row.number(.close), volume: try row.number(.volume),
      isFilled: try row.optionalValue(.isFilled) ?? false,
      isUnconfirmed: try row.optionalValue(.isUnconfirmed) ?? false)
  }

  /// Encodes the candle. Its numbers have all digits.
  ///
  /// - Throws: an `EncodingError` if a number is not finite, or the time is not within the years 1583 to
  ///   9999.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(rfc3339: time, forKey: .time)
    try row.encode(exact: [
      .open: open, .high: high, .low: low, .close: close, .volume: volume,
    ])
    try row.encode(isFilled, forKey: .isFilled)
    if isUnconfirmed { try row.encode(true, forKey: .isUnconfirmed) }
  }
}
